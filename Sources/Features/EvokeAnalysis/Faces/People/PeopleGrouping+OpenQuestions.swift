import EvokePorts
import EvokeValues

extension PeopleGrouping {
    /// The most other groups that each group is compared with.
    private static let mostQuestions = 8
    /// Only the largest groups are considered; questions about the rest would settle less.
    private static let mostAsking = 1_000

    /// Faces that may belong to somebody, nearest first: unclear ones, and those that seem to be with the wrong one of
    /// two people whom the owner told apart. Of the faces in a photo, only the nearest is suggested for a person.
    package func suggestions() -> [SuggestedMatch] {
        var found = unclear() + misplaced()
        found.sort { ($0.distance, $0.face) < ($1.distance, $1.face) }
        var taken: Set<[Int64]> = []
        return found.filter { suggestion in
            guard let place = places[suggestion.face] else { return false }
            return taken.insert([faces[Int(place)].photo.value, suggestion.person]).inserted
        }
    }

    /// Pairs that may be the same person, the most useful question first. Includes pairs that the owner knows.
    package func questions(atMost count: Int) -> [SuggestedMerge] {
        let sizes = sizes()
        let hidden = hiddenPlaces()
        let asking = groups.indices.filter { isSomebody(groups[$0], sizes) && !hidden.contains(groups[$0].person) }
            .sorted { (-groups[$0].faces.count, $0) < (-groups[$1].faces.count, $1) }.prefix(Self.mostAsking)
        let points = asking.map { groups[$0].point }
        var least: [[Int]: Float] = [:]
        for start in stride(from: 0, to: asking.count, by: NearPoints.together) {
            let range = start..<min(start + NearPoints.together, asking.count)
            var nearest = range.map { _ in NearestFew(most: Self.mostQuestions) }
            near.search(range.map { (points[$0], groups.count) }, limit: Float(distances.doubt * distances.doubt)) {
                point, other, distance, limit in
                let (own, their) = (groups[asking[start + point]].person, groups[other].person)
                guard own != their, !hidden.contains(their), !areTwo(own, their) else { return }
                nearest[point].add(other, distance, limit: &limit)
            }
            for (place, found) in zip(range, nearest) {
                for (distance, slot) in found.found {
                    let pair = [groups[asking[place]].person, groups[Int(slot)].person].sorted()
                    least[pair] = min(least[pair] ?? .infinity, distance)
                }
            }
        }
        let questions = least.compactMap { pair, distance in question(pair[0], pair[1], distance, sizes) }
        return Array(
            questions.sorted {
                ($1.settles, $0.distance, $0.person, $0.other) < ($0.settles, $1.distance, $1.person, $1.other)
            }
            .prefix(max(0, count)))
    }

    private func question(
        _ one: Int, _ other: Int, _ distance: Float, _ sizes: [Int: Int]
    ) -> SuggestedMerge? {
        func rank(_ place: Int) -> (Int, Int, Int64) {
            (persons[place].isSpokenOf ? 0 : 1, -(sizes[place] ?? 0), persons[place].number ?? 0)
        }
        let (known, asked) = rank(one) < rank(other) ? (one, other) : (other, one)
        guard let number = persons[known].number, let their = persons[asked].number else { return nil }
        let root = Double(distance).squareRoot()
        return SuggestedMerge(
            person: number, other: their, distance: root, reason: root <= distances.pair ? .alike : .perhaps,
            settles: persons[asked].isSpokenOf ? min(sizes[known] ?? 0, sizes[asked] ?? 0) : sizes[asked] ?? 0)
    }

    /// Unclear faces near somebody.
    private func unclear() -> [SuggestedMatch] {
        let (sizes, hidden) = (sizes(), hiddenPlaces())
        let asking = faces.indices.filter {
            isUsable[$0] && groupOf[$0] < 0 && words.placed[faces[$0].number] == nil && faces[$0].quality.flaw != nil
        }
        var found: [SuggestedMatch] = []
        for start in stride(from: 0, to: asking.count, by: NearPoints.together) {
            let range = start..<min(start + NearPoints.together, asking.count)
            let points = range.map { FacePoint(faces[asking[$0]].vector.numbers) }
            var nearest = range.map { _ in NearestFew(most: 1) }
            near.search(points.map { ($0, groups.count) }, limit: Float(distances.pair * distances.pair)) {
                point, other, distance, limit in
                let (face, person) = (faces[asking[start + point]], groups[other].person)
                guard isSomebody(groups[other], sizes), !hidden.contains(person), mayBe(face, person) else { return }
                nearest[point].add(other, distance, limit: &limit)
            }
            for (place, nearest) in zip(range, nearest) {
                let face = faces[asking[place]]
                guard let (distance, slot) = nearest.found.first, let flaw = face.quality.flaw,
                    let person = persons[groups[Int(slot)].person].number
                else { continue }
                found.append(
                    SuggestedMatch(
                        face: face.number, person: person, distance: Double(distance).squareRoot(),
                        reason: .unclear(flaw)))
            }
        }
        return found
    }

    /// Faces of one of two distinguished people that are nearer to the other.
    private func misplaced() -> [SuggestedMatch] {
        var apart = words.different
        for (face, refused) in words.refused {
            guard let placed = words.placed[face] else { continue }
            apart.formUnion(refused.map { OwnerDecisions.Pair($0, placed) })
        }
        return apart.sorted { ($0.first, $0.second) < ($1.first, $1.second) }.flatMap { pair -> [SuggestedMatch] in
            guard let one = personPlaces[pair.first], let other = personPlaces[pair.second], one != other else {
                return []
            }
            return misplaced(in: one, nearer: other) + misplaced(in: other, nearer: one)
        }
    }

    private func misplaced(in person: Int, nearer other: Int) -> [SuggestedMatch] {
        guard let own = persons[person].number, let their = persons[other].number, !words.hidden.contains(their) else {
            return []
        }
        return persons[person].groups.flatMap { place in
            groups[place].faces.compactMap { place -> SuggestedMatch? in
                let face = faces[Int(place)]
                guard words.placed[face.number] == nil, mayBe(face, other) else { return nil }
                let point = FacePoint(face.vector.numbers)
                let group = groups[Int(groupOf[Int(place)])]
                // Excludes its distance to itself.
                let count = Float(group.faces.count)
                let now = count > 1 ? group.point.distance(to: point) * count / (count - 1) : .infinity
                let distances = persons[other].groups.map { groups[$0].point.distance(to: point) }
                let limit = Float(self.distances.doubt * self.distances.doubt)
                guard let least = distances.min(), least < min(now, limit) else { return nil }
                return SuggestedMatch(
                    face: face.number, person: their, distance: Double(least).squareRoot(), reason: .nearer(than: own))
            }
        }
    }

    /// Whether nothing speaks against it, except possibly its appearance.
    private func mayBe(_ face: GroupedFace, _ person: Int) -> Bool {
        guard let number = persons[person].number else { return false }
        let refused = words.refused[face.number] ?? []
        return !persons[person].photos.contains(face.photo) && !refused.contains(number)
    }

    private func sizes() -> [Int: Int] {
        var sizes: [Int: Int] = [:]
        for (place, person) in persons.enumerated() {
            sizes[place] = person.alone.count + person.groups.reduce(0) { $0 + groups[$1].faces.count }
        }
        return sizes
    }

    private func hiddenPlaces() -> Set<Int> { Set(words.hidden.compactMap { personPlaces[$0] }) }

    /// Strangers seen only once are not asked about.
    private func isSomebody(_ group: Group, _ sizes: [Int: Int]) -> Bool {
        !group.faces.isEmpty && (persons[group.person].isSpokenOf || sizes[group.person] ?? 0 > 1)
    }
}
