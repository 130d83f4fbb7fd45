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
