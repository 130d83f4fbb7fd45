/// The nominative of Russian place names. After "в", "на", and "из" a name has another ending. Only a few endings are
/// possible for places, so they are replaced by rule, and the table decides which result is a name.
enum RussianCases {
    /// Most likely first; includes the name itself.
    static func nominatives(of folded: String) -> [String] {
        var words = folded.split(separator: " ").map(String.init)
        guard let last = words.popLast() else { return [] }
        var found: [String] = []
        for front in [words, words.map(adjective)] {
            for form in [last] + forms(of: last) + [adjective(last)] {
                let name = (front + [form]).joined(separator: " ")
                if !found.contains(name) { found.append(name) }
            }
        }
        return found
    }

    private static let endings: [(String, [String])] = [
        ("ии", ["ия", "ий"]), ("ие", ["ий", "ие"]), ("ье", ["ья", "ье", "ь"]), ("ах", ["ы", "и", "а"]),
        ("ях", ["и", "я"]),
        ("ов", ["ы"]), ("е", ["", "а", "я", "о", "ь", "й"]), ("и", ["ь", "я", "а", "и"]), ("ы", ["а"]),
        ("у", ["", "а"]),
        ("а", ["", "о"]), ("я", ["ь", "й", "е"]), ("ю", ["я"]),
    ]

    private static func forms(of word: String) -> [String] {
        guard let (ending, others) = endings.first(where: { word.hasSuffix($0.0) }) else { return [] }
        return others.map { word.dropLast(ending.count) + $0 }
    }

    /// "Нижнем" becomes "Нижний", "Южной" becomes "Южная".
    private static func adjective(_ word: String) -> String {
        let endings = [
            ("ском", "ский"), ("нем", "ний"), ("ком", "кий"), ("ом", "ый"), ("ой", "ая"), ("ей", "яя"), ("ых", "ые"),
            ("их", "ие"), ("ого", "ый"), ("его", "ий"),
        ]
        guard let (ending, other) = endings.first(where: { word.hasSuffix($0.0) }) else { return word }
        return word.dropLast(ending.count) + other
    }
}
