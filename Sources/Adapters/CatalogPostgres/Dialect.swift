import EvokeCatalog

/// Translates statements of the catalog (`CatalogConnection`) for PostgreSQL, where `$1` is the library.
struct Dialect {
    private static let tables = Set(Schema.ofLibraries)
    /// What may follow the name of a table that has no alias.
    private static let keywords: Set<String> = [
        "WHERE", "JOIN", "LEFT", "CROSS", "ON", "USING", "GROUP", "ORDER", "LIMIT", "UNION", "SET", "EXCEPT",
        "INTERSECT", "RETURNING",
    ]

    private let tokens: [Substring]
    private var place = 0
    private var text = ""
    private var depth = 0
    /// Whether the statement changes a table and its condition is still to come, or to be closed.
    private var needsCondition = false
    private var isInCondition = false
    /// The depth at which an insertion's query follows.
    private var insertion: Int?

    static func translate(_ sql: String) -> String {
        var dialect = Dialect(tokens: tokens(of: sql))
        return dialect.translated()
    }

    private mutating func translated() -> String {
        while place < tokens.count {
            let token = tokens[place]
            place += 1
            translate(token)
        }
        if isInCondition { text += ")" }
        if needsCondition { text += " WHERE library = $1" }
        return text
    }

    private mutating func translate(_ token: Substring) {
        switch token {
        case "(": depth += 1
        case ")": depth -= 1
        case "FROM" where previous(before: 2) == "DELETE":
            takeTable { "FROM evoke.\($0)" }
            needsCondition = true
            return
        case "FROM", "JOIN":
            guard Self.tables.contains(String(next ?? "")) else { break }
            takeTable { "\(token) (SELECT * FROM evoke.\($0) WHERE library = $1)" }
            if next == "AS" || next.map({ $0.first?.isLetter == true && !Self.keywords.contains(String($0)) }) ?? false
            {
                return
            }
            text += " " + (previous(before: 1).map(String.init) ?? "")
            return
        case "UPDATE" where Self.tables.contains(String(next ?? "")):
            takeTable { "UPDATE evoke.\($0)" }
            needsCondition = true
            return
        case "INTO" where Self.tables.contains(String(next ?? "")):
            takeTable { "INTO evoke.\($0)" }
            insertion = depth
            skip()
            depth += 1
            text += "(library, "
            return
        case "SELECT" where insertion == depth:
            text += "SELECT $1, "
            skipSpace()
            insertion = nil
            return
        case "WHERE" where needsCondition && depth == 0:
            text += "WHERE library = $1 AND ("
            (needsCondition, isInCondition) = (false, true)
            return
        case "RETURNING" where isInCondition && depth == 0:
            text += ") "
            isInCondition = false
        case "IN" where next == "list":
            text += "= ANY"
            skip()
            return
        // Its planner needs not be told which index not to use.
        case "+" where place < tokens.count - 1 && tokens[place + 1] == ".": return
        case "BINARY" where previous(before: 2) == "COLLATE":
            text += "\"C\""
            return
        case "evoke_checksum":
            text += "hashtextextended(md5"
            let depth = depth
            repeat {
                let token = tokens[place]
                place += 1
                translate(token)
            } while self.depth > depth
            text += ", 0)"
            return
        case "path" where next == "=" && following(1)?.first == "$":
            let number = following(1)
            skip()
            skip()
            text += "digest = sha256(\(Self.shifted(number ?? "$1")))"
            return
        default:
            if token.first == "$" {
                text += Self.shifted(token)
                return
            }
        }
        text += token
    }

    private static func shifted(_ parameter: Substring) -> String {
        "$\((Int(parameter.dropFirst()) ?? 0) + 1)"
    }

    /// Replaces the name of a table that follows.
    private mutating func takeTable(_ words: (Substring) -> String) {
        skipSpace()
        text += words(tokens[place])
        place += 1
    }

    /// Leaves out the next token.
    private mutating func skip() {
        skipSpace()
        place += 1
    }

    private mutating func skipSpace() {
        while place < tokens.count, tokens[place].first?.isWhitespace == true { place += 1 }
    }

    private var next: Substring? { following(0) }

    private func following(_ count: Int) -> Substring? {
        tokens[place...].lazy.filter { $0.first?.isWhitespace != true }.dropFirst(count).first
    }

    /// Of the tokens that were taken.
    private func previous(before count: Int) -> Substring? {
        let taken = tokens[..<place].filter { $0.first?.isWhitespace != true }
        return taken.count >= count ? taken[taken.count - count] : nil
    }

    /// Words, parameters, spaces, quoted texts, and single other characters.
    private static func tokens(of sql: String) -> [Substring] {
        var tokens: [Substring] = []
        var rest = sql[...]
        func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
        while let first = rest.first {
            let end: String.Index
            if first == "'" {
                end = rest.dropFirst().firstIndex(of: "'").map { rest.index(after: $0) } ?? rest.endIndex
            } else if first.isWhitespace {
                end = rest.firstIndex { !$0.isWhitespace } ?? rest.endIndex
            } else if isWord(first) || first == "$" {
                end = rest.dropFirst().firstIndex { !isWord($0) } ?? rest.endIndex
            } else {
                end = rest.index(after: rest.startIndex)
            }
            tokens.append(rest[..<end])
            rest = rest[end...]
        }
        return tokens
    }
}
