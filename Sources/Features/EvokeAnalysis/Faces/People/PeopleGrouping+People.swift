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
