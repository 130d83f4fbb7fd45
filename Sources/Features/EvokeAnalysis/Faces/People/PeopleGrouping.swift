package import EvokePorts
package import EvokeValues

/// Groups faces into people: faces that look alike form a group, and a person is one or more groups.
///
/// Groups grow by mean distance over all pairs, so that no chain of resemblances connects two people. Guesses respect
/// this: two faces in one photo are two people; only clear faces start or widen a group; and the owner's decisions are
/// never changed. This is a value without storage: the catalog stores `placements` and the owner's decisions.
package struct PeopleGrouping: Sendable {
    package let distances: FaceDistances
    package let words: OwnerDecisions
    /// Larger than the number of any group or person so far.
    package internal(set) var nextNumber: Int64

    var faces: [GroupedFace] = []
    /// By their indices in `faces`.
    var places: [FaceNumber: Int32] = [:]
    var isUsable: [Bool] = []
    var groups: [Group] = []
    var persons: [Person] = []
    var personPlaces: [PersonNumber: Int] = [:]
    /// For each face; -1 if it has none.
    var groupOf: [Int32] = []
    var axes: LeadingAxes
    /// Slots are indices of groups.
    var near: NearPoints
    private var vectorsBehindAxes = 0
    var freeGroups: [Int] = []
    var freePersons: [Int] = []
    let spokenOf: Set<PersonNumber>
    /// Faces whose group or person changed since the last report.
    var moved: Set<Int32> = []
    /// Groups that became part of others since then.
    var goneGroups: [Int] = []
    var gonePersons: [Int] = []

    struct Group: Sendable {
        /// Nil until it is settled.
        var number: GroupNumber?
        /// The person before the owner merged any; nil until it is settled.
        var home: PersonNumber?
        var person: Int
        var faces: [Int32]
        var point: FacePoint
        /// The group that it became part of.
        var into: Int?
    }

    struct Person: Sendable {
        /// Nil until it is settled.
        var number: PersonNumber?
        var isSpokenOf = false
        /// People that it is not.
        var not: Set<PersonNumber> = []
        var photos: Set<PhotoID> = []
        var groups: [Int] = []
        var alone: [Int32] = []
        var into: Int?
    }

    /// Restores stored faces with all of the owner's decisions; faces without a placement get one.
    ///
    /// - Parameters:
    ///   - placements: of these faces. To undo a decision, remove it, and omit the placements of the faces it was
    ///     about.
    ///   - former: the former people of faces without a placement. People in the owner's decisions keep theirs; of all
    ///     others, whoever has most of a person's former faces gets that number.
    ///   - nextNumber: as stored, so that numbers of former people are not reused.
    /// - Throws: `EvokeError` of the kind `wrongUsage` for vectors from several recognizers.
    package init(
        _ faces: [GroupedFace] = [], placements: [FacePlacement] = [], former: [FaceNumber: PersonNumber] = [:],
        words: OwnerDecisions = OwnerDecisions(), distances: FaceDistances = .dlib, nextNumber: Int64 = 1
    ) throws(EvokeError) {
        (self.words, self.distances) = (words, distances)
        spokenOf = words.spokenOf
        let numbers = placements.flatMap { [$0.person, $0.group ?? 0] } + spokenOf + former.values
        self.nextNumber = max(nextNumber, 1 + (numbers.filter { $0 < PersonID.firstUncounted }.max() ?? 0))
        axes = LeadingAxes(dimensions: 0)
        near = NearPoints(along: axes)
        let new = try take(faces)
        settle(keep(placements, new), homes: former)
    }

    /// Adds faces. No face leaves its person, unless two whole people turn out to be one. At most one of them was
    /// mentioned in a decision and stays; otherwise, the older one stays.
    ///
    /// - Returns: new and changed placements. Known faces are skipped.
    /// - Throws: `EvokeError` of the kind `wrongUsage` for vectors from another recognizer.
    package mutating func add(_ faces: [GroupedFace]) throws(EvokeError) -> [FacePlacement] {
        let new = try take(faces)
        return settle(new)
    }

    /// Returns their indices.
    private mutating func take(_ new: [GroupedFace]) throws(EvokeError) -> [Int32] {
        guard let first = faces.first ?? new.first else { return [] }
        let vector = first.vector
        for face in new
        where face.vector.fingerprint != vector.fingerprint || face.vector.numbers.count != vector.numbers.count {
            throw EvokeError(
                .wrongUsage, doing: "group faces into people", subject: "",
                reason: "their vectors come from different recognizers", remedy: "Find all faces again.")
        }
        if faces.isEmpty { begin(dimensions: vector.numbers.count) }
        var taken: [Int32] = []
        // By number, so that the order of the input doesn't matter.
        for face in new.sorted(by: { $0.number < $1.number }) where places[face.number] == nil {
            let place = Int32(faces.count)
            places[face.number] = place
            faces.append(face)
            isUsable.append(isUsable(face.vector.numbers))
            groupOf.append(-1)
            taken.append(place)
        }
        chooseAxes()
        return taken
    }

    /// Whether distances to it are meaningful: it is not zero, and rounding errors are far below distances.
    private func isUsable(_ vector: [Float]) -> Bool {
        let power = dot(vector, vector)
        return power > 1e-12 && power < Float(distances.group * distances.group) * 1e5
    }

    private mutating func begin(dimensions: Int) {
        axes = LeadingAxes(dimensions: dimensions)
        near = NearPoints(along: axes)
    }

    /// Again whenever there are four times as many vectors as last time.
    private mutating func chooseAxes() {
        guard faces.count >= max(LeadingAxes.leastVectors, 4 * vectorsBehindAxes) else { return }
        vectorsBehindAxes = faces.count
        let vectors = faces.indices.filter { isUsable[$0] }.map { faces[$0].vector.numbers }
        guard let first = vectors.first else { return }
        axes = LeadingAxes(of: vectors, dimensions: first.count)
        near = NearPoints(along: axes)
        for place in groups.indices where groups[place].into == nil && !groups[place].faces.isEmpty { show(place) }
    }

    /// Updates the group's point for searches.
    mutating func show(_ place: Int) { near.put(groups[place].point, at: place) }

    /// Restores faces to their stored placements, unless the owner decided otherwise, and returns the rest.
    private mutating func keep(_ placements: [FacePlacement], _ new: [Int32]) -> [Int32] {
        var (known, kept) = ([GroupNumber: Int](), Set<Int32>())
        let sorted = placements.sorted { $0.face < $1.face }
        for placement in sorted {
            guard let face = places[placement.face], groupOf[Int(face)] < 0, let number = placement.group,
                isUsable[Int(face)], stays(placement)
            else { continue }
            let point = FacePoint(faces[Int(face)].vector.numbers)
            if let group = known[number] {
                groups[group].faces.append(face)
                groups[group].point.add(point)
                groupOf[Int(face)] = Int32(group)
                persons[groups[group].person].photos.insert(faces[Int(face)].photo)
            } else {
                let person = person(numbered: placement.person)
                known[number] = newGroup(face, point, person, home: placement.person, number: number)
            }
            kept.insert(face)
        }
        for group in known.values { show(group) }
        return new.filter { !kept.contains($0) }
    }

    private func stays(_ placement: FacePlacement) -> Bool {
        if let said = words.placed[placement.face] { return said == placement.person }
        return !(words.refused[placement.face] ?? []).contains(placement.person)
    }

    mutating func newGroup(
        _ face: Int32, _ point: FacePoint, _ person: Int, home: PersonNumber?, number: GroupNumber? = nil
    ) -> Int {
        let group = Group(number: number, home: home, person: person, faces: [face], point: point)
        let place = freeGroups.popLast() ?? groups.count
        if place == groups.count { groups.append(group) } else { groups[place] = group }
        groupOf[Int(face)] = Int32(place)
        persons[person].groups.append(place)
        persons[person].photos.insert(faces[Int(face)].photo)
        return place
    }

    mutating func newPerson(_ person: Person) -> Int {
        let place = freePersons.popLast() ?? persons.count
        if place == persons.count { persons.append(person) } else { persons[place] = person }
        if let number = person.number { personPlaces[number] = place }
        return place
    }

    /// The person with that number, following merges.
    mutating func person(numbered number: PersonNumber) -> Int {
        if let place = personPlaces[number] { return place }
        var person = Person(number: number, isSpokenOf: spokenOf.contains(number))
        for pair in words.different {
            if pair.first == number { person.not.insert(pair.second) }
            if pair.second == number { person.not.insert(pair.first) }
        }
        return newPerson(person)
    }
}

extension PeopleGrouping {
    /// The placements of all faces, for the catalog.
    package var placements: [FacePlacement] {
        let grouped = groups.flatMap { group in
            group.faces.compactMap { face -> FacePlacement? in
                guard let number = group.number, let home = group.home else { return nil }
                return FacePlacement(face: faces[Int(face)].number, group: number, person: home)
            }
        }
        let alone = persons.flatMap { person in
            person.alone.compactMap { face -> FacePlacement? in
                let number = faces[Int(face)].number
                return words.placed[number].map { FacePlacement(face: number, group: nil, person: $0) }
            }
        }
        return (grouped + alone).sorted { $0.face < $1.face }
    }

    /// Nil for a face that belongs to nobody.
    package func placement(of face: FaceNumber) -> FacePlacement? {
        guard let place = places[face] else { return nil }
        return placement(of: place) ?? words.placed[face].map { FacePlacement(face: face, group: nil, person: $0) }
    }

    /// Everyone with a face, by number.
    package var people: [FoundPerson] {
        persons.compactMap { person -> FoundPerson? in
            guard let number = person.number, !person.groups.isEmpty || !person.alone.isEmpty else { return nil }
            func numbers(_ places: [Int32]) -> [FaceNumber] { places.map { faces[Int($0)].number }.sorted() }
            let groups = person.groups.map { numbers(self.groups[$0].faces) }
                .sorted { (-$0.count, $0.first ?? 0) < (-$1.count, $1.first ?? 0) }
            return FoundPerson(
                number: number, groups: groups, alone: numbers(person.alone), isHidden: words.hidden.contains(number))
        }.sorted { $0.number < $1.number }
    }
}
