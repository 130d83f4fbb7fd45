import EvokePorts
import EvokeValues

/// How the words between mentions change them: negated, joined, or kept apart.
extension Sentence {
    /// How a mention relates to the one before it.
    private enum Joint { case none, and, but, or, apart }

    private struct Item {
        var mention: Mention
        var joint: Joint
        /// Nil if no word negates it.
        var turning: Range<String.Index>?
        /// Including the words after it that negate it.
        var end: String.Index
        /// Where the words that are removed along with it begin: "with", "and".
        var gone: String.Index
        var isNegated: Bool

        var part: SearchQuery.Part { isNegated ? mention.part.opposite : mention.part }
        var start: String.Index { turning?.lowerBound ?? mention.range.lowerBound }
    }

    /// Nil if the words between cannot be told apart from what they join.
    func understood(_ mentions: [Mention]) -> (found: [Found], rest: String)? {
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
                    // "From Paris to Rome": no photo was taken in both.
                    joint = .and
                }
            } else if before.contains(where: { $0.has(.or) }) {
                return nil
            }
            let behind = after.prefix { !$0.isPlain }
            if behind.count < after.count || index + 1 == mentions.count, behind.contains(where: { $0.has(.or) }) {
                return nil
            }
            let turning = before.filter { $0.turns && (!$0.has(.no) || [.person, .photos].contains(mention.kind)) }
            let turnedBehind = after.first.flatMap { $0.turnsBefore ? $0 : nil }
            let isNegated = turnedBehind != nil || !turning.count.isMultiple(of: 2)
            let joins = before.reversed().prefix { piece in
                isDirect || piece.turns || piece.has(.and) || piece.has(.or) || piece.has(.but)
                    || mention.kind == .person && ParsedQuery.joining.contains(piece.key)
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

    /// A second plain date that nothing joins to the first stays words, and so does one next to a word for the end of a
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

    private func found(in items: [Item]) -> (found: [Found], rest: String)? {
        // Adjacent items of one kind: "Anna, Ben or Carl".
        var lists: [[Item]] = []
        for item in items {
            if let first = lists.last?[0], first.mention.kind == item.mention.kind,
                item.joint == .or || item.joint == .and && (item.turning == nil || first.isNegated)
            {
                lists[lists.count - 1].append(item)
            } else {
                lists.append([item])
            }
        }
        let rest = rest(without: items)
        if lists.dropFirst().contains(where: { $0[0].joint == .or }) {
            guard isIdle(rest) else { return nil }
            var sides: [[SearchQuery.Part]] = []
            for list in lists {
                if sides.isEmpty || list[0].joint == .or { sides.append([]) }
                sides[sides.count - 1] += Self.found(list).map(\.part)
            }
            let part = SearchQuery.Part.any(sides.map { $0.count == 1 ? $0[0] : .all($0) })
            return ([(items[0].start..<items[items.count - 1].end, part)], rest)
        }
        return (lists.flatMap(Self.found), rest)
    }

    private static func found(_ list: [Item]) -> [Found] {
        var items = list
        let isEither: Bool
        if items.count > 1, items[0].isNegated, items[0].turning != nil,
            items.dropFirst().allSatisfy({ $0.turning == nil })
        {
            // "Without Anna or Ben" is without both.
            for index in items.indices { items[index].isNegated = true }
            isEither = false
        } else {
            isEither =
                items.dropFirst().contains { $0.joint == .or }
                || items.count > 1 && items.allSatisfy { !$0.isNegated } && areApart(items)
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

    /// Whether no photo can match all of them: two places, or times that do not overlap.
    private static func areApart(_ items: [Item]) -> Bool {
        switch items[0].mention.kind {
        case .person, .photos: return false
        case .place, .camera: return true
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

extension SearchQuery.Part {
    /// The photos that it excludes. For the start or end of a time, those beyond it: "not before 2012" is since 2012.
    fileprivate var opposite: Self {
        if case .test(.taken(let time)) = self {
            let (first, last) = (DateSpan.calendar.lowerBound, DateSpan.calendar.upperBound)
            if time.lowerBound == first, time.upperBound < last { return .test(.taken(time.upperBound..<last)) }
            if time.upperBound == last, time.lowerBound > first { return .test(.taken(first..<time.lowerBound)) }
        }
        return Self.opposite(self)
    }
}
