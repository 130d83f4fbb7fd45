import EvokeValues

/// A part of what surrounds dates, places and names.
struct SentencePiece {
    enum Kind: Hashable {
        case plain
        /// Means nothing there: "the", "photos of".
        case thin
        case comma
        case connective(Set<Connective>)
        /// Applies to what precedes it: "excluded".
        case behind(Set<Connective>)
    }

    let kind: Kind
    let range: Range<String.Index>
    /// Folded.
    let key: String

    func has(_ connective: Connective) -> Bool {
        if case .connective(let own) = kind { own.contains(connective) } else { false }
    }

    /// Whether it negates what follows.
    var turns: Bool { has(.not) || has(.outside) || has(.no) }
    var turnsBefore: Bool { if case .behind(let own) = kind { own.contains(.outside) } else { false } }
    /// Whether a search for places may have taken it for a preposition.
    var isTurningOrJoining: Bool {
        has(.not) || has(.outside) || turnsBefore || has(.or) && key.unicodeScalars.first.map(Self.isUnspaced) == true
    }
    var isPlain: Bool { kind == .plain }

    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0E7F, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    static func all(in range: Range<String.Index>, of text: String) -> [SentencePiece] {
        let scalars = text.unicodeScalars
        var words: [(key: String, range: Range<String.Index>)] = []
        var pieces: [SentencePiece] = []
        func flush() {
            pieces += joined(words)
            words = []
        }
        var place = range.lowerBound
        while place < range.upperBound {
            let scalar = scalars[place]
            if isUnspaced(scalar) {
                flush()
                let piece = unspaced(at: place, to: range.upperBound, in: text)
                pieces.append(piece)
                place = piece.range.upperBound
            } else if isWord(scalar) {
                let end =
                    scalars[place..<range.upperBound].firstIndex { !isWord($0) || isUnspaced($0) } ?? range.upperBound
                words += split(place..<end, in: text)
                place = end
            } else {
                let next = scalars.index(after: place)
                if ",;、，；".unicodeScalars.contains(scalar) {
                    flush()
                    pieces.append(SentencePiece(kind: .comma, range: place..<next, key: ""))
                }
                place = next
            }
        }
        flush()
        return pieces
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || (48...57).contains(scalar.value) || "'’&-/".unicodeScalars.contains(scalar)
            || scalar.properties.generalCategory == .nonspacingMark
    }

    /// "D'Anna" is two words.
    private static func split(_ range: Range<String.Index>, in text: String) -> [(String, Range<String.Index>)] {
        let word = text[range]
        let key = word.foldedWord
        if let mark = word.firstIndex(where: { $0 == "'" || $0 == "’" }), leading[key] == nil {
            let next = text.index(after: mark)
            if next < range.upperBound, text.distance(from: next, to: range.upperBound) > 1,
                text.distance(from: range.lowerBound, to: next) <= 6
            {
                return [range.lowerBound..<next, next..<range.upperBound].map { (text[$0].foldedWord, $0) }
            }
        }
        return [(key, range)]
    }

    private static func joined(_ words: [(key: String, range: Range<String.Index>)]) -> [SentencePiece] {
        var (pieces, start) = ([SentencePiece](), 0)
        while start < words.count {
            var found: SentencePiece?
            for end in (start..<min(start + 5, words.count)).reversed() where found == nil {
                let key = words[start...end].map(\.key).joined(separator: " ")
                let range = words[start].range.lowerBound..<words[end].range.upperBound
                if let own = leading[key] {
                    found = SentencePiece(kind: .connective(own), range: range, key: key)
                } else if let own = trailing[key] {
                    found = SentencePiece(kind: .behind(own), range: range, key: key)
                }
                if found != nil { start = end }
            }
            let (key, range) = words[start]
            pieces.append(
                found ?? SentencePiece(kind: FillerWords.isThin(key) ? .thin : .plain, range: range, key: key))
            start += 1
        }
        return pieces
    }

    private static func unspaced(at place: String.Index, to end: String.Index, in text: String) -> SentencePiece {
        let rest = text[place..<end]
        for (word, kind) in unspacedWords where rest.hasPrefix(word) {
            return SentencePiece(kind: kind, range: place..<text.index(place, offsetBy: word.count), key: word)
        }
        return SentencePiece(kind: .plain, range: place..<text.index(after: place), key: String(text[place]))
    }

    private static let relevant: Set<Connective> = [.not, .no, .outside, .or, .weakOr, .and, .but]
    private static let all: [(isUnspaced: Bool, Connectives)] = QueryLanguage.allCases.map {
        ($0.isUnspaced, .of($0))
    }

    private static func table(_ lists: (Connectives) -> [(Connective, String)]) -> [String: Set<Connective>] {
        var table: [String: Set<Connective>] = [:]
        for (isUnspaced, connectives) in all where !isUnspaced {
            for (connective, list) in lists(connectives) where relevant.contains(connective) {
                for word in Connectives.list(list) { table[word.foldedWord, default: []].insert(connective) }
            }
        }
        return table
    }

    private static let leading = table(\.leading)
    private static let trailing = table(\.trailing)
    private static let unspacedWords: [(String, Kind)] = {
        var words: [String: Kind] = [:]
        for word in FillerWords.unspaced { words[word] = .thin }
        for (isUnspaced, connectives) in all where isUnspaced {
            for (connective, list) in connectives.trailing where relevant.contains(connective) {
                for word in Connectives.list(list) { words[word] = .behind([connective]) }
            }
            for (connective, list) in connectives.leading where relevant.contains(connective) {
                for word in Connectives.list(list) { words[word] = .connective([connective]) }
            }
        }
        return words.sorted { $0.key.count > $1.key.count }.map { ($0.key, $0.value) }
    }()

    /// Whether it joins what is next to it, in languages with spaces.
    static func joins(_ folded: String) -> Bool {
        leading[folded].map { !$0.isDisjoint(with: [.or, .weakOr, .and]) } ?? false
    }

    /// Words that make a date the start or end of a time, and would reverse the meaning if not understood.
    static let bounds: (before: Set<String>, behind: Set<String>) = {
        var (before, behind) = (Set<String>(), Set<String>())
        for (_, connectives) in all {
            for list in [
                connectives.before, connectives.after, connectives.since, connectives.until, connectives.between,
            ] {
                before.formUnion(Connectives.list(list).map(\.foldedWord))
            }
            for list in [
                connectives.beforeBehind, connectives.afterBehind, connectives.sinceBehind, connectives.untilBehind,
            ] {
                behind.formUnion(Connectives.list(list).map(\.foldedWord))
            }
        }
        // These are words of other languages, too.
        for word in [
            "na", "da", "de", "a", "dal", "dalla", "с", "со", "от", "до", "по", "an", "through", "tras", "fra",
        ] {
            before.remove(word)
        }
        return (before, behind)
    }()
}
