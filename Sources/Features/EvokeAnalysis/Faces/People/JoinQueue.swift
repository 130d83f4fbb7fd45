/// Two groups that may be the same person.
struct Join: Sendable {
    /// The mean square distance between their faces at the time it was measured.
    let distance: Float
    let first: Int32
    let second: Int32

    fileprivate static func isBefore(_ one: Join, _ other: Join) -> Bool {
        one.distance == other.distance
            ? (one.first, one.second) < (other.first, other.second) : one.distance < other.distance
    }
}

/// Pending joins, nearest first.
struct JoinQueue: Sendable {
    /// A binary heap: no element is larger than its children at twice its index plus one and two.
    private var joins: [Join]

    init(_ joins: [Join]) { self.joins = joins.sorted(by: Join.isBefore) }

    mutating func push(_ join: Join) {
        joins.append(join)
        var place = joins.count - 1
        while place > 0, Join.isBefore(joins[place], joins[(place - 1) / 2]) {
            joins.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func pop() -> Join? {
        guard let first = joins.first, let last = joins.popLast() else { return nil }
        guard !joins.isEmpty else { return first }
        joins[0] = last
        var place = 0
        while 2 * place + 1 < joins.count {
            var child = 2 * place + 1
            if child + 1 < joins.count, Join.isBefore(joins[child + 1], joins[child]) { child += 1 }
            guard Join.isBefore(joins[child], joins[place]) else { break }
            joins.swapAt(place, child)
            place = child
        }
        return first
    }
}

/// The nearest few.
struct NearestFew {
    private let most: Int
    private(set) var found: [(distance: Float, slot: Int32)] = []

    init(most: Int) { self.most = most }

    /// - Parameter limit: set to the distance from which on nothing more is accepted.
    mutating func add(_ slot: Int, _ distance: Float, limit: inout Float) {
        var place = found.count
        while place > 0, found[place - 1].distance > distance { place -= 1 }
        found.insert((distance, Int32(slot)), at: place)
        if found.count > most { found.removeLast() }
        if found.count == most, let last = found.last { limit = last.distance }
    }
}
