package import EvokeValues

/// Makes people of faces: faces that look alike are a group, and a person is one group or several.
///
/// Groups grow by the mean distance over all pairs, so that no chain of likenesses joins two people. What Evoke guesses
/// keeps to this: two faces in one photo are two people; only clear faces begin or widen a group; nothing that the owner
/// said is changed. It is a value, without a disk: the catalogue keeps `placements` and the owner's words.
package struct PeopleGrouping: Sendable {
    package let distances: FaceDistances
    package let words: OwnerDecisions
    /// No group and no person had this number or one above it.
    package internal(set) var nextNumber: Int64

    var faces: [GroupedFace] = []
    /// By their places among `faces`.
    var places: [FaceNumber: Int32] = [:]
    var isUsable: [Bool] = []
    var groups: [Group] = []
    var persons: [Person] = []
    var personPlaces: [PersonNumber: Int] = [:]
    /// Of each face; -1 without one.
    var groupOf: [Int32] = []
    var axes: LeadingAxes
    /// The slots are the groups' places.
    var near: NearPoints
    private var vectorsBehindAxes = 0
    var freeGroups: [Int] = []
    var freePersons: [Int] = []
    let spokenOf: Set<PersonNumber>
    /// Faces that have another group or person since they were last told.
    var moved: Set<Int32> = []
    /// What became part of others since.
    var goneGroups: [Int] = []
    var gonePersons: [Int] = []

    struct Group: Sendable {
        /// Nil until it is settled.
        var number: GroupNumber?
        /// The person before any were said to be one; nil until it is settled.
        var home: PersonNumber?
        var person: Int
        var faces: [Int32]
        var point: FacePoint
        /// What it became part of.
        var into: Int?
    }

    struct Person: Sendable {
        /// Nil until it is settled.
        var number: PersonNumber?
        var isSpokenOf = false
        /// Persons that it is not.
        var not: Set<PersonNumber> = []
        var photos: Set<PhotoID> = []
        var groups: [Int] = []
        var alone: [Int32] = []
        var into: Int?
    }

    /// What is known of faces, as it was kept, with all words of the owner; what has no place yet gets one.
    ///
    /// - Parameters:
    ///   - placements: of these faces. To undo a word, take it away, and leave out the placements of the faces that it
    ///     spoke of.
    ///   - former: whose faces without a placement were. Those of whom the owner spoke keep them; of all others, who has
    ///     most of somebody's former faces gets that number.
    ///   - nextNumber: as it was, so that numbers of those who are gone are not given again.
    /// - Throws: `EvokeError` of the kind `wrongUsage` for vectors of several recognisers.
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

    /// Takes in more faces. No face leaves its person, but for whole persons that turn out to be one: then at most one
    /// of both was spoken of, and it is the one that stays, or else the older.
    ///
    /// - Returns: the placements that are new or others than before. Faces that are known are passed over.
    /// - Throws: `EvokeError` of the kind `wrongUsage` for vectors of another recogniser.
    package mutating func add(_ faces: [GroupedFace]) throws(EvokeError) -> [FacePlacement] {
        let new = try take(faces)
        return settle(new)
    }

    /// Gives their places.
    private mutating func take(_ new: [GroupedFace]) throws(EvokeError) -> [Int32] {
        guard let first = faces.first ?? new.first else { return [] }
        let vector = first.vector
        for face in new
        where face.vector.fingerprint != vector.fingerprint || face.vector.numbers.count != vector.numbers.count {
            throw EvokeError(
                .wrongUsage, doing: "make people of faces", subject: "",
                reason: "their vectors were made by different recognisers", remedy: "Find all faces anew.")
        }
        if faces.isEmpty { begin(dimensions: vector.numbers.count) }
        var taken: [Int32] = []
        // By number, so that the order in which they come says nothing.
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

    /// Whether distances to it mean anything: it has a length, and rounding is far below the distances.
    private func isUsable(_ vector: [Float]) -> Bool {
        let power = dot(vector, vector)
        return power > 1e-12 && power < Float(distances.group * distances.group) * 1e5
    }

    private mutating func begin(dimensions: Int) {
        axes = LeadingAxes(dimensions: dimensions)
        near = NearPoints(along: axes)
    }

    /// Anew when there are four times as many as when they were chosen.
    private mutating func chooseAxes() {
        guard faces.count >= max(LeadingAxes.leastVectors, 4 * vectorsBehindAxes) else { return }
        vectorsBehindAxes = faces.count
        let vectors = faces.indices.filter { isUsable[$0] }.map { faces[$0].vector.numbers }
        guard let first = vectors.first else { return }
        axes = LeadingAxes(of: vectors, dimensions: first.count)
        near = NearPoints(along: axes)
        for place in groups.indices where groups[place].into == nil && !groups[place].faces.isEmpty { show(place) }
    }

    /// Lets searches find the group where it is now.
    mutating func show(_ place: Int) { near.put(groups[place].point, at: place) }

    /// Puts faces where they were kept, unless the owner said otherwise, and gives those that are left.
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

    /// The person of that number, which stands for itself.
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
