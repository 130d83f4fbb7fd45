/// Merges the characters of a word pair by pair, in the order in which the merges were learned.
struct BPE: Sendable {
    private let vocabulary: Vocabulary
    private let unknownID: Int32?
    /// The prefix of each character but the first, and its node in the vocabulary.
    private let prefix: [UInt8]
    private let prefixNode: Int?
    /// The suffix of the last character.
    private let suffix: [UInt8]
    private let fusesUnknown: Bool
    /// The piece for each byte value; empty if the model has no byte fallback.
    private let byteIDs: [Int32?]
    /// Whether a word in the vocabulary is used as a whole.
    private let takesWholeWords: Bool
    private let wholeWords: [[UInt8]: Int32]

    init(_ node: ConfigurationNode, vocabulary: Vocabulary) throws(TokenizerError) {
        let dropout = node["dropout"]
        guard dropout.isNull || dropout.value.double == 0 else { throw dropout.unsupported() }
        self.vocabulary = vocabulary
        // The reference fails on the first unknown character if the vocabulary lacks this token; here such characters
        // are left out.
        unknownID = try node["unk_token"].optionalString().flatMap { vocabulary.pieces.id(of: $0.utf8) }
        prefix = Array(try node["continuing_subword_prefix"].optionalString()?.utf8 ?? "".utf8)
        prefixNode = vocabulary.pieces.node(of: prefix)
        suffix = Array(try node["end_of_word_suffix"].optionalString()?.utf8 ?? "".utf8)
        fusesUnknown = try node["fuse_unk"].bool(default: false)
        byteIDs = try node["byte_fallback"].bool(default: false) ? vocabulary.byteIDs() : []
        takesWholeWords = try node["ignore_merges"].bool(default: false)
        wholeWords = [:]
    }

    /// A model whose words end in `suffix` and that has no unknown characters.
    init(vocabulary: Vocabulary, suffix: String, wholeWords: [String]) {
        self.vocabulary = vocabulary
        unknownID = nil
        prefix = []
        prefixNode = ByteTrie.root
        self.suffix = Array(suffix.utf8)
        fusesUnknown = false
        byteIDs = []
        takesWholeWords = false
        let known = wholeWords.compactMap { word in
            vocabulary.pieces.id(of: word.utf8).map { (Array(word.utf8), $0) }
        }
        self.wholeWords = Dictionary(known, uniquingKeysWith: { first, _ in first })
    }

    /// Appends the ids of the pieces of `text[range]`, which must be valid UTF-8.
    func encode(_ text: [UInt8], _ range: Range<Int>, into ids: inout [Int32], _ scratch: inout MergeScratch) {
        if takesWholeWords, let id = vocabulary.pieces.id(of: text[range]) {
            ids.append(id)
            return
        }
        if !wholeWords.isEmpty, let id = wholeWords[Array(text[range])] {
            ids.append(id)
            return
        }
        scratch.removeAll()
        appendCharacters(text, range, to: &scratch)
        scratch.mergeAll(by: vocabulary.merges)
        scratch.appendIDs(to: &ids)
    }

    private func appendCharacters(_ text: [UInt8], _ range: Range<Int>, to scratch: inout MergeScratch) {
        /// Whether an unknown character may still merge with following ones.
        var isUnknownPending = false
        var start = range.lowerBound
        while start < range.upperBound {
            let end = start + utf8Length(lead: text[start])
            let isFirst = start == range.lowerBound
            let isLast = end == range.upperBound
            if let id = pieceID(of: text[start..<end], isFirst: isFirst, isLast: isLast) {
                if isUnknownPending, let unknownID { scratch.append(unknownID) }
                isUnknownPending = false
                scratch.append(id)
            } else if let bytes = bytePieces(of: text[start..<end], isFirst: isFirst, isLast: isLast) {
                for id in bytes { scratch.append(id) }
            } else if let unknownID {
                if isUnknownPending, !fusesUnknown { scratch.append(unknownID) }
                isUnknownPending = true
            }
            start = end
        }
        if isUnknownPending, let unknownID { scratch.append(unknownID) }
    }

    private func pieceID(of character: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool) -> Int32? {
        guard let start = isFirst ? ByteTrie.root : prefixNode,
            let node = vocabulary.pieces.node(of: character, from: start),
            let end = isLast ? vocabulary.pieces.node(of: suffix, from: node) : node
        else { return nil }
        return vocabulary.pieces.id(at: end)
    }

    /// Nil if the model lacks one of them. As in the reference, prefixes and suffixes also become bytes.
    private func bytePieces(of character: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool) -> [Int32]? {
        if byteIDs.isEmpty { return nil }
        let bytes = (isFirst ? [] : prefix) + character + (isLast ? suffix : [])
        let ids = bytes.compactMap { byteIDs[Int($0)] }
        return ids.count == bytes.count ? ids : nil
    }
}

/// A word while its pieces are merged. Reused for the next word to save allocations.
struct MergeScratch {
    private struct Symbol {
        /// -1 once the symbol has been merged into the previous one.
        var id: Int32
        /// Indices of adjacent symbols; -1 and the count at the ends.
        var previous: Int32
        var next: Int32
    }

    /// A pair that could be merged.
    private struct Candidate {
        /// The merge's rank, then the index of the left symbol; the lowest goes first.
        let order: UInt64
        let result: Int32
    }

    private var symbols: [Symbol] = []
    /// A binary heap.
    private var candidates: [Candidate] = []

    mutating func removeAll() {
        symbols.removeAll(keepingCapacity: true)
        candidates.removeAll(keepingCapacity: true)
    }

    mutating func append(_ id: Int32) {
        let place = Int32(symbols.count)
        symbols.append(Symbol(id: id, previous: place - 1, next: place + 1))
    }

    func appendIDs(to ids: inout [Int32]) {
        for symbol in symbols where symbol.id >= 0 { ids.append(symbol.id) }
    }

    /// Merges pairs until none is left: lowest rank first, then leftmost.
    mutating func mergeAll(by merges: MergeTable) {
        for place in symbols.indices.dropLast() { offer(place, place + 1, merges) }
        while let candidate = popFirst() {
            let place = Int(truncatingIfNeeded: candidate.order & 0xFFFF_FFFF)
            let left = symbols[place]
            // Either symbol may have been merged since.
            guard left.id >= 0, left.next < symbols.count else { continue }
            let right = symbols[Int(left.next)]
            guard merges.merge(of: left.id, right.id)?.result == candidate.result else { continue }

            symbols[place].id = candidate.result
            symbols[place].next = right.next
            symbols[Int(left.next)].id = -1
            if right.next < symbols.count { symbols[Int(right.next)].previous = Int32(place) }
            if left.previous >= 0 { offer(Int(left.previous), place, merges) }
            if right.next < symbols.count { offer(place, Int(right.next), merges) }
        }
    }

    private mutating func offer(_ left: Int, _ right: Int, _ merges: MergeTable) {
        guard let merge = merges.merge(of: symbols[left].id, symbols[right].id) else { return }
        candidates.append(Candidate(order: UInt64(merge.rank) << 32 | UInt64(left), result: merge.result))
        var place = candidates.count - 1
        while place > 0, case let parent = (place - 1) / 2, candidates[place].order < candidates[parent].order {
            candidates.swapAt(place, parent)
            place = parent
        }
    }

    private mutating func popFirst() -> Candidate? {
        guard let last = candidates.popLast() else { return nil }
        guard let first = candidates.first else { return last }
        var place = 0
        while case var child = place * 2 + 1, child < candidates.count {
            if child + 1 < candidates.count, candidates[child + 1].order < candidates[child].order { child += 1 }
            if last.order <= candidates[child].order { break }
            candidates[place] = candidates[child]
            place = child
        }
        candidates[place] = last
        return first
    }
}

/// The merges of a BPE model: which pairs of tokens merge, in which order, and into which token.
struct MergeTable: Sendable {
    struct Merge {
        /// Lower ranks merge first.
        let rank: UInt32
        let result: Int32
    }

    /// Sorted, without duplicates.
    private let pairs: Table<UInt64>
    private let ranks: Table<UInt32>
    private let results: Table<Int32>

    /// Nil if the tables don't fit together.
    init?(pairs: Table<UInt64>, ranks: Table<UInt32>, results: Table<Int32>) {
        guard ranks.count == pairs.count, results.count == pairs.count else { return nil }
        self.pairs = pairs
        self.ranks = ranks
        self.results = results
    }

    func merge(of left: Int32, _ right: Int32) -> Merge? {
        let wanted = MergeTableBuilder.pair(left, right)
        let place = pairs.withUnsafeElements { pairs in
            var low = 0
            var high = pairs.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[middle] < wanted { low = middle + 1 } else { high = middle }
            }
            return low < pairs.count && pairs[low] == wanted ? low : nil
        }
        return place.map { Merge(rank: ranks[$0], result: results[$0]) }
    }
}

/// Lays out the tables of a `MergeTable`. Merges are ranked in the order in which they are added; for duplicates, the
/// last one counts.
struct MergeTableBuilder {
    /// Two tokens and the token that they merge into.
    struct Merge {
        let left: Int32
        let right: Int32
        let result: Int32
    }

    private(set) var pairs: [UInt64] = []
    private(set) var ranks: [UInt32] = []
    private(set) var results: [Int32] = []

    init(_ merges: [Merge]) {
        var order = merges.indices.map { (pair: Self.pair(merges[$0].left, merges[$0].right), rank: $0) }
        order.sort { $0.pair != $1.pair ? $0.pair < $1.pair : $0.rank < $1.rank }
        for (pair, rank) in order {
            if pairs.last == pair {
                pairs.removeLast()
                ranks.removeLast()
                results.removeLast()
            }
            pairs.append(pair)
            ranks.append(UInt32(rank))
            results.append(merges[rank].result)
        }
    }

    fileprivate static func pair(_ left: Int32, _ right: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    }
}
