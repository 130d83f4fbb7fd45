/// The people in a photo according to its metadata, next to what a library knows about the same content.
package struct MetadataFaces: Sendable {
    package let content: ContentDigest
    /// With their names, in the upright picture.
    package let named: [(name: String, box: Face.Box)]
    /// Where faces were found; empty if nobody has looked.
    package let found: [Face.Box]

    package init(content: ContentDigest, named: [(name: String, box: Face.Box)], found: [Face.Box]) {
        (self.content, self.named, self.found) = (content, named, found)
    }
}

extension PeopleChange {
    /// Takes over who is in a photo, unless the owner decided otherwise. Returns how many faces get a name this way,
    /// and for how many the owner's decision differs and prevails.
    ///
    /// - Parameters:
    ///   - people: the known people; new ones are added.
    ///   - words: all decisions about faces in this content; new ones are added.
    package mutating func take(
        _ faces: MetadataFaces, people: inout [String: Person], words: inout [FaceSpot: OwnerDecision]
    ) -> (named: Int, differing: Int) {
        var (named, differing) = (0, 0)
        for (name, box) in faces.named {
            let known = people[name.folded]
            let place =
                words.keys.first { $0.box.isOfSameFace(as: box) }
                ?? FaceSpot(
                    faces.content, faces.found.filter(box.isOfSameFace).max { $0.overlap(box) < $1.overlap(box) } ?? box
                )
            var word = words[place] ?? OwnerDecision()
            if let known, word.person == known.id { continue }
            // Two faces in one photo are two people.
            let isTaken = known.map { known in words.values.contains { $0.person == known.id } } ?? false
            guard word.person == nil, !word.isHidden, known.map({ !word.refused.contains($0.id) }) ?? true, !isTaken
            else {
                differing += 1
                continue
            }
            let person = known ?? Person(.new(), name: name)
            word.person = person.id
            (people[name.folded], self.people[person.id]) = (person, person)
            (words[place], self.words[place]) = (word, word)
            named += 1
        }
        return (named, differing)
    }
}
