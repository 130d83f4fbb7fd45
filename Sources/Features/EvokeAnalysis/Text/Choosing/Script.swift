/// The scripts that lines are distinguished by.
enum Script: String {
    case latin = "Latn"
    case cyrillic = "Cyrl"
    case greek = "Grek"
    case arabic = "Arab"
    case hebrew = "Hebr"
    case devanagari = "Deva"
    case bengali = "Beng"
    case gurmukhi = "Guru"
    case gujarati = "Gujr"
    case tamil = "Taml"
    case telugu = "Telu"
    case kannada = "Knda"
    case malayalam = "Mlym"
    case sinhala = "Sinh"
    case thai = "Thai"
    case lao = "Laoo"
    case tibetan = "Tibt"
    case burmese = "Mymr"
    case georgian = "Geor"
    case armenian = "Armn"
    case ethiopic = "Ethi"
    case khmer = "Khmr"
    case hangul = "Hang"
    case japanese = "Jpan"
    case han = "Hani"

    private static let ranges: [(ClosedRange<UInt32>, Script)] = [
        (0x41...0x5a, .latin), (0x61...0x7a, .latin), (0xaa...0x24f, .latin), (0x1e00...0x1eff, .latin),
        (0xff21...0xff5a, .latin), (0x370...0x3ff, .greek), (0x1f00...0x1fff, .greek), (0x400...0x52f, .cyrillic),
        (0x531...0x58f, .armenian), (0x591...0x5ff, .hebrew), (0x600...0x6ff, .arabic), (0x750...0x77f, .arabic),
        (0xfb50...0xfdff, .arabic), (0xfe70...0xfefe, .arabic), (0x900...0x97f, .devanagari),
        (0x980...0x9ff, .bengali), (0xa00...0xa7f, .gurmukhi), (0xa80...0xaff, .gujarati), (0xb80...0xbff, .tamil),
        (0xc00...0xc7f, .telugu), (0xc80...0xcff, .kannada), (0xd00...0xd7f, .malayalam), (0xd80...0xdff, .sinhala),
        (0xe00...0xe7f, .thai), (0xe80...0xeff, .lao), (0xf00...0xfff, .tibetan), (0x1000...0x109f, .burmese),
        (0x10a0...0x10ff, .georgian), (0x1100...0x11ff, .hangul), (0x1200...0x139f, .ethiopic),
        (0x1780...0x17ff, .khmer), (0x3040...0x30ff, .japanese), (0x31f0...0x31ff, .japanese),
        (0xac00...0xd7af, .hangul), (0x3400...0x4dbf, .han), (0x4e00...0x9fff, .han), (0xf900...0xfaff, .han),
        (0x20000...0x2fa1f, .han),
    ]

    /// Nil for anything but letters: digits, spaces, symbols.
    init?(_ scalar: Unicode.Scalar) {
        guard scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark,
            let script = Self.ranges.first(where: { $0.0.contains(scalar.value) })?.1
        else { return nil }
        self = script
    }

    /// The script of most letters; Latin if there are none. A line with any kana is Japanese.
    static func most(of text: String) -> Script {
        var counts: [Script: Int] = [:]
        for scalar in text.unicodeScalars { if let script = Script(scalar) { counts[script, default: 0] += 1 } }
        if counts[.japanese] != nil, (counts[.han] ?? 0) + (counts[.japanese] ?? 0) > (counts[.latin] ?? 0) {
            return .japanese
        }
        return counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key ?? .latin
    }

    /// The scripts of Tesseract's languages that aren't written in Latin.
    private static let ofLanguages: [String: Script] = [
        "rus": .cyrillic, "ukr": .cyrillic, "bel": .cyrillic, "bul": .cyrillic, "srp": .cyrillic, "mkd": .cyrillic,
        "kaz": .cyrillic, "kir": .cyrillic, "mon": .cyrillic, "tgk": .cyrillic, "tat": .cyrillic,
        "aze_cyrl": .cyrillic, "uzb_cyrl": .cyrillic, "ell": .greek, "grc": .greek, "ara": .arabic, "fas": .arabic,
        "urd": .arabic, "pus": .arabic, "uig": .arabic, "snd": .arabic, "heb": .hebrew, "yid": .hebrew,
        "hin": .devanagari, "mar": .devanagari, "nep": .devanagari, "san": .devanagari, "ben": .bengali,
        "asm": .bengali, "pan": .gurmukhi, "guj": .gujarati, "tam": .tamil, "tel": .telugu, "kan": .kannada,
        "mal": .malayalam, "sin": .sinhala, "tha": .thai, "lao": .lao, "bod": .tibetan, "dzo": .tibetan,
        "mya": .burmese, "kat": .georgian, "kat_old": .georgian, "hye": .armenian, "amh": .ethiopic,
        "tir": .ethiopic, "khm": .khmer, "kor": .hangul, "jpn": .japanese, "chi_sim": .han, "chi_tra": .han,
    ]

    init(language: String) { self = Self.ofLanguages[language] ?? .latin }

    /// Whether words are separated by spaces.
    var hasSpaces: Bool { ![.japanese, .han, .thai, .lao, .khmer, .burmese, .tibetan].contains(self) }
}
