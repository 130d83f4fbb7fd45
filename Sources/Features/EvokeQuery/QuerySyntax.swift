import EvokeValues

/// The signs of the language, and which other signs count as them.
enum QuerySyntax {
    /// What may end a quotation that begins so. A straight one is written twice to stand for itself.
    static let quotes: [Unicode.Scalar: Set<Unicode.Scalar>] = [
        "\"": ["\""], "“": ["”"], "„": ["“", "”", "\""], "”": ["”"], "«": ["»"], "»": ["«", "»"], "「": ["」"],
        "『": ["』"],
        "＂": ["＂"],
    ]

    /// The sign that it stands for: keyboards of East Asia have wide ones.
    static func plain(_ sign: Unicode.Scalar) -> Unicode.Scalar {
        switch sign {
        case "：": ":"
        case "｜": "|"
        case "（": "("
        case "）": ")"
        case "－": "-"
        default: sign
        }
    }

    static func isSpace(_ sign: Unicode.Scalar) -> Bool {
        sign.isASCII ? sign == " " || (9...13).contains(sign.value) : sign.properties.isWhitespace
    }

    /// Whether a value without quotes would end there.
    static func ends(_ sign: Unicode.Scalar) -> Bool {
        switch plain(sign) {
        case "|", "(", ")": true
        default: isSpace(sign)
        }
    }

    /// Whether it may stand behind a closing quote and say nothing.
    static func endsSentence(_ sign: Unicode.Scalar) -> Bool { ",.;!?…。、，；！？".unicodeScalars.contains(sign) }

    /// Its words with one space between them; nil where anything of the language is among them.
    static func plainWords(_ text: String) -> String? {
        let words = text.unicodeScalars.split(whereSeparator: isSpace).map { String($0) }
        let isPlain = words.allSatisfy { word in
            whole(word) == word && !hasMinus(word) && word != "OR" && !word.unicodeScalars.contains { plain($0) == ":" }
        }
        return isPlain && !words.isEmpty ? words.joined(separator: " ") : nil
    }

    /// Whether it is one letter of an alphabet, or a number: of the kind that programs take for options.
    static func isLetterOrNumber(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first else { return false }
        return scalars.count == 1 && first.properties.isAlphabetic && first.value < 0x590
            || scalars.allSatisfy { (48...57).contains($0.value) }
    }

    static func hasMinus(_ text: String) -> Bool { text.unicodeScalars.first.map(plain) == "-" }

    static func quoted(_ text: String) -> String {
        var scalars = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            scalars.append(scalar)
            if scalar == "\"" { scalars.append(scalar) }
        }
        scalars.append("\"")
        return String(scalars)
    }

    /// A value as it is, or in quotes where it would end early or begin another.
    static func whole(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        guard !scalars.contains(where: ends), let first = scalars.first, quotes[first] == nil,
            name(in: scalars[...]) == nil
        else {
            return quoted(text)
        }
        return text
    }

    /// The field that it begins with, with its colon.
    static func name(in scalars: ArraySlice<Unicode.Scalar>) -> QueryField? {
        guard let colon = scalars.prefix(QueryField.longestName + 1).firstIndex(where: { plain($0) == ":" }) else {
            return nil
        }
        return QueryField.named(string(scalars[..<colon]))
    }

    static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
