/// A map from byte strings to ids that finds all keys that are prefixes of a text in one walk.
///
/// Nodes are numbered breadth first, so siblings are adjacent, and each node only needs the index of its first child.
/// Siblings are sorted by their byte.
struct ByteTrie: Sendable {
    static let root = 0

    private let labels: Table<UInt8>
    private let firstChildren: Table<UInt32>
    private let ids: Table<Int32>

    /// Nil if the tables don't fit together.
    init?(labels: Table<UInt8>, firstChildren: Table<UInt32>, ids: Table<Int32>) {
        guard labels.count > 0, ids.count == labels.count, firstChildren.count == labels.count + 1 else { return nil }
        self.labels = labels
        self.firstChildren = firstChildren
        self.ids = ids
    }

    /// The id of the key that ends at `node`, or nil if none does.
    func id(at node: Int) -> Int32? {
        let id = ids[node]
        return id >= 0 ? id : nil
    }

    func child(of node: Int, byte: UInt8) -> Int? {
        var low = Int(firstChildren[node])
        var high = Int(firstChildren[node + 1])
        while low < high {
            let middle = (low + high) / 2
            let label = labels[middle]
            if label == byte { return middle }
            if label < byte { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    func node(of key: some Sequence<UInt8>, from start: Int = root) -> Int? {
        var node = start
        for byte in key {
            guard let next = child(of: node, byte: byte) else { return nil }
            node = next
        }
        return node
    }

    func id(of key: some Sequence<UInt8>) -> Int32? {
        node(of: key).flatMap(id(at:))
    }

    /// The longest key that `text[range]` begins with, and where it ends.
    func longestMatch(in text: [UInt8], _ range: Range<Int>, from start: Int = root) -> (id: Int32, end: Int)? {
        var longest: (id: Int32, end: Int)?
        var node = start
        var position = range.lowerBound
        while position < range.upperBound, let next = child(of: node, byte: text[position]) {
            node = next
            position += 1
            if let id = id(at: node) { longest = (id, position) }
        }
        return longest
    }
}

/// Lays out the nodes of a `ByteTrie`. For duplicate keys, the last one counts.
struct ByteTrieBuilder {
    private(set) var labels: [UInt8] = [0]
    private(set) var firstChildren: [UInt32] = []
    private(set) var ids: [Int32] = []
    /// The number of distinct keys.
    private(set) var keyCount = 0

    /// Without `ids`, a key's id is its index in the list.
    init(keys: KeyList, ids keyIDs: [Int32]? = nil) {
        let order = keys.sortedIndices()
        // The keys below each node of one level, as ranges of `order`.
        var level = [0..<order.count]
        var depth = 0
        while !level.isEmpty {
            var next: [Range<Int>] = []
            for below in level {
                firstChildren.append(UInt32(labels.count))
                var rest = below
                var id: Int32 = -1
                while let first = rest.first, keys.length(order[first]) == depth {
                    id = keyIDs?[order[first]] ?? Int32(order[first])
                    rest = rest.dropFirst()
                }
                if id >= 0 { keyCount += 1 }
                ids.append(id)
                while let first = rest.first {
                    let label = keys.byte(depth, of: order[first])
                    let end = rest.first { keys.byte(depth, of: order[$0]) != label } ?? rest.upperBound
                    labels.append(label)
                    next.append(first..<end)
                    rest = end..<rest.upperBound
                }
            }
            level = next
            depth += 1
        }
        firstChildren.append(UInt32(labels.count))
    }
}

/// Byte strings stored end to end in one array.
struct KeyList {
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]

    var count: Int { ends.count - 1 }

    /// Adds a key; `write` appends its bytes to the array it is given.
    mutating func append<Failure: Error>(_ write: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) {
        try write(&bytes)
        ends.append(bytes.count)
    }

    func key(_ index: Int) -> ArraySlice<UInt8> { bytes[ends[index]..<ends[index + 1]] }

    func length(_ index: Int) -> Int { ends[index + 1] - ends[index] }

    func byte(_ offset: Int, of index: Int) -> UInt8 { bytes[ends[index] + offset] }

    /// The keys' indices in order of their bytes; equal keys in order of index.
    func sortedIndices() -> [Int] {
        // Most comparisons end within the first eight bytes, which one integer holds.
        var entries = (0..<count).map { index in (start: leadingBytes(index), index: index) }
        entries.sort { left, right in
            left.start != right.start ? left.start < right.start : precedes(left.index, right.index)
        }
        return entries.map(\.index)
    }

    private func leadingBytes(_ index: Int) -> UInt64 {
        (0..<8).reduce(0) { sum, offset in
            sum << 8 | UInt64(offset < length(index) ? byte(offset, of: index) : 0)
        }
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        for offset in 0..<min(length(left), length(right)) {
            let (a, b) = (byte(offset, of: left), byte(offset, of: right))
            if a != b { return a < b }
        }
        return length(left) != length(right) ? length(left) < length(right) : left < right
    }
}

extension ByteTrie {
    /// A trie outside any image.
    init(_ builder: ByteTrieBuilder) {
        func table<Element: BitwiseCopyable>(_ values: [Element]) -> Table<Element> {
            let memory = Memory(copying: values.withUnsafeBytes(Array.init))
            return Table(in: memory, at: 0, byteCount: memory.bytes.count)!
        }
        self.init(
            labels: table(builder.labels), firstChildren: table(builder.firstChildren), ids: table(builder.ids))!
    }
}
