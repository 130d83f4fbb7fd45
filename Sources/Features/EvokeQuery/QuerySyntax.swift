import EvokeValues

/// The characters of the query language, and their equivalents.
enum QuerySyntax {
    /// For each opening quote, what may close it. A straight quote is doubled to stand for itself.
    static let quotes: [Unicode.Scalar: Set<Unicode.Scalar>] = [
        "\"": ["\""], "“": ["”"], "„": ["“", "”", "\""], "”": ["”"], "«": ["»"], "»": ["«", "»"], "「": ["」"],
        "『": ["』"],
        "＂": ["＂"],
    ]

    /// The character that it stands for: East Asian keyboards have full-width ones.
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

    /// Whether it may follow a closing quote without a meaning.
    static func endsSentence(_ sign: Unicode.Scalar) -> Bool { ",.;!?…。、，；！？".unicodeScalars.contains(sign) }

    /// The words separated by single spaces; nil if they contain any query syntax.
    static func plainWords(_ text: String) -> String? {
        let words = text.unicodeScalars.split(whereSeparator: isSpace).map { String($0) }
        let isPlain = words.allSatisfy { word in
            whole(word) == word && !hasMinus(word) && word != "OR" && !word.unicodeScalars.contains { plain($0) == ":" }
        }
        return isPlain && !words.isEmpty ? words.joined(separator: " ") : nil
    }

    /// Whether it is a single letter or a number, like a program's options.
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

    /// A value as it is, or in quotes if it would end early or begin something else.
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

/// A term of a text, between spaces or parentheses: a field with its values, words, a group; or everything next to
/// `OR`.
struct QueryTerm {
    /// With the minus before it.
    let range: Range<String.Index>
    var depth: Int
    /// Nil if it names none.
    let field: QueryField?
    /// Nil for `sort:` and `fits:`, which apply to the whole query.
    let part: SearchQuery.Part?
    /// Whether it contains `OR` outside of parentheses.
    var isBesideOr = false
}

/// Where a query cannot be read, and why.
struct QueryProblem: Error {
    /// The number of the character, from 1.
    let column: Int
    let piece: String
    let reason: String
    let advice: String

    /// Fit for display, and shortened if it is long.
    static func shown(_ text: String) -> String {
        DiskPath(text.count > 60 ? text.prefix(60) + "…" : text).display
    }
}

/// What is wrong with the value of a field.
struct ValueProblem: Error {
    let reason: String
    let advice: String

    init(_ reason: String, _ advice: String) {
        (self.reason, self.advice) = (reason, advice)
    }
}
