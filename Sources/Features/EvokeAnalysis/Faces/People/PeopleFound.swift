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

    package var faces: [FaceNumber] { groups.flatMap(\.self) + alone }
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
