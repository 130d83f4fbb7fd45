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

    /// The node for `key`.
    func node(of key: some Sequence<UInt8>, from start: Int = root) -> Int? {
        var node = start
        for byte in key {
            guard let next = child(of: node, byte: byte) else { return nil }
            node = next
        }
        return node
    }

    /// The id of exactly this key.
    func id(of key: some Sequence<UInt8>) -> Int32? {
        node(of: key).flatMap(id(at:))
    }

    /// The longest key that begins at `start`, and where it ends.
    func longestMatch(in text: [UInt8], at start: Int) -> (id: Int32, end: Int)? {
        var longest: (id: Int32, end: Int)?
        var node = Self.root
        var position = start
        while position < text.count, let next = child(of: node, byte: text[position]) {
            node = next
            position += 1
            if let id = id(at: node) { longest = (id, position) }
        }
        return longest
    }
}
