import EvokePorts
import EvokeValues

/// Parses a query by scalars, since a single character may begin with a syntax character.
struct QueryParser {
    private let scalars: [Unicode.Scalar]
    /// The position of each scalar in the text, and its end.
    private let places: [String.Index]
    private let now: CivilTime
    private var place = 0
    private var order: PhotoOrder??
    private var showsAll = false
    /// The words that are meaning and not nested in another part, with their ranges.
    private(set) var plain: [(words: [String], range: Range<String.Index>)] = []
    /// The terms as they were read, inner terms before outer ones.
    private(set) var terms: [QueryTerm] = []

    init(_ text: String, now: CivilTime) throws(QueryProblem) {
        self.now = now
        guard text.unicodeScalars.prefix(SearchQuery.longest + 1).count <= SearchQuery.longest else {
            throw Self.tooLong
        }
        scalars = Array(text.unicodeScalars)
        places = Array(text.unicodeScalars.indices) + [text.endIndex]
    }

    private static let tooLong = QueryProblem(
        column: 1, piece: "", reason: "it has more than \(SearchQuery.longest) characters",
        advice: "Simplify the query.")

    mutating func query() throws(QueryProblem) -> SearchQuery {
        let wanted = try either(depth: 0)
        guard place == scalars.count else {
            throw problem(place, "there is no opening parenthesis", "Remove it, or put the text in quotes.")
        }
        let query = SearchQuery(tidy: wanted, order ?? nil, showsAll)
        guard query.description.unicodeScalars.count <= SearchQuery.longest else { throw Self.tooLong }
        return query
    }

    /// Up to the end or a closing parenthesis: parts separated by `OR`.
    private mutating func either(depth: Int) throws(QueryProblem) -> SearchQuery.Part? {
        var sides: [SearchQuery.Part] = []
        var joint: Int?
        let known = plain.count
        while true {
            let side = try together(depth: depth)
            let next = isOr ? place : nil
            if let alone = joint ?? next {
                guard let side else {
                    throw problem(
                        alone, "a side of OR is missing", "Put something before and after it, or quotes around it.", 2)
                }
                sides.append(side)
            } else {
                return side
            }
            plain.removeLast(plain.count - known)
            guard let next else {
                if depth == 0 { join(.either(sides)) }
                return .either(sides)
            }
            joint = next
            place += 2
        }
    }

    /// Adjacent parts.
    private mutating func together(depth: Int) throws(QueryProblem) -> SearchQuery.Part? {
        var parts: [SearchQuery.Part] = []
        while true {
            while place < scalars.count, QuerySyntax.isSpace(scalars[place]) { place += 1 }
            guard place < scalars.count, sign != ")", !isOr else { break }
            if let part = try term(depth: depth) { parts.append(part) }
        }
        return parts.isEmpty ? nil : .together(parts)
    }

    private mutating func term(depth: Int) throws(QueryProblem) -> SearchQuery.Part? {
        let start = place
        let isOpposite = sign == "-" && !endsPiece(place + 1)
        let known = plain.count
        if isOpposite { place += 1 }
        if isOpposite, sign == "-" {
            throw problem(start, "there are two minus signs in a row", "Use one, or put the text in quotes.", 2)
        }
        var part: SearchQuery.Part?
        var named: QueryField?
        if sign == "(" {
            part = try group(depth: depth + 1)
        } else if let field = try field() {
            named = field
            part = try values(of: field, isPlain: !isOpposite && depth == 0, from: start)
        } else {
            part = try words(isOpposite)
        }
        if isOpposite, let positive = part {
            plain.removeLast(plain.count - known)
            part = .opposite(positive)
        }
        terms.append(QueryTerm(range: places[start]..<places[place], depth: depth, field: named, part: part))
        return part
    }

    /// Merges the terms next to `OR` into one; `sort:` and `fits:` stay as they are.
    private mutating func join(_ part: SearchQuery.Part) {
        let joined = terms.indices.filter { terms[$0].part != nil }
        guard let first = joined.first(where: { terms[$0].depth == 0 }), let last = joined.last else { return }
        let range = terms[first].range.lowerBound..<terms[last].range.upperBound
        for index in joined { terms[index].depth += 1 }
        terms.append(QueryTerm(range: range, depth: 0, field: nil, part: part, isBesideOr: true))
    }

    private mutating func group(depth: Int) throws(QueryProblem) -> SearchQuery.Part {
        let start = place
        guard depth <= SearchQuery.deepest else {
            throw problem(
                start, "parentheses are nested more than \(SearchQuery.deepest) levels deep", "Simplify the query.", 1)
        }
        place += 1
        let part = try either(depth: depth)
        guard sign == ")" else {
            throw problem(start, "the parenthesis is not closed", "Close it, or put the text in quotes.")
        }
        place += 1
        guard let part else {
            throw problem(
                start, "the parentheses are empty", "Fill them in or remove them.", place - start)
        }
        return part
    }

    // MARK: Fields

    /// Parses a field's name and its colon; nil if there are words instead.
    private mutating func field() throws(QueryProblem) -> QueryField? {
        if let field = QuerySyntax.name(in: scalars[place...]) {
            while sign != ":" { place += 1 }
            place += 1
            return field
        }
        guard let sign, QuerySyntax.quotes[scalars[place]] == nil, sign != "|",
            let colon = scalars[place...].firstIndex(where: { QuerySyntax.ends($0) || QuerySyntax.plain($0) == ":" }),
            scalars[colon] == ":", colon > place, isLetter(scalars[colon - 1]), !endsPiece(colon + 1),
            !(colon + 2 < scalars.count && scalars[colon + 1] == "/" && scalars[colon + 2] == "/")
        else { return nil }
        let name = QuerySyntax.string(scalars[place..<colon])
        let guess = Spelling.nearest(to: name.lowercased(), among: QueryField.all.map(\.name))
        throw problem(
            place, "there is no field '\(QueryProblem.shown(name))'",
            guess.map { "Did you mean '\($0):'?" } ?? "Put the text in quotes, or a space after the colon.")
    }

    private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: scalar.properties.isAlphabetic
        }
    }

    /// The values of a field. `sort:` and `fits:` apply to the whole query, so they produce no part.
    private mutating func values(
        of field: QueryField, isPlain: Bool, from start: Int
    ) throws(QueryProblem) -> SearchQuery.Part? {
        var parts: [SearchQuery.Part] = []
        repeat {
            if !parts.isEmpty {
                place += 1
                if let other = QuerySyntax.name(in: scalars[place...]) {
                    throw problem(
                        place, "expected a value for \(field.name):, but found a field",
                        "Use OR before \(other.name): instead of '|'.")
                }
            }
            let begin = place
            let text = try value()
            guard !text.isBlank else {
                throw problem(
                    start, "\(field.name): has no value",
                    "Write it right after the colon, as in \(field.name):\(QuerySyntax.whole(field.examples[0])).",
                    max(place - start, 1))
            }
            let meaning: QueryField.Meaning
            do {
                if QuerySyntax.quotes[scalars[begin]] == nil, let whole = goingOn(text, of: field) {
                    meaning = whole
                } else {
                    meaning = try field.read(text, now)
                }
            } catch {
                throw QueryProblem(
                    column: column(begin), piece: text, reason: error.reason, advice: error.advice)
            }
            switch meaning {
            case .part(let part): parts.append(part)
            case .order(let order):
                try take(field, isPlain && self.order == nil, from: start)
                self.order = .some(order)
                return nil
            case .showsAll:
                try take(field, isPlain && !showsAll, from: start)
                showsAll = true
                return nil
            }
        } while sign == "|"
        return .either(parts)
    }

    /// The meaning of a value with the words after it, which are consumed, as in `date:last summer` and `date:2 may
    /// 2019`: as many as form one value of the field. Nil if the value ends by itself.
    private mutating func goingOn(_ value: String, of field: QueryField) -> QueryField.Meaning? {
        guard field.goesOn(value) else { return nil }
        let start = place
        var found: (meaning: QueryField.Meaning, end: Int)?
        var whole = value
        for _ in 1..<QueryField.longestDate {
            guard sign != "|" else { break }
            while place < scalars.count, QuerySyntax.isSpace(scalars[place]) { place += 1 }
            guard let sign, sign != "-", sign != "(", !isOr, QuerySyntax.quotes[scalars[place]] == nil,
                // What does not fit ends the phrase, and is parsed separately.
                let word = try? bare(), !word.isEmpty, !word.contains(":")
            else { break }
            whole += " " + word
            // As above.
            if let meaning = try? field.read(whole, now) { found = (meaning, place) }
        }
        place = found?.end ?? start
        return found?.meaning
    }

    private func take(_ field: QueryField, _ isRight: Bool, from start: Int) throws(QueryProblem) {
        guard isRight, sign != "|" else {
            throw problem(
                start, "\(field.name): applies to the whole query, so it can appear only once",
                "Use it once, outside parentheses, with one value.", place - start)
        }
    }

    /// A value: in quotes, bare, or in quotes followed by more.
    private mutating func value() throws(QueryProblem) -> String {
        guard place < scalars.count else { return "" }
        let quoted = QuerySyntax.quotes[scalars[place]] == nil ? "" : try quotation()
        return quoted + (try bare())
    }

    // MARK: Words

    /// Words and exact texts separated by `|`.
    private mutating func words(_ isOpposite: Bool) throws(QueryProblem) -> SearchQuery.Part {
        let start = place
        var parts: [SearchQuery.Part] = []
        repeat {
            if !parts.isEmpty {
                place += 1
                let begin = place
                if let field = try field() {
                    throw problem(
                        begin, "a field follows '|' after a word",
                        "Use OR before \(field.name): instead of '|'.")
                }
            }
            let begin = place
            if place < scalars.count, QuerySyntax.quotes[scalars[place]] != nil {
                let text = try quotation()
                guard !text.isBlank else {
                    throw problem(begin, "the quotes are empty", "Put some text in them.", place - begin)
                }
                parts.append(try afterQuote(text, from: begin))
            } else {
                let text = try bare(splits: start == begin && !isOpposite)
                guard text != "OR" else {
                    throw problem(
                        begin, "OR needs text on both sides", "Put spaces around it and text on both sides.", 2)
                }
                let isBeside = sign == "|" || !parts.isEmpty
                guard !text.isEmpty, !isBeside || !QuerySyntax.hasMinus(text) else {
                    throw problem(
                        begin == start ? start : begin - 1, "a value next to '|' is missing or begins with a minus",
                        "Write words on both sides without spaces, or use OR between longer parts.", 1)
                }
                parts.append(.words(text))
            }
        } while sign == "|"
        if isOpposite, parts.count == 1, case .words(let text) = parts[0], QuerySyntax.isLetterOrNumber(text) {
            throw problem(
                start - 1, "a single letter or number says too little about what photos should not show",
                "Remove the minus, name a field as in -date:2019, or put '\(QueryProblem.shown(text))' in quotes.")
        }
        if parts.count == 1, case .words(let text) = parts[0] {
            plain.append((text.split(separator: " ").map(String.init), places[start]..<places[place]))
        }
        return .either(parts)
    }

    /// A text in quotes that has just ended. Punctuation that ends a sentence may follow. If a sentence goes on, as in
    /// »Fuji«-apple, the quotes belong to it, and its words are meaning; straight quotes always belong to the query
    /// language.
    private mutating func afterQuote(_ text: String, from begin: Int) throws(QueryProblem) -> SearchQuery.Part {
        let end = place
        while place < scalars.count, QuerySyntax.endsSentence(scalars[place]) { place += 1 }
        if endsPiece(place) { return .test(.text(text)) }
        place = end
        let piece = text + (try bare())
        guard scalars[begin] != "\"", let words = QuerySyntax.plainWords(piece) else {
            throw problem(begin, "text follows the closing quote", "Put a space after it.")
        }
        return .words(words)
    }

    /// Up to a space, a `|`, or a parenthesis that was not opened in it.
    ///
    /// - Parameter splits: whether it also ends before a parenthesis that is closed after a space, as in apple(of that
    ///   kind).
    private mutating func bare(splits: Bool = false) throws(QueryProblem) -> String {
        let start = place
        var open: [Int] = []
        while let sign, !QuerySyntax.isSpace(scalars[place]), sign != "|" {
            if sign == "(" { open.append(place) }
            if sign == ")", open.popLast() == nil { break }
            place += 1
        }
        if let first = open.first {
            if splits, first > start {
                place = first
                return QuerySyntax.string(scalars[start..<first])
            }
            throw problem(first, "the parenthesis is not closed", "Close it, or put the text in quotes.")
        }
        return QuerySyntax.string(scalars[start..<place])
    }

    private mutating func quotation() throws(QueryProblem) -> String {
        let start = place
        let ends = QuerySyntax.quotes[scalars[place]] ?? []
        let isStraight = scalars[place] == "\""
        var text = String.UnicodeScalarView()
        place += 1
        while place < scalars.count {
            let scalar = scalars[place]
            place += 1
            guard ends.contains(scalar) else {
                text.append(scalar)
                continue
            }
            guard isStraight, place < scalars.count, scalars[place] == "\"" else { return String(text) }
            text.append(scalar)
            place += 1
        }
        throw problem(start, "the quote is not closed", "Close it.", scalars.count - start)
    }

    // MARK: Positions in the text

    private var sign: Unicode.Scalar? { place < scalars.count ? QuerySyntax.plain(scalars[place]) : nil }

    /// Whether a piece that came this far is at its end.
    private func endsPiece(_ place: Int) -> Bool {
        guard place < scalars.count else { return true }
        return QuerySyntax.isSpace(scalars[place]) || QuerySyntax.plain(scalars[place]) == ")"
            || QuerySyntax.plain(scalars[place]) == "|"
    }

    private var isOr: Bool {
        guard scalars[place...].starts(with: ["O", "R"] as [Unicode.Scalar]) else { return false }
        guard place + 2 < scalars.count else { return true }
        let next = scalars[place + 2]
        return QuerySyntax.isSpace(next) || ["(", ")"].contains(QuerySyntax.plain(next))
    }

    private func column(_ place: Int) -> Int {
        let all = QuerySyntax.string(scalars).count
        return max(1, min(all, QuerySyntax.string(scalars[..<place]).count + 1))
    }

    /// - Parameter length: of the piece, which otherwise extends to the next space.
    private func problem(_ place: Int, _ reason: String, _ advice: String, _ length: Int? = nil) -> QueryProblem {
        let rest = scalars[min(place, scalars.count)...]
        let piece = length.map { rest.prefix($0) } ?? rest.prefix { !QuerySyntax.isSpace($0) }
        return QueryProblem(column: column(place), piece: QuerySyntax.string(piece), reason: reason, advice: advice)
    }
}
