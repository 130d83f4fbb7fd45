import EvokePorts
import EvokeValues

extension PeopleGrouping {
    /// The group that this one has become.
    func standing(_ group: Int) -> Int {
        var place = group
        while let next = groups[place].into { place = next }
        return place
    }

    func mayJoin(_ group: Int, _ other: Int) -> Bool {
        let (one, two) = (groups[group].person, groups[other].person)
        // Groups of one person that only the owner joined can be separated again.
        return one == two ? groups[group].home == groups[other].home : mayBeOne(one, two)
    }

    /// Whether Evoke may merge two people without asking.
    func mayBeOne(_ one: Int, _ other: Int) -> Bool {
        !(persons[one].isSpokenOf && persons[other].isSpokenOf) && !areTwo(one, other)
    }

    /// Whether the owner said so, or a photo shows both.
    func areTwo(_ one: Int, _ other: Int) -> Bool {
        if let number = persons[other].number, persons[one].not.contains(number) { return true }
        if let number = persons[one].number, persons[other].not.contains(number) { return true }
        let (fewer, more) = persons[one].photos.count < persons[other].photos.count ? (one, other) : (other, one)
        return !persons[fewer].photos.isDisjoint(with: persons[more].photos)
    }

    /// Joins groups that are near enough, nearest first. A group's distance to another is never less than the least
    /// distance of its parts, so what was measured for parts is a lower bound for the whole.
    mutating func join(_ joins: [Join]) {
        let limit = Float(distances.group * distances.group)
        var queue = JoinQueue(joins)
        while let next = queue.pop() {
            let (first, second) = (standing(Int(next.first)), standing(Int(next.second)))
            guard first != second, mayJoin(first, second) else { continue }
            let distance = groups[first].point.distance(to: groups[second].point)
            if distance > limit { continue }
            if distance > next.distance, (first, second) != (Int(next.first), Int(next.second)) {
                queue.push(Join(distance: distance, first: Int32(first), second: Int32(second)))
            } else {
                joinPersons(groups[first].person, groups[second].person)
                joinGroups(first, second)
            }
        }
    }

    private mutating func joinGroups(_ one: Int, _ other: Int) {
        let (stays, goes) =
            older(groups[one].number, groups[other].number, more: groups[one].faces.count, groups[other].faces.count)
            ? (one, other) : (other, one)
        let gone = groups[goes]
        for face in gone.faces { groupOf[Int(face)] = Int32(stays) }
        if gone.number != nil { moved.formUnion(gone.faces) }
        groups[stays].faces += gone.faces
        groups[stays].point.add(gone.point)
        groups[goes].faces = []
        groups[goes].into = stays
        goneGroups.append(goes)
    }

    /// The one mentioned in a decision stays, otherwise the older one.
    mutating func joinPersons(_ one: Int, _ other: Int) {
        if one == other { return }
        let (first, second) = (persons[one], persons[other])
        let firstStays =
            first.isSpokenOf != second.isSpokenOf
            ? first.isSpokenOf
            : older(first.number, second.number, more: first.photos.count, second.photos.count)
        let (stays, goes) = firstStays ? (one, other) : (other, one)
        let gone = persons[goes]
        persons[goes].photos = []
        if gone.photos.count > persons[stays].photos.count {
            persons[stays].photos = gone.photos.union(persons[stays].photos)
        } else {
            persons[stays].photos.formUnion(gone.photos)
        }
        for place in gone.groups where groups[place].into == nil {
            groups[place].person = stays
            groups[place].home = persons[stays].number
            if gone.number != nil { moved.formUnion(groups[place].faces) }
        }
        persons[stays].groups += gone.groups.filter { groups[$0].into == nil }
        persons[stays].not.formUnion(gone.not)
        if let number = gone.number { personPlaces[number] = nil }
        persons[goes].into = stays
        gonePersons.append(goes)
    }

    /// Whether the first has the lower number; without numbers, whether it has more faces.
    private func older(_ one: Int64?, _ other: Int64?, more first: Int, _ second: Int) -> Bool {
        switch (one, other) {
        case (let one?, let other?): one < other
        case (nil, nil): first >= second
        default: one != nil
        }
    }

    /// Releases the slots of groups that became part of others.
    mutating func clear() {
        for place in goneGroups {
            near.put(nil, at: place)
            groups[place].into = nil
            freeGroups.append(place)
        }
        for place in Set(goneGroups.map { groups[$0].person }) {
            persons[place].groups.removeAll { groups[$0].faces.isEmpty }
        }
        for place in gonePersons {
            persons[place] = Person()
            freePersons.append(place)
        }
        (goneGroups, gonePersons) = ([], [])
    }
}

/// Children grow: after years, they no longer resemble their younger selves, but from month to month they do.
extension PeopleGrouping {
    /// Compares faces from the same half year; a new half year begins every quarter.
    private static let quarter: Int64 = 91 * 86_400
    /// The least number of a group's faces in that time.
    private static let leastFaces = 3

    /// Merges two people if their faces from the same half year are as near as those of one group. Across all times
    /// they may be further apart, but not beyond doubt.
    ///
    /// - Parameter new: the new faces of those groups; only their times are considered.
    mutating func joinByDates(_ changed: [Int], _ new: [Int32]) {
        let periods = Set(new.flatMap { Self.periods(of: faces[Int($0)]) })
        if periods.isEmpty { return }
        var seen: [Int: [Int64: FacePoint]] = [:]
        func points(_ group: Int) -> [Int64: FacePoint] {
            if let points = seen[group] { return points }
            let points = self.points(of: group, in: periods)
            seen[group] = points
            return points
        }
        let limit = Float(distances.group * distances.group)
        var bridges: [Join] = []
        let asking = changed.filter { !points($0).isEmpty }
        for start in stride(from: 0, to: asking.count, by: NearPoints.together) {
            let some = asking[start..<min(start + NearPoints.together, asking.count)]
            near.search(
                some.map { (groups[$0].point, groups.count) }, limit: Float(distances.doubt * distances.doubt)
            ) { place, other, _, _ in
                let group = asking[start + place]
                guard groups[other].faces.count >= Self.leastFaces, groups[other].person != groups[group].person,
                    mayBeOne(groups[group].person, groups[other].person)
                else { return }
                let theirs = points(other)
                let distances = points(group).compactMap { period, point in theirs[period]?.distance(to: point) }
                if let least = distances.min(), least <= limit {
                    bridges.append(Join(distance: least, first: Int32(group), second: Int32(other)))
                }
            }
        }
        var queue = JoinQueue(bridges)
        while let bridge = queue.pop() {
            let (one, other) = (groups[Int(bridge.first)].person, groups[Int(bridge.second)].person)
            if one != other, mayBeOne(one, other) { joinPersons(one, other) }
        }
    }

    /// The group's points for each of these times, if there are enough faces.
    private func points(of group: Int, in periods: Set<Int64>) -> [Int64: FacePoint] {
        guard groups[group].faces.count >= Self.leastFaces else { return [:] }
        var points: [Int64: FacePoint] = [:]
        for face in groups[group].faces.map({ faces[Int($0)] }) {
            for period in Self.periods(of: face) where periods.contains(period) {
                let point = FacePoint(face.vector.numbers)
                if points[period]?.add(point) == nil { points[period] = point }
            }
        }
        return points.filter { $0.value.count >= Self.leastFaces }
    }

    private static func periods(of face: GroupedFace) -> [Int64] {
        guard let time = face.time else { return [] }
        let quarters = time / quarter - (time < 0 ? 1 : 0)
        return [quarters - 1, quarters]
    }
}

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

struct NearestFew {
    let most: Int
    var found: [(distance: Float, slot: Int32)] = []

    /// - Parameter limit: set to the distance from which on nothing more is accepted.
    mutating func add(_ slot: Int, _ distance: Float, limit: inout Float) {
        var place = found.count
        while place > 0, found[place - 1].distance > distance { place -= 1 }
        found.insert((distance, Int32(slot)), at: place)
        if found.count > most { found.removeLast() }
        if found.count == most, let last = found.last { limit = last.distance }
    }
}
