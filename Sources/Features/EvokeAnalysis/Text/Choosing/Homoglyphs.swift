import EvokeValues

/// What the recogniser, which knows Latin letters, takes Cyrillic and Greek ones for.
enum Homoglyphs {
    private static let latin: [Character: String] = {
        let pairs: [(letters: String, latin: String)] = [
            ("абвгдежзиклмнопрстуфхцчшщъьэяєіїґў", "abbraek3nknmhonpctyφxnywwbb3aeiiry"),
            ("αβγδεζηικλμνξοπρσςτυφχψω", "abydeznikanveonpcctnφxww"),
            // Those that are taken for each other.
            ("6ul1|498入", "bniiiyada"),
        ]
        var table: [Character: String] = ["ы": "bi", "ю": "io"]
        for pair in pairs { for (letter, look) in zip(pair.letters, pair.latin) { table[letter] = String(look) } }
        return table
    }()

    /// The characters of a text as they look, without spaces: what looks alike is the same.
    static func characters(of text: String) -> [Character] {
        text.filter { !$0.isWhitespace }.flatMap { character -> [Character] in
            character.plain.flatMap { Array(latin[$0] ?? String($0)) }
        }
    }
}
