/// Plain words with what they mention, and how the words between relate it.
struct Sentence: Hashable, Sendable {
    let words: String
    /// In the order of the words, without overlaps.
    private(set) var mentions: [ParsedQuery.Mention] = []

    typealias Mention = ParsedQuery.Mention
    typealias Found = (range: Range<String.Index>, part: SearchQuery.Part)

    /// What was understood, with its words; the remaining words, and whether these mean nothing.
    func read() -> (found: [Found], rest: String, isIdle: Bool) {
        let sure = mentions.filter { !$0.isWeak }
        if sure.count < mentions.count, let whole = understood(mentions), isIdle(whole.rest) {
            return (whole.found, whole.rest, true)
        }
        guard let some = understood(sure) else { return ([], words, false) }
        return (some.found, Self.withoutQuestion(some.rest), isIdle(some.rest))
    }

    /// What a question asks for: "where is the eiffel tower", "how many dogs do I have", "show me pictures of cats".
    private static func withoutQuestion(_ words: String) -> String {
        let pieces = SentencePiece.all(in: words.startIndex..<words.endIndex, of: words)
        func isIdle(_ piece: SentencePiece) -> Bool {
            !FillerWords.trips.contains(piece.key)
                && (FillerWords.isFiller(piece.key) || FillerWords.asking.contains(piece.key) || piece.key == "last")
        }
        guard let first = pieces.first, FillerWords.asking.contains(first.key) else { return words }
        let lead = pieces.prefix(while: isIdle)
        let tail = pieces.reversed().prefix(while: isIdle)
        // "Show jumping" and "find Waldo" are not questions.
        guard lead.count > 1 || tail.count > 1, lead.count < pieces.count else { return words }
        let end = tail.count > 1 ? tail.last?.range.lowerBound ?? words.endIndex : words.endIndex
        return words[pieces[lead.count].range.lowerBound..<end].trimmed
    }

    func isIdle(_ rest: String) -> Bool {
        SentencePiece.all(in: rest.startIndex..<rest.endIndex, of: rest).allSatisfy {
            switch $0.kind {
            case .thin, .comma: true
            case .plain: FillerWords.isFiller($0.key)
            case .connective(let own): own.isSubset(of: [.and, .but]) || FillerWords.isFiller($0.key)
            case .behind: false
            }
        }
    }

    /// Adds what a search in `text(for:)` found, without overlaps.
    mutating func add(_ found: [Mention]) {
        let pieces = pieces
        let leads = leads.map(\.0)
        let turning = pieces.filter(\.isTurningOrJoining).map(\.range)
        for var mention in found {
            for piece in mention.kind == .place ? leads : turning where piece.overlaps(mention.range) {
                // "Sin dal 2012" has nothing of Spanish.
                if mention.kind == .date, mention.range.lowerBound <= piece.lowerBound { continue }
                let isBefore = piece.lowerBound <= mention.range.lowerBound
                let end = max(mention.range.upperBound, piece.upperBound)
                mention.range = isBefore ? piece.upperBound..<end : mention.range.lowerBound..<piece.lowerBound
            }
            // "Agosto 2009 o agosto 2010": an article in Portuguese.
            if let last = mentions.last(where: { $0.range.upperBound <= mention.range.lowerBound }),
                last.kind == mention.kind,
                words[last.range.upperBound..<mention.range.lowerBound].allSatisfy({ $0.isWhitespace }),
                let joint = pieces.first(where: { $0.range.lowerBound == mention.range.lowerBound && $0.has(.weakOr) })
            {
                mention.range = joint.range.upperBound..<mention.range.upperBound
            }
            mention.range = trimmed(mention.range)
            guard !mention.range.isEmpty else { continue }
            if !mention.isWeak { mentions.removeAll { $0.isWeak && $0.range.overlaps(mention.range) } }
            guard !mentions.contains(where: { $0.range.overlaps(mention.range) }) else { continue }
            mentions.append(mention)
        }
        mentions.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func trimmed(_ range: Range<String.Index>) -> Range<String.Index> {
        let part = words[range]
        guard let first = part.firstIndex(where: { !$0.isWhitespace }),
            let last = part.lastIndex(where: { !$0.isWhitespace })
        else { return range.lowerBound..<range.lowerBound }
        return first..<words.index(after: last)
    }

    var pieces: [SentencePiece] { SentencePiece.all(in: words.startIndex..<words.endIndex, of: words) }

    /// The words as the search for a kind of mention reads them, with the same number of bytes: what was understood
    /// before is blank. For places, words such as "outside" that lead to one are replaced by prepositions.
    func text(for kind: Mention.Kind) -> String {
        var bytes = Array(words.utf8)
        func put(_ text: String, over range: Range<String.Index>, isBehind: Bool = false) {
            let low = words.utf8.distance(from: words.startIndex, to: range.lowerBound)
            let high = words.utf8.distance(from: words.startIndex, to: range.upperBound)
            for place in low..<high { bytes[place] = 32 }
            let text = Array(text.utf8)
            guard text.count <= high - low else { return }
            let place = isBehind ? low : high - text.count
            bytes.replaceSubrange(place..<place + text.count, with: text)
        }
        if kind == .place { for (range, text, isBehind) in leads { put(text, over: range, isBehind: isBehind) } }
        for mention in mentions where !mention.isWeak { put("", over: mention.range) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What precedes a place without being one of the prepositions that the search for places knows.
extension Sentence {
    /// Which words lead to places, and what replaces them.
    var leads: [(Range<String.Index>, String, isBehind: Bool)] {
        let pieces = pieces
        var leads: [(Range<String.Index>, String, isBehind: Bool)] = []
        for (index, piece) in pieces.enumerated() {
            let next = index + 1 < pieces.count ? pieces[index + 1] : nil
            let isOpen = next.map { $0.range.lowerBound > piece.range.upperBound } ?? true
            let gap = isOpen ? "" : " "
            if piece.turnsBefore, let first = piece.key.unicodeScalars.first, SentencePiece.isUnspaced(first) {
                leads.append((piece.range, "で", true))
            } else if piece.has(.outside) || piece.has(.not), let first = piece.key.unicodeScalars.first {
                if SentencePiece.isUnspaced(first) {
                    if piece.has(.outside) { leads.append((piece.range, first.value < 0xE80 ? "ใน" : "在", false)) }
                } else if let next, Self.mayBeName(next) {
                    let isCyrillic = (0x400...0x4FF).contains(first.value)
                    leads.append((piece.range, (isCyrillic ? "в" : piece.has(.outside) ? "in" : "to") + gap, false))
                }
            } else if piece.has(.or), let first = piece.key.unicodeScalars.first, SentencePiece.isUnspaced(first) {
                let isThai = first.value < 0xE80
                let isKana = (0x3040...0x30FF).contains(first.value)
                leads.append((piece.range, isThai ? "ใน" : isKana ? "で" : "在", isBehind: isKana))
            } else if FillerWords.ofWords.contains(piece.key), index > 0,
                FillerWords.pictures.contains(pieces[index - 1].key), let next,
                next.key != "a", next.key != "an"
            {
                leads.append((pieces[index - 1].range.lowerBound..<piece.range.upperBound, "to" + gap, false))
            } else if FillerWords.pictures.contains(piece.key),
                (0x400...0x4FF).contains(piece.key.unicodeScalars.first?.value ?? 0),
                let next, next.isPlain, words[next.range].first?.isUppercase == true
            {
                // "Фото Индии" has no preposition.
                leads.append((piece.range, "в", false))
            } else if piece.key == "to", index > 0, FillerWords.trips.contains(pieces[index - 1].key) {
                leads.append((piece.range, "in", false))
            }
        }
        return leads
    }

    private static let articles: Set = [
        "the", "la", "le", "les", "l'", "der", "die", "den", "dem", "el", "los", "il", "de", "o", "a",
    ]

    /// Whether no preposition follows, which would lead to the place itself.
    private static func mayBeName(_ piece: SentencePiece) -> Bool {
        piece.isPlain || articles.contains(piece.key) && piece.key != "a"
    }
}
