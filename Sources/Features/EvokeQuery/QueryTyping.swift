import EvokeValues

/// What is being typed at the end of a text: a value of a field, or words.
package struct QueryTyping {
    let scalars: [Unicode.Scalar]
    /// Where the value or the last word begins.
    let start: Int
    /// Nil for words.
    let field: QueryField?
    /// The quote that the value begins with.
    let quote: Unicode.Scalar?
    /// The value without its quotes, or the last word.
    let typed: String
    /// Where the plain words begin that precede the last one and belong with it.
    let words: [Int]
    /// Whether a minus precedes the word.
    let isOpposite: Bool
    /// How many parentheses are still open.
    let open: Int

    /// Nil if nothing can be completed: in exact text, after words with `|`, and if the text cannot be read.
    package init?(_ text: String) {
        guard text.unicodeScalars.prefix(SearchQuery.longest + 1).count <= SearchQuery.longest else { return nil }
        var scan = QueryScan(text)
        guard let typing = scan.last() else { return nil }
        self = typing
    }

    /// A text in which a value of a field is being typed.
    package static func text(typing value: String, of field: String) -> String {
        let text = field + ":" + QuerySyntax.quoted(value)
        return value.isEmpty ? field + ":" : String(text.dropLast())
    }

    init(
        _ scan: QueryScan, from start: Int, field: QueryField?, quote: Unicode.Scalar? = nil, typed: String,
        words: [Int] = [], isOpposite: Bool = false
    ) {
        (scalars, open) = (scan.scalars, scan.open)
        (self.start, self.field, self.quote, self.typed) = (start, field, quote, typed)
        (self.words, self.isOpposite) = (words, isOpposite)
    }
}

/// Scans a text as the parser does, up to its end.
struct QueryScan {
    let scalars: [Unicode.Scalar]
    private(set) var open = 0
    private var place = 0
    private var words: [Int] = []

    /// Place names and date words have no more.
    private static let mostWords = 4

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func last() -> QueryTyping? {
        while true {
            while let sign, QuerySyntax.isSpace(sign) { place += 1 }
            guard let sign else { return wording(from: place, isOpposite: false) }
            switch sign {
            case "(":
                open += 1
                next()
            case ")":
                guard open > 0 else { return nil }
                open -= 1
                next()
            default:
                if isOr {
                    next()
                    place += 1
                    continue
                }
                let isOpposite = sign == "-" && (place + 1 == scalars.count || !endsPiece(place + 1))
                if isOpposite { next() }
                if isOpposite, self.sign == "(" { continue }
                switch piece(isOpposite) {
                case .typing(let typing): return typing
                case .nothing: return nil
                case .over: break
                }
            }
        }
    }

    private enum Piece {
        case typing(QueryTyping)
        case nothing
        case over
    }

    private mutating func piece(_ isOpposite: Bool) -> Piece {
        let start = place
        if let field = QuerySyntax.name(in: scalars[place...]) {
            while sign != ":" { place += 1 }
            repeat {
                next()
                let begin = place
                let (quote, text, isClosed, _) = value()
                if place == scalars.count {
                    return .typing(
                        QueryTyping(self, from: begin, field: field, quote: quote, typed: text))
                }
                guard isClosed else { return .nothing }
            } while sign == "|"
            return .over
        }
        while true {
            let begin = place
            let (quote, _, _, open) = value()
            self.open += open
            guard place < scalars.count else {
                return begin > start || quote != nil
                    ? .nothing : wording(from: begin, isOpposite: isOpposite).map(Piece.typing) ?? .nothing
            }
            let isPlain = quote == nil && begin == start && !isOpposite
            guard sign == "|" else {
                if isPlain { words.append(start) } else { words = [] }
                return .over
            }
            next()
        }
    }

    private func wording(from start: Int, isOpposite: Bool) -> QueryTyping? {
        QueryTyping(
            self, from: start, field: nil, typed: QuerySyntax.string(scalars[start...]),
            words: isOpposite ? [] : words.suffix(Self.mostWords - 1), isOpposite: isOpposite)
    }

    /// A value, in quotes or not, with what follows its quotes, and how many parentheses are open in it alone.
    private mutating func value() -> (quote: Unicode.Scalar?, text: String, isClosed: Bool, open: Int) {
        var (text, quote) = (String.UnicodeScalarView(), Unicode.Scalar?.none)
        if place < scalars.count, let ends = QuerySyntax.quotes[scalars[place]] {
            quote = scalars[place]
            place += 1
            while true {
                guard place < scalars.count else { return (quote, String(text), false, 0) }
                let scalar = scalars[place]
                place += 1
                if ends.contains(scalar) {
                    guard quote == "\"", place < scalars.count, scalars[place] == "\"" else { break }
                    place += 1
                }
                text.append(scalar)
            }
        }
        var depth = 0
        while let sign, !QuerySyntax.isSpace(sign), sign != "|" {
            if sign == "(" { depth += 1 }
            if sign == ")" {
                guard depth > 0 else { break }
                depth -= 1
            }
            text.append(scalars[place])
            place += 1
        }
        return (quote, String(text), true, depth)
    }

    /// Skips a syntax character; words before it are not continued after it.
    private mutating func next() {
        place += 1
        words = []
    }

    private var sign: Unicode.Scalar? { place < scalars.count ? QuerySyntax.plain(scalars[place]) : nil }

    private func endsPiece(_ place: Int) -> Bool {
        let sign = QuerySyntax.plain(scalars[place])
        return QuerySyntax.isSpace(sign) || sign == ")" || sign == "|"
    }

    /// At the end of the text, it may become another word.
    private var isOr: Bool {
        guard scalars[place...].starts(with: ["O", "R"] as [Unicode.Scalar]), place + 2 < scalars.count else {
            return false
        }
        let sign = QuerySyntax.plain(scalars[place + 2])
        return QuerySyntax.isSpace(sign) || sign == "(" || sign == ")"
    }
}
