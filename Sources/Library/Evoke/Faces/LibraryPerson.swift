public import EvokeValues

/// A person in the photos of a library.
public struct LibraryPerson: Hashable, Sendable {
    /// Stable for people whom the owner has edited. For others, it may disappear when two are merged, and is not
    /// reused.
    public let id: PersonID
    /// Nil for people without one.
    public let name: String?
    /// Whether the owner does not want to see them among the people.
    public let isHidden: Bool
    /// Photos of them that can be shown.
    public let photos: Int
    /// Their faces, each counted once for all copies of a photo.
    public let faces: Int
    /// The years of their first and last photos; nil if no photo has a date.
    public let years: ClosedRange<Int>?
    /// Their clearest face; nil if no photo of them can be shown.
    public let face: ShownFace?
}

/// A face in a photo of a library.
public struct ShownFace: Hashable, Sendable {
    /// A photo with this face.
    public let photo: PhotoID
    /// Its number in that photo, from 1, largest first.
    public let face: Int

    /// Any numbers; whether the face exists is checked when it is used.
    public init(photo: PhotoID, face: Int) { (self.photo, self.face) = (photo, face) }
}

/// A face that may be a person's.
public struct SuggestedFace: Hashable, Sendable {
    /// Why Evoke is not sure.
    public enum Reason: String, Hashable, Sendable {
        /// It is small.
        case small
        /// It is blurred.
        case blurred
        /// It is turned sideways.
        case turned
        /// It was grouped with somebody else, but is more like this person.
        case nearer
    }

    /// The face.
    public let face: ShownFace
    /// Whose it may be.
    public let person: LibraryPerson
    /// Why Evoke is not sure.
    public let reason: Reason
}

/// Two people who may be the same.
public struct AskedPeople: Hashable, Sendable {
    /// How similar they are.
    public enum Reason: String, Hashable, Sendable {
        /// As similar as faces of one person.
        case alike
        /// As similar as faces of one person sometimes are, and of two people seldom.
        case perhaps
    }

    /// The one whom the owner knows better.
    public let person: LibraryPerson
    /// The one who may be the same.
    public let other: LibraryPerson
    /// How similar they are.
    public let reason: Reason
    /// How many faces an answer settles.
    public let settles: Int
    /// Some faces of the first person, clearest first.
    public let faces: [ShownFace]
    /// Some faces of the other person.
    public let others: [ShownFace]
}

/// What Evoke is not sure of, best guesses first.
public struct PeopleSuggestions: Hashable, Sendable {
    /// Faces that may be a person's.
    public let suggestions: [SuggestedFace]
    /// Pairs of people who may be the same.
    public let questions: [AskedPeople]
    /// The files with all of these faces.
    public internal(set) var paths: [PhotoID: FilePath] = [:]
}
