import EvokePorts
import EvokeValues
import EvokeWorkers

extension PeopleGrouping {
    /// The most neighbors of a face among those before it.
    private static let mostNeighbors = 32
    /// With more at once, time would grow quadratically. The clearest come first.
    private static let mostAtOnce = 4_096
    /// The number of faces per task when searching for neighbors.
    private static let facesInPart = 256

    /// Assigns faces without a group.
    ///
    /// - Parameter homes: the former people of faces that are regrouped.
    @discardableResult
    mutating func settle(_ new: [Int32], homes: [FaceNumber: PersonNumber] = [:]) -> [FacePlacement] {
        var (fresh, alone) = ([Int](), [FacePlacement]())
        for face in new.sorted(by: isClearer) {
            let known = faces[Int(face)]
            let isClear = isUsable[Int(face)] && known.quality.flaw == nil
            if let home = home(of: known, homes, isClear: isClear) {
                let person = person(numbered: home)
                if isClear {
                    fresh.append(newGroup(face, FacePoint(known.vector.numbers), person, home: home))
                } else {
                    persons[person].alone.append(face)
                    persons[person].photos.insert(known.photo)
                    alone.append(FacePlacement(face: known.number, group: nil, person: home))
                }
            } else if isClear {
                let not = words.refused[known.number] ?? []
                let person = newPerson(Person(not: not))
                fresh.append(newGroup(face, FacePoint(known.vector.numbers), person, home: nil))
            }
        }
        for start in stride(from: 0, to: fresh.count, by: Self.mostAtOnce) {
            joinSome(Array(fresh[start..<min(start + Self.mostAtOnce, fresh.count)]))
        }
        let changed = Set(fresh.map(standing)).sorted()
        joinByDates(changed, new)
        number(changed, homes)
        clear()
        moved.formUnion(new)
        defer { moved = [] }
        return alone + moved.sorted().compactMap(placement)
    }

    /// Compares them with each other and with existing groups.
    private mutating func joinSome(_ fresh: [Int]) {
        let gone = goneGroups.count
        join(joins(of: fresh))
        for place in goneGroups[gone...] { near.put(nil, at: place) }
        for place in Set(fresh.map(standing)) { show(place) }
    }

    private func isClearer(_ one: Int32, _ other: Int32) -> Bool {
        let (first, second) = (faces[Int(one)], faces[Int(other)])
        return (-first.quality.detail, first.number) < (-second.quality.detail, second.number)
    }

    /// The person that the owner assigned it to, or that it had when the owner decided about that person.
    private func home(
        of face: GroupedFace, _ homes: [FaceNumber: PersonNumber], isClear: Bool
    ) -> PersonNumber? {
        if let placed = words.placed[face.number] { return placed }
        guard isClear, let home = homes[face.number], spokenOf.contains(home) else { return nil }
        let refused = words.refused[face.number] ?? []
        return refused.contains(home) ? nil : home
    }

    /// The groups, and the earlier new ones, that each new one may join.
    private func joins(of fresh: [Int]) -> [Join] {
        let points = fresh.map { groups[$0].point }
        let among = NearPoints(points, along: axes)
        let parts = (fresh.count + Self.facesInPart - 1) / Self.facesInPart
        return inParts(parts) { part in
            let end = min((part + 1) * Self.facesInPart, fresh.count)
            return stride(from: part * Self.facesInPart, to: end, by: NearPoints.together).flatMap { start in
                joins(of: start..<min(start + NearPoints.together, end), of: fresh, points, among)
            }
        }.flatMap(\.self)
    }

    private func joins(
        of places: Range<Int>, of fresh: [Int], _ points: [FacePoint], _ among: NearPoints
    ) -> [Join] {
        let limit = Float(distances.group * distances.group)
        var nearest = places.map { _ in NearestFew(most: Self.mostNeighbors) }
        func own(_ point: Int) -> Int { fresh[places.lowerBound + point] }
        near.search(places.map { (points[$0], groups.count) }, limit: limit) { point, slot, distance, limit in
            if mayJoin(own(point), slot) { nearest[point].add(slot, distance, limit: &limit) }
        }
        among.search(places.map { (points[$0], $0) }, limit: limit) { point, slot, distance, limit in
            if mayJoin(own(point), fresh[slot]) { nearest[point].add(fresh[slot], distance, limit: &limit) }
        }
        return zip(places, nearest).flatMap { place, nearest in
            nearest.found.map { Join(distance: $0.distance, first: Int32(fresh[place]), second: $0.slot) }
        }
    }

    /// Assigns numbers to new groups and people.
    private mutating func number(_ changed: [Int], _ homes: [FaceNumber: PersonNumber]) {
        let places = Set(changed.map(standing))
        let newcomers = Set(places.map { groups[$0].person }).filter { persons[$0].number == nil }
        for (place, number) in former(newcomers, homes) { name(place, number) }
        for place in newcomers.sorted(by: { firstFace($0) < firstFace($1) }) where persons[place].number == nil {
            name(place, nextNumber)
            nextNumber += 1
        }
        func first(_ group: Int) -> FaceNumber { groups[group].faces.map { faces[Int($0)].number }.min() ?? 0 }
        for place in places.sorted(by: { first($0) < first($1) }) {
            if groups[place].home == nil { groups[place].home = persons[groups[place].person].number }
            guard groups[place].number == nil else { continue }
            groups[place].number = nextNumber
            nextNumber += 1
        }
    }

    private func firstFace(_ person: Int) -> FaceNumber {
        persons[person].groups.flatMap { groups[$0].faces }.map { faces[Int($0)].number }.min() ?? 0
    }

    /// The former people of most of their faces; each number goes to the one with the most.
    private func former(_ newcomers: Set<Int>, _ homes: [FaceNumber: PersonNumber]) -> [Int: PersonNumber] {
        if homes.isEmpty { return [:] }
        var votes: [(count: Int, number: PersonNumber, first: FaceNumber, place: Int)] = []
        for place in newcomers {
            let were = persons[place].groups.flatMap { groups[$0].faces }
                .compactMap { homes[faces[Int($0)].number] }.filter { personPlaces[$0] == nil }
            for (number, votesForIt) in Dictionary(grouping: were, by: \.self) {
                votes.append((votesForIt.count, number, firstFace(place), place))
            }
        }
        var (chosen, given) = ([Int: PersonNumber](), Set<PersonNumber>())
        for vote in votes.sorted(by: { (-$0.count, $0.number, $0.first) < (-$1.count, $1.number, $1.first) })
        where chosen[vote.place] == nil && given.insert(vote.number).inserted {
            chosen[vote.place] = vote.number
        }
        return chosen
    }

    private mutating func name(_ place: Int, _ number: PersonNumber) {
        persons[place].number = number
        personPlaces[number] = place
    }

    func placement(of face: Int32) -> FacePlacement? {
        let place = Int(groupOf[Int(face)])
        guard place >= 0, let number = groups[place].number, let home = groups[place].home else { return nil }
        return FacePlacement(face: faces[Int(face)].number, group: number, person: home)
    }
}
