import EvokePorts
import EvokeValues

/// What the line reader read in a line in one language, and how credible it is.
struct Reading {
    let language: String
    let ink: Ink
    let words: LineWords
    let script: Script
    let text: String
    /// The share of the recognizer's reading that it agrees with; for scripts that resemble Latin, by appearance.
    let share: Double
    /// Its confidence from 0 to 1, reduced if the recognizer read something else or it mixes scripts.
    let score: Double
    /// The same, also taking the recognizer's confidence into account.
    let rank: Double
    let letters: Int

    /// Whether a Latin-script reading rules out another script.
    var isCertain: Bool { score >= 0.9 && words.known >= 0.5 }

    /// Readings that share less with the recognizer's have different letters.
    static let alike = 0.6

    init(_ words: LineWords, in language: String, _ ink: Ink, beside recognition: Recognition) {
        let script = Script(language: language)
        (self.language, self.ink, self.words, self.script) = (language, ink, words, script)
        text = script.isReadInParts ? words.joinedText : words.text
        let scripts = text.unicodeScalars.compactMap { Script($0) }
        letters = scripts.count
        let (own, other) =
            script == .latin
            ? (recognition.text.filter { !$0.isWhitespace }, text.filter { !$0.isWhitespace })
            : (String(Homoglyphs.characters(of: recognition.text)), String(Homoglyphs.characters(of: text)))
        let share = script.looksLatin ? Agreement(Array(own), Array(other)).share : 1
        self.share = share
        let purity = script == .latin ? 1 : script.share(of: text)
        let seen = recognition.confidence * share
        func belief(_ confidence: Double) -> Double { confidence * (1 + share) / 2 * purity }
        guard script.looksLatin else {
            // Thai has marks above its letters, and patterns don't.
            let hasMarks = text.unicodeScalars.contains { $0.properties.generalCategory == .nonspacingMark }
            score =
                scripts.isEmpty
                ? 0
                : words.confidence * purity * purity * (0.85 + 0.15 * words.known)
                    * (script == .thai && !hasMarks ? 0.8 : 1)
            rank = score
            return
        }
        score = belief(words.confidence)
        rank = belief(share >= Self.alike && letters >= 4 ? max(words.confidence, seen) : words.confidence)
    }
}

extension Script {
    /// Whether the recognizer takes its letters for Latin ones.
    var looksLatin: Bool { [.latin, .cyrillic, .greek].contains(self) }

    /// Whether Tesseract reads it in parts of words.
    fileprivate var isReadInParts: Bool { self == .hangul || !hasSpaces }

    /// The share of a text in this script or in digits, because Thai digits look like letters.
    fileprivate func share(of text: String) -> Double {
        let scalars = text.unicodeScalars.filter { scalar in
            let properties = scalar.properties
            return !properties.isWhitespace && !String(scalar).allSatisfy { $0.isPunctuation || $0.isSymbol }
        }
        let own = scalars.count { scalar in
            let other = Script(scalar)
            return other == self || self == .japanese && other == .han
                || other == nil && scalar.isASCII && self != .thai
        }
        return scalars.isEmpty ? 0 : Double(own) / Double(scalars.count)
    }
}

/// What the recognizer read in a line: characters with confidences.
struct Recognition {
    var characters: [(character: Character, confidence: Float)]

    var text: String { String(characters.map(\.character)) }

    /// The mean over its characters; 0 if there are none.
    var confidence: Double {
        guard !characters.isEmpty else { return 0 }
        return Double(characters.reduce(0) { $0 + $1.confidence }) / Double(characters.count)
    }

    /// CTC decoding: the likeliest symbol of each step, with repetitions merged and blanks removed.
    ///
    /// - Parameter numbers: for each step, the likelihoods of a blank and of each character of the alphabet.
    init(_ numbers: [Float], alphabet: [Character]) {
        characters = []
        let classes = alphabet.count + 1
        var last = 0
        numbers.withUnsafeBufferPointer { numbers in
            for start in stride(from: 0, through: numbers.count - classes, by: classes) {
                var (best, likelihood) = (0, numbers[start])
                for index in 1..<classes where numbers[start + index] > likelihood {
                    (best, likelihood) = (index, numbers[start + index])
                }
                if best != 0, best != last { characters.append((alphabet[best - 1], likelihood)) }
                last = best
            }
        }
    }
}

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

/// Cyrillic and Greek letters that the recognizer, which knows Latin, takes for similar ones.
enum Homoglyphs {
    private static let latin: [Character: String] = {
        let pairs: [(letters: String, latin: String)] = [
            ("абвгдежзиклмнопрстуфхцчшщъьэяєіїґў", "abbraek3nknmhonpctyφxnywwbb3aeiiry"),
            ("αβγδεζηικλμνξοπρσςτυφχψω", "abydeznikanveonpcctnφxww"),
            // Characters that are confused with each other.
            ("6ul1|498入", "bniiiyada"),
        ]
        var table: [Character: String] = ["ы": "bi", "ю": "io"]
        for pair in pairs { for (letter, look) in zip(pair.letters, pair.latin) { table[letter] = String(look) } }
        return table
    }()

    /// A text's characters by appearance, without spaces: characters that look alike are equal.
    static func characters(of text: String) -> [Character] {
        text.filter { !$0.isWhitespace }.flatMap { character -> [Character] in
            character.plain.flatMap { Array(latin[$0] ?? String($0)) }
        }
    }
}

extension String {
    /// The text as one line that is safe to display: without control characters, bidirectional controls, and
    /// private-use characters. Spaces are single, with none at the ends.
    var cleaned: String {
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: kept.append(" ")
            case .format where scalar.properties.isJoinControl: kept.append(scalar)
            case .format, .surrogate, .privateUse, .unassigned: break
            default: kept.append(scalar)
            }
        }
        return String(kept).split(separator: " ").joined(separator: " ")
    }
}
