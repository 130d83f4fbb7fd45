/// The person a face is assigned to, after all decisions of the owner.
public struct FacePlace: Hashable, Sendable {
    /// The person it is.
    public let person: PersonID
    /// Faces of one group look alike; nil if only the owner's decision assigns the face, because it is not clear
    /// enough.
    public let group: Int64?
    /// Whether a decision about this face assigned it.
    public let isSaid: Bool

    /// Made by catalogs.
    public init(person: PersonID, group: Int64?, isSaid: Bool) {
        (self.person, self.group, self.isSaid) = (person, group, isSaid)
    }
}

/// The assignments of the faces in a content.
public struct PlacedFaces: Hashable, Sendable {
    /// What found these faces.
    public let finder: FaceFinderID
    /// One for each face, in order; nil for a face that is not assigned yet.
    public let places: [FacePlace?]

    /// Made by catalogs.
    public init(_ places: [FacePlace?], by finder: FaceFinderID) { (self.places, self.finder) = (places, finder) }
}

/// Who is in which photos. All of it follows from faces and the owner's decisions, and is rebuilt if lost.
public struct PlacedPeople: Hashable, Sendable {
    /// By the photos' content.
    public var faces: [ContentDigest: PlacedFaces]
    /// Greater than any counted person's or group's number so far.
    public var nextNumber: Int64
    /// Increases with each decision of the owner, and each time that assignments are recorded.
    public var version: Int64

    /// Made by catalogs.
    public init(_ faces: [ContentDigest: PlacedFaces] = [:], nextNumber: Int64 = 1, version: Int64 = 0) {
        (self.faces, self.nextNumber, self.version) = (faces, nextNumber, version)
    }
}
