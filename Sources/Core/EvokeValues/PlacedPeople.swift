/// Whose a face is, as Evoke sees it after all words of the owner.
public struct FacePlace: Hashable, Sendable {
    /// Whose it is.
    public let person: PersonID
    /// Faces of one group look alike; nil where the owner alone says whose it is, since the face is not clear enough.
    public let group: Int64?
    /// Whether a word of the owner's about this face has brought it here.
    public let isSaid: Bool

    /// Made by whoever writes a catalogue.
    public init(person: PersonID, group: Int64?, isSaid: Bool) {
        (self.person, self.group, self.isSaid) = (person, group, isSaid)
    }
}

/// Whose the faces in a content are.
public struct PlacedFaces: Hashable, Sendable {
    /// What found these faces.
    public let finder: FaceFinderID
    /// Of each face, in their order; nil for one that is nobody's yet.
    public let places: [FacePlace?]

    /// Made by whoever writes a catalogue.
    public init(_ places: [FacePlace?], by finder: FaceFinderID) { (self.places, self.finder) = (places, finder) }
}

/// Who is seen in photos. All of it follows from faces and from the owner's words, and is made anew where it is lost.
public struct PlacedPeople: Hashable, Sendable {
    /// By what the photos hold.
    public var faces: [ContentDigest: PlacedFaces]
    /// Nobody who was counted had this number or one above it, and no group had.
    public var nextNumber: Int64
    /// Goes up with each word of the owner's, and each time that places are noted.
    public var version: Int64

    /// Made by whoever writes a catalogue.
    public init(_ faces: [ContentDigest: PlacedFaces] = [:], nextNumber: Int64 = 1, version: Int64 = 0) {
        (self.faces, self.nextNumber, self.version) = (faces, nextNumber, version)
    }
}
