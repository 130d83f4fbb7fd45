public import EvokeValues

/// Somebody who is seen in the photos of a library.
public struct LibraryPerson: Hashable, Sendable {
    /// Whom the owner has spoken of keeps it; of others it may go, where two are found to be one, and is not given again.
    public let id: PersonID
    /// Nil for those who have none yet.
    public let name: String?
    /// Whether the owner does not want to see them among the people.
    public let isHidden: Bool
    /// Photos that can be shown, and show them.
    public let photos: Int
    /// Their faces, each counted once in all copies of a photo.
    public let faces: Int
    /// From the first year to the last in which photos of them were taken; nil where no photo has a date.
    public let years: ClosedRange<Int>?
    /// The face that shows most of them; nil where no photo that can be shown has one.
    public let face: ShownFace?
}

/// A face in a photo of a library.
public struct ShownFace: Hashable, Sendable {
    /// A photo that shows it.
    public let photo: PhotoID
    /// Its number in that photo, from 1, the largest first.
    public let face: Int

    /// Any numbers: whoever is given one looks whether it is there.
    public init(photo: PhotoID, face: Int) { (self.photo, self.face) = (photo, face) }
}

/// A face that may be somebody's.
public struct SuggestedFace: Hashable, Sendable {
    /// Why it is not theirs without asking.
    public enum Reason: String, Hashable, Sendable {
        /// It is small.
        case small
        /// It is not sharp.
        case blurred
        /// It looks to a side.
        case turned
        /// It is with somebody else, and is more like these.
        case nearer
    }

    /// Which.
    public let face: ShownFace
    /// Whose it may be.
    public let person: LibraryPerson
    /// Why it is not theirs already.
    public let reason: Reason
}

/// Two who may be one.
public struct AskedPeople: Hashable, Sendable {
    /// How alike they are.
    public enum Reason: String, Hashable, Sendable {
        /// As faces of one person are.
        case alike
        /// As those of one person are sometimes, and those of two seldom.
        case perhaps
    }

    /// The one whom the owner knows better.
    public let person: LibraryPerson
    /// The one who may be the same.
    public let other: LibraryPerson
    /// How alike they are.
    public let reason: Reason
    /// So many faces are sure of their place by an answer.
    public let settles: Int
    /// Some faces of the first, those that show most first.
    public let faces: [ShownFace]
    /// Some faces of the other.
    public let others: [ShownFace]
}

/// What Evoke is not sure of, the best first.
public struct PeopleSuggestions: Hashable, Sendable {
    /// Faces that may be somebody's.
    public let suggestions: [SuggestedFace]
    /// Whether two are one.
    public let questions: [AskedPeople]
    /// Where the photos of all these faces are.
    public internal(set) var paths: [PhotoID: FilePath] = [:]
}
