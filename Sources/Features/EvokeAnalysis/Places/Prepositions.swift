/// Words that stand before places, and those that may stand between. A small closed set in each language.
package enum Prepositions {
    enum Kind {
        case usual
        /// It is a word of another language, too, so that more has to speak for a place.
        case weak
        /// It changes the name that follows.
        case russian
    }

    /// Whether a place may follow that word, which is folded, and little else is meant by it.
    package static func leadToPlace(_ folded: String) -> Bool { kind(of: folded).map { $0 != .weak } ?? false }

    static func kind(of folded: String) -> Kind? {
        russian.contains(folded) ? .russian : usual.contains(folded) ? .usual : weak.contains(folded) ? .weak : nil
    }

    /// Folded, as all of these: without case and accents.
    private static let usual: Set = [
        "in", "near", "at", "around", "outside", "from",  // English
        "im", "bei", "nach", "aus",  // German
        "aux", "au", "en", "pres",  // French, Spanish
        "em", "na", "nas", "nos", "perto", "cerca",  // Portuguese, Spanish
        "nel", "nella", "negli", "nei", "nelle", "nell", "vicino", "presso",  // Italian
        "naar", "nabij",  // Dutch
    ]
    private static let weak: Set = ["a", "ad", "no", "te", "uit", "to"]
    /// As it is typed: "à" is no English word.
    static func isEnglish(_ weak: Substring) -> Bool { ["a", "no"].contains(weak.lowercased()) }

    private static let russian: Set = ["в", "во", "из", "под", "около", "возле", "на"]

    /// No name of a place begins with one: "in my garden".
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
    /// What joins a place with what follows, so that it is none of its name.
    static let joining: Set = [
        "and", "with", "by", "on", "during", "und", "mit", "am", "et", "avec", "y", "con", "e", "com", "met", "и", "с",
        "last",
        "this", "at",
    ]

    /// In scripts without spaces; the longer ones first.
    static let beforeNames = ["位于", "位於", "在", "于", "於", "到", "ในเมือง", "ที่เมือง", "ใน", "ที่", "จาก", "ณ"]
    static let kindsOfPlaces = ["ประเทศ", "เมือง", "จังหวัด", "กรุง"]
    static let joints = ["か", "と", "や", "和", "与", "跟", "或"]

    /// How many letters join what stands before to what follows. What stands for an "or" is a preposition here.
    static func joint(at text: Substring) -> Int? {
        (joints + ["在", "ใน"]).first(where: text.hasPrefix)?.count
    }

    static let afterNames = ["での", "では", "にて", "で", "の", "から", "に", "へ", "的", "里", "裡"]
}
