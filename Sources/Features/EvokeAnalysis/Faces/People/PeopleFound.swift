/// Where a face is. This is what a catalogue keeps, beside the owner's words; who is who follows from both.
package struct FacePlacement: Hashable, Sendable {
    package let face: FaceNumber
    /// Nil where the owner alone says who it is, since the face is not clear enough to be compared with others.
    package let group: GroupNumber?
    /// As Evoke sees it.
    package let person: PersonNumber

    package init(face: FaceNumber, group: GroupNumber?, person: PersonNumber) {
        (self.face, self.group, self.person) = (face, group, person)
    }
}

/// Somebody, after all words of the owner.
package struct FoundPerson: Hashable, Sendable {
    package let number: PersonNumber
    /// Faces that look alike, the largest group first.
    package let groups: [[FaceNumber]]
    /// Faces that are nobody's likeness, and are here by the owner's word.
    package let alone: [FaceNumber]
    package let isHidden: Bool

    package var faces: [FaceNumber] { groups.flatMap(\.self) + alone }
}

/// A face that may be somebody's, and is not among theirs.
package struct SuggestedMatch: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// It is near, and could be mistaken.
        case unclear(FaceQuality.Flaw)
        /// It is among that person's faces, and nearer to this one. The owner said of both that they are two.
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
        /// Two groups are about as near as one would be.
        case alike
        /// They are as near as groups of one person sometimes are, and those of two seldom.
        case perhaps
    }

    /// The one that the owner knows better: spoken of, or with more faces.
    package let person: PersonNumber
    package let other: PersonNumber
    /// Between the nearest of their groups.
    package let distance: Double
    package let reason: Reason
    /// So many faces have another place, or are sure of theirs, once it is answered.
    package let settles: Int
}
