/// Words that precede places, and words allowed between. A small, closed set in each language.
package enum Prepositions {
    enum Kind {
        case usual
        /// Also a word in another language, so more evidence for a place is needed.
        case weak
        /// Changes the case of the name that follows.
        case russian
    }

    /// Whether a place may follow that folded word, and the word rarely means anything else.
    package static func leadToPlace(_ folded: String) -> Bool { kind(of: folded).map { $0 != .weak } ?? false }

    static func kind(of folded: String) -> Kind? {
        russian.contains(folded) ? .russian : usual.contains(folded) ? .usual : weak.contains(folded) ? .weak : nil
    }

    /// Folded, like all of these: without case and accents.
    private static let usual: Set = [
        "in", "near", "at", "around", "outside", "from",  // English
        "im", "bei", "nach", "aus",  // German
        "aux", "au", "en", "pres",  // French, Spanish
        "em", "na", "nas", "nos", "perto", "cerca",  // Portuguese, Spanish
        "nel", "nella", "negli", "nei", "nelle", "nell", "vicino", "presso",  // Italian
        "naar", "nabij",  // Dutch
    ]
    private static let weak: Set = ["a", "ad", "no", "te", "uit", "to"]
    /// Takes the word as typed, because "à" is not English.
    static func isEnglish(_ weak: Substring) -> Bool { ["a", "no"].contains(weak.lowercased()) }

    private static let russian: Set = ["в", "во", "из", "под", "около", "возле", "на"]

    /// No name of a place begins with one of these: "in my garden".
    static let possessives: Set = [
        "my", "your", "his", "her", "its", "our", "their", "mein", "meine", "meinem", "meinen", "meiner", "dein",
        "deinem",
        "sein", "seinem", "ihr", "ihrem", "unser", "unserem", "unserer", "mon", "ma", "mes", "ton", "ta", "tes", "son",
        "sa", "ses", "notre", "nos", "votre", "vos", "leur", "mi", "mis", "tu", "tus", "su", "sus", "nuestro",
        "nuestra",
        "meu", "minha", "seu", "sua", "nosso", "nossa", "mio", "mia", "tuo", "tua", "suo", "sua", "nostro", "nostra",
        "mijn", "jouw", "zijn", "haar", "ons", "onze", "hun", "мой", "моем", "моеи", "моих", "моя", "нашем", "нашеи",
        "наших", "твоем", "твоеи", "его", "ее", "их",
    ]

    static let articles: Set = [
        "the", "city", "of", "der", "die", "das", "den", "dem", "la", "le", "les", "l", "el", "los", "las", "o", "os",
        "as",
        "il", "gli", "i", "het", "de", "d", "a",
    ]
    /// Words that connect a place with what follows, and so don't belong to its name.
    static let joining: Set = [
        "and", "with", "by", "on", "during", "und", "mit", "am", "et", "avec", "y", "con", "e", "com", "met", "и", "с",
        "last",
        "this", "at",
    ]

    /// For scripts without spaces; longer ones first.
    static let beforeNames = ["位于", "位於", "在", "于", "於", "到", "ในเมือง", "ที่เมือง", "ใน", "ที่", "จาก", "ณ"]
    static let kindsOfPlaces = ["ประเทศ", "เมือง", "จังหวัด", "กรุง"]
    static let joints = ["か", "と", "や", "和", "与", "跟", "或"]

    /// The number of letters that join two places. Words for "or" are treated as prepositions here.
    static func joint(at text: Substring) -> Int? {
        (joints + ["在", "ใน"]).first(where: text.hasPrefix)?.count
    }

    static let afterNames = ["での", "では", "にて", "で", "の", "から", "に", "へ", "的", "里", "裡"]
}
