/// A least-recently-used cache.
package struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var entries: [Key: (value: Value, size: Int, used: Int)] = [:]
    private var size = 0
    private var clock = 0
    private let capacity: Int

    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// The cached value, which then counts as just used.
    package mutating func value(for key: Key) -> Value? {
        clock += 1
        entries[key]?.used = clock
        return entries[key]?.value
    }

    /// Caches a value, replacing an earlier one. The least recently used values make room.
    package mutating func keep(_ value: Value, for key: Key, size taken: Int = 1) {
        clock += 1
        size += taken - (entries.updateValue((value, taken, clock), forKey: key)?.size ?? 0)
        guard size > capacity else { return }
        // A quarter at once, since finding the oldest scans all entries.
        for (old, entry) in entries.sorted(by: { $0.value.used < $1.value.used }) {
            guard size > capacity - capacity / 4, old != key else { break }
            entries[old] = nil
            size -= entry.size
        }
    }
}
