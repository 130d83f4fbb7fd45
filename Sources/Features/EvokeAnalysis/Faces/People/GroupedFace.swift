package import EvokePorts
package import EvokeValues

/// A face in a library.
package typealias FaceNumber = Int64
/// A person in a library, whom the owner sees, names, and links to.
package typealias PersonNumber = Int64
/// A group of faces that look alike.
package typealias GroupNumber = Int64

/// A face as input for grouping.
package struct GroupedFace: Hashable, Sendable {
    package let number: FaceNumber
    package let photo: PhotoID
    package let vector: FaceVector
    package let quality: FaceQuality
    /// When the photo was taken, as `TakenDate.localSeconds`; nil if unknown.
    package let time: Int64?

    package init(
        number: FaceNumber, photo: PhotoID, vector: FaceVector, quality: FaceQuality, time: Int64?
    ) {
        (self.number, self.photo, self.vector, self.quality, self.time) = (number, photo, vector, quality, time)
    }
}

/// How well a picture shows a face.
package struct FaceQuality: Hashable, Sendable {
    /// Why a face may be mistaken, so that it doesn't start a group.
    package enum Flaw: String, Hashable, Sendable {
        case small, blurred, turned
    }

    /// The shorter side of its box, in pixels of the photo.
    package let side: Int
    /// As `Face.sharpness`.
    package let sharpness: Double
    /// As `Face.turn`; nil if not measured.
    package let turn: Double?

    /// Below this, test faces that were reduced and blurred no longer resemble themselves
    /// (`docs/decisions/0038-people.md`).
    private static let leastSide = 28
    private static let leastSharpness = 0.25
    private static let mostTurn = 0.6

    package init(side: Int, sharpness: Double, turn: Double? = nil) {
        (self.side, self.sharpness, self.turn) = (side, sharpness, turn)
    }

    package init(_ face: Face) {
        self.init(side: min(face.box.width, face.box.height), sharpness: face.sharpness, turn: face.turn)
    }

    /// How much detail is visible. Detail beyond what the recognizer sees doesn't count.
    package var detail: Double { Double(min(side, 100)) * sharpness }

    /// Nil for a clear face.
    package var flaw: Flaw? {
        if side < Self.leastSide { return .small }
        if sharpness < Self.leastSharpness { return .blurred }
        return turn ?? 0 > Self.mostTurn ? .turned : nil
    }
}

/// The group and person of a face. A catalog stores this together with the owner's decisions; everything else follows
/// from both.
package struct FacePlacement: Hashable, Sendable {
    package let face: FaceNumber
    /// Nil if only the owner says who it is, because the face is not clear enough to compare.
    package let group: GroupNumber?
    /// According to Evoke.
    package let person: PersonNumber

    package init(face: FaceNumber, group: GroupNumber?, person: PersonNumber) {
        (self.face, self.group, self.person) = (face, group, person)
    }
}

/// A person, after applying all of the owner's decisions.
package struct FoundPerson: Hashable, Sendable {
    package let number: PersonNumber
    /// Groups of faces that look alike, largest first.
    package let groups: [[FaceNumber]]
    /// Faces that resemble nobody and are only here because the owner said so.
    package let alone: [FaceNumber]
    package let isHidden: Bool
}

/// A face that may belong to somebody but is not one of theirs yet.
package struct SuggestedMatch: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// It is near, but may be mistaken.
        case unclear(FaceQuality.Flaw)
        /// It belongs to that person, but is nearer to this one. The owner said that the two are different.
        case nearer(than: PersonNumber)
    }

    package let face: FaceNumber
    package let person: PersonNumber
    /// To the nearest of the person's groups.
    package let distance: Double
    package let reason: Reason
}

/// "Is this the same person?"
package struct SuggestedMerge: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The groups are about as near as parts of one group.
        case alike
        /// As near as groups of one person sometimes are, and groups of two seldom are.
        case perhaps
    }

    /// The one that the owner knows better: mentioned in a decision, or with more faces.
    package let person: PersonNumber
    package let other: PersonNumber
    /// Between the nearest of their groups.
    package let distance: Double
    package let reason: Reason
    /// The number of faces that would be moved or confirmed by an answer.
    package let settles: Int
}

/// The owner's decisions about faces and people. They all apply at once and override Evoke's guesses; a decision that
/// is removed never had an effect.
package struct OwnerDecisions: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        package let first: PersonNumber
        package let second: PersonNumber

        /// The order doesn't matter.
        package init(_ one: PersonNumber, _ other: PersonNumber) {
            (first, second) = (min(one, other), max(one, other))
        }
    }

    /// Faces that are that person. If the owner moved a face from somebody else, that person is in `refused`;
    /// otherwise, both may be merged as soon as they look alike.
    package var placed: [FaceNumber: PersonNumber] = [:]
    /// Faces that are not those people. `placed` takes precedence.
    package var refused: [FaceNumber: Set<PersonNumber>] = [:]
    /// People with a name or chosen in another way.
    package var kept: Set<PersonNumber> = []
    package var different: Set<Pair> = []
    /// Strangers whom the owner doesn't want to see.
    package var hidden: Set<PersonNumber> = []

    package init() {}

    /// Everyone mentioned in a decision: the owner, not Evoke, decides who they are.
    package var spokenOf: Set<PersonNumber> {
        var numbers = kept.union(hidden).union(placed.values)
        for persons in refused.values { numbers.formUnion(persons) }
        for pair in different { numbers.formUnion([pair.first, pair.second]) }
        return numbers
    }
}
