import EvokeValues

/// Children grow: after years, they no longer resemble their younger selves, but from month to month they do.
extension PeopleGrouping {
    /// Compares faces from the same half year; a new half year begins every quarter.
    private static let quarter: Int64 = 91 * 86_400
    /// The least number of a group's faces in that time.
    private static let leastFaces = 3

    /// Merges two people if their faces from the same half year are as near as those of one group. Across all times
    /// they may be further apart, but not beyond doubt.
    ///
    /// - Parameters:
    ///   - changed: groups with new faces.
    ///   - new: those faces; only their times are considered.
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
