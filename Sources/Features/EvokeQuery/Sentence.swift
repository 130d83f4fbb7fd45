import EvokeValues

extension QueryReading {
    /// A date, a place or a name that plain words have.
    package struct Mention: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case date, place, person }

        /// Where it stands in the words, with the preposition before it.
        package var range: Range<String.Index>
        package let kind: Kind
        /// What it requires as it stands.
        package let part: Query.Part
        /// Whether a word makes it more than a plain date: "before", "ago".
        var isTurned = false
        /// Whether it counts only where the other words say nothing.
        var isWeak = false

        package init(_ range: Range<String.Index>, _ kind: Kind, _ part: Query.Part) {
            (self.range, self.kind, self.part) = (range, kind, part)
        }
    }
}

extension QueryReading {
    /// Whether a word, in small letters, joins what stands beside it: "and", "oder".
    package static func joins(_ word: String) -> Bool { SentencePiece.joins(word.foldedWord) }
}

/// Plain words with what is mentioned in them, and what the words between make of it.
struct Sentence: Hashable, Sendable {
    let words: String
    /// In the order of the words, none over another.
    private(set) var mentions: [QueryReading.Mention] = []

    init(_ words: String) { self.words = words }

    typealias Mention = QueryReading.Mention
    typealias Found = (range: Range<String.Index>, part: Query.Part)

    /// What was understood, with the words for it; the words that are left, and whether these say nothing.
    func read() -> (found: [Found], rest: String, isIdle: Bool) {
        let sure = mentions.filter { !$0.isWeak }
        if sure.count < mentions.count, let whole = understood(mentions), isIdle(whole.rest) {
            return (whole.found, whole.rest, true)
        }
        guard let some = understood(sure) else { return ([], words, false) }
        return (some.found, some.rest, isIdle(some.rest))
    }

    private func isIdle(_ rest: String) -> Bool {
        SentencePiece.all(in: rest.startIndex..<rest.endIndex, of: rest).allSatisfy {
            switch $0.kind {
            case .thin, .comma: true
            case .plain: FillerWords.isFiller($0.key)
            case .connective(let own): own.isSubset(of: [.and, .but]) || FillerWords.isFiller($0.key)
            case .behind: false
            }
        }
    }

    // MARK: What finds mentions

    /// Adds what a search in `text(for:)` found; what lies over others is left out.
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
            // "Agosto 2009 o agosto 2010": an article of Portuguese.
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

    private var pieces: [SentencePiece] { SentencePiece.all(in: words.startIndex..<words.endIndex, of: words) }

    /// The words as a search for mentions of a kind reads them, as many bytes as they have: what was understood before is
    /// blank. For places, prepositions stand where a word such as "outside" leads to one.
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

    /// Which words lead to places, and what stands for them.
    private var leads: [(Range<String.Index>, String, isBehind: Bool)] {
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
            } else if FillerWords.isOf(piece.key), index > 0, FillerWords.isPicture(pieces[index - 1].key), let next,
                next.key != "a", next.key != "an"
            {
                leads.append((pieces[index - 1].range.lowerBound..<piece.range.upperBound, "to" + gap, false))
            } else if FillerWords.isPicture(piece.key),
                (0x400...0x4FF).contains(piece.key.unicodeScalars.first?.value ?? 0),
                let next, next.isPlain, words[next.range].first?.isUppercase == true
            {
                // "Фото Индии" has no preposition.
                leads.append((piece.range, "в", false))
            } else if piece.key == "to", index > 0, FillerWords.isTrip(pieces[index - 1].key) {
                leads.append((piece.range, "in", false))
            }
        }
        return leads
    }

    private static let articles: Set = [
        "the", "la", "le", "les", "l'", "der", "die", "den", "dem", "el", "los", "il", "de", "o", "a",
    ]

    /// Whether no preposition follows, which leads by itself.
    private static func mayBeName(_ piece: SentencePiece) -> Bool {
        piece.isPlain || articles.contains(piece.key) && piece.key != "a"
    }

    // MARK: What they come to

    /// How a mention stands to the one before it.
    private enum Joint { case none, and, but, or, apart }

    private struct Item {
        var mention: Mention
        var joint: Joint
        /// Nil where no word turns it round.
        var turning: Range<String.Index>?
        /// With the words behind that turn it round.
        var end: String.Index
        /// From what goes with it on: "with", "and".
        var gone: String.Index
        var isNegated: Bool

        var part: Query.Part { isNegated ? mention.part.opposite : mention.part }
        var start: String.Index { turning?.lowerBound ?? mention.range.lowerBound }
    }

    /// Nil where the words between cannot be told from what they join.
    private func understood(_ mentions: [Mention]) -> (found: [Found], rest: String)? {
        var mentions = mentions
        while true {
            guard !mentions.isEmpty else { return ([], words) }
            guard let items = items(mentions) else { return nil }
            if let odd = oddDate(items) {
                mentions.remove(at: odd)
                continue
            }
            return found(in: items)
        }
    }

    private func items(_ mentions: [Mention]) -> [Item]? {
        var (items, start) = ([Item](), words.startIndex)
        for (index, mention) in mentions.enumerated() {
            let gap = SentencePiece.all(in: start..<mention.range.lowerBound, of: words)
            let next = index + 1 < mentions.count ? mentions[index + 1].range.lowerBound : words.endIndex
            let after = SentencePiece.all(in: mention.range.upperBound..<next, of: words)
            let before = Array(gap.reversed().prefix { !$0.isPlain }.reversed())
            let isDirect = before.count == gap.count && index > 0
            let isSameKind = index > 0 && mentions[index - 1].kind == mention.kind
            var joint = index == 0 || !isDirect ? Joint.apart : .none
            if isDirect {
                if before.contains(where: { $0.has(.or) || $0.has(.weakOr) && isSameKind }) {
                    joint = .or
                } else if before.contains(where: { $0.has(.but) }) {
                    joint = .but
                } else if before.contains(where: { $0.has(.and) || $0.kind == .comma })
                    || isSameKind && mention.kind == .place
                {
                    // "From Paris to Rome": no photo is of both.
                    joint = .and
                }
            } else if before.contains(where: { $0.has(.or) }) {
                return nil
            }
            let behind = after.prefix { !$0.isPlain }
            if behind.count < after.count || index + 1 == mentions.count, behind.contains(where: { $0.has(.or) }) {
                return nil
            }
            let turning = before.filter { $0.turns && (!$0.has(.no) || mention.kind == .person) }
            let turnedBehind = after.first.flatMap { $0.turnsBefore ? $0 : nil }
            let isNegated = turnedBehind != nil || !turning.count.isMultiple(of: 2)
            let joins = before.reversed().prefix { piece in
                isDirect || piece.turns || piece.has(.and) || piece.has(.or) || piece.has(.but)
                    || mention.kind == .person && QueryReading.joining.contains(piece.key)
            }
            let begin = turning.first.map(\.range.lowerBound)
            items.append(
                Item(
                    mention: mention, joint: joint, turning: turning.first?.range,
                    end: turnedBehind?.range.upperBound ?? mention.range.upperBound,
                    gone: min(
                        begin ?? mention.range.lowerBound, joins.last?.range.lowerBound ?? mention.range.lowerBound),
                    isNegated: isNegated))
            start = turnedBehind?.range.upperBound ?? mention.range.upperBound
        }
        return items
    }

    /// A second plain date that nothing joins to the first stays words, and so does one beside a word for the end of a
    /// time that was not understood.
    private func oddDate(_ items: [Item]) -> Int? {
        var hasPlain = false
        for (index, item) in items.enumerated() {
            if item.joint == .or { hasPlain = false }
            guard item.mention.kind == .date else { continue }
            let from = index > 0 ? items[index - 1].end : words.startIndex
            let to = index + 1 < items.count ? items[index + 1].mention.range.lowerBound : words.endIndex
            let before = words[from..<item.mention.range.lowerBound].trimmed
            let after = words[item.end..<to].trimmed
            if isBound(before, SentencePiece.bounds.before, atEnd: true)
                || isBound(after, SentencePiece.bounds.behind, atEnd: false)
            {
                return index
            }
            guard !item.mention.isTurned, !item.isNegated else { continue }
            let isJoined =
                index > 0 && items[index - 1].mention.kind == .date && (item.joint == .or || item.joint == .and)
            if hasPlain, !isJoined { return index }
            hasPlain = true
        }
        return nil
    }

    private func isBound(_ text: String, _ words: Set<String>, atEnd: Bool) -> Bool {
        guard let scalar = atEnd ? text.unicodeScalars.last : text.unicodeScalars.first else { return false }
        if SentencePiece.isUnspaced(scalar) {
            return words.contains { $0.count > 1 && (atEnd ? text.hasSuffix($0) : text.hasPrefix($0)) }
        }
        let keys = text.split(separator: " ").map(\.foldedWord)
        return (1...4).contains { count in
            guard count <= keys.count else { return false }
            return words.contains((atEnd ? keys.suffix(count) : keys.prefix(count)).joined(separator: " "))
        }
    }

    /// Items of a kind that stand together: "Anna, Ben or Carl".
    private struct List {
        var items: [Item]
        var isEither: Bool { items.dropFirst().contains { $0.joint == .or } }
    }

    private func found(in items: [Item]) -> (found: [Found], rest: String)? {
        var lists: [List] = []
        for item in items {
            if let last = lists.last, last.items[0].mention.kind == item.mention.kind,
                item.joint == .or || item.joint == .and && (item.turning == nil || last.items[0].isNegated)
            {
                lists[lists.count - 1].items.append(item)
            } else {
                lists.append(List(items: [item]))
            }
        }
        let rest = rest(without: items)
        if lists.dropFirst().contains(where: { $0.items[0].joint == .or }) {
            guard isIdle(rest) else { return nil }
            var sides: [[Query.Part]] = []
            for list in lists {
                if sides.isEmpty || list.items[0].joint == .or { sides.append([]) }
                sides[sides.count - 1] += Self.found(list).map(\.part)
            }
            let part = Query.Part.any(sides.map { $0.count == 1 ? $0[0] : .all($0) })
            return ([(items[0].start..<items[items.count - 1].end, part)], rest)
        }
        return (lists.flatMap(Self.found), rest)
    }

    private static func found(_ list: List) -> [Found] {
        var items = list.items
        let isEither: Bool
        if items.count > 1, items[0].isNegated, items.dropFirst().allSatisfy({ $0.turning == nil }) {
            // "Without Anna or Ben" is without both.
            for index in items.indices { items[index].isNegated = true }
            isEither = false
        } else {
            isEither = list.isEither || items.count > 1 && items.allSatisfy { !$0.isNegated } && areApart(items)
        }
        guard isEither else {
            return items.enumerated().map { index, item in
                (
                    index > 0 && item.turning == nil && item.isNegated ? item.gone..<item.end : item.start..<item.end,
                    item.part
                )
            }
        }
        return [(items[0].start..<items[items.count - 1].end, .any(items.map(\.part)))]
    }

    /// Whether no photo can be of all of them: of two places, and of times that have nothing in common.
    private static func areApart(_ items: [Item]) -> Bool {
        switch items[0].mention.kind {
        case .person: return false
        case .place: return true
        case .date:
            let times = items.compactMap { item -> DateSpan? in
                if case .test(.taken(let time)) = item.mention.part { time } else { nil }
            }
            return times.indices.allSatisfy { first in
                times.indices.allSatisfy { first == $0 || !times[first].overlaps(times[$0]) }
            }
        }
    }

    private func rest(without items: [Item]) -> String {
        var rest = words
        for item in items.reversed() {
            let end =
                ["'s", "’s"].first { item.mention.kind == .person && words[item.end...].hasPrefix($0) }
                .map { words.index(item.end, offsetBy: $0.count) } ?? item.end
            rest.replaceSubrange(item.gone..<end, with: " ")
        }
        return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Query.Part {
    /// The photos that it leaves out. Of dates that begin or end a time, those beyond: "not before 2012" is since 2012.
    fileprivate var opposite: Self {
        if case .test(.taken(let time)) = self {
            let (first, last) = (DateSpan.calendar.lowerBound, DateSpan.calendar.upperBound)
            if time.lowerBound == first, time.upperBound < last { return .test(.taken(time.upperBound..<last)) }
            if time.upperBound == last, time.lowerBound > first { return .test(.taken(first..<time.lowerBound)) }
        }
        return Self.opposite(self)
    }
}
