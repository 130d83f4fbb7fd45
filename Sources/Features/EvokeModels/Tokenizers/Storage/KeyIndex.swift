/// Finds keys in a list by their bytes. Used for the half million merges, which name two pieces each, because walking
/// the trie takes several times as long.
struct KeyIndex {
    private let keys: KeyList
    /// Indices in the list by hash, with linear probing; -1 for free slots.
    private var slots: [Int32]

    /// For duplicate keys, the last one counts.
    init(_ keys: KeyList) {
        self.keys = keys
        var slotCount = 16
        while slotCount < keys.count * 2 { slotCount *= 2 }
        slots = Array(repeating: -1, count: slotCount)
        for place in 0..<keys.count { slots[slot(of: keys.key(place), [])] = Int32(place) }
    }

    /// The index of the key that is `start` followed by `end`.
    func place(of start: ArraySlice<UInt8>, _ end: ArraySlice<UInt8> = []) -> Int? {
        let place = slots[slot(of: start, end)]
        return place < 0 ? nil : Int(place)
    }

    /// The slot where the key is or would be.
    private func slot(of start: ArraySlice<UInt8>, _ end: ArraySlice<UInt8>) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in start { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for byte in end { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & (slots.count - 1)
        while case let place = Int(slots[slot]), place >= 0, !isKey(place, start, end) {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func isKey(_ place: Int, _ start: ArraySlice<UInt8>, _ end: ArraySlice<UInt8>) -> Bool {
        let key = keys.key(place)
        return key.count == start.count + end.count && key.starts(with: start)
            && key.dropFirst(start.count).elementsEqual(end)
    }
}
