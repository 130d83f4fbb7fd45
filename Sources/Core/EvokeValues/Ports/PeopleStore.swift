/// Who is in photos: the faces that were found, and what the owner says of them. Nothing of it is kept before the owner
/// wants it. Faces go with the content that they were found in, and so does what is said of them.
public protocol PeopleStore: Sendable {
    /// Whether the owner wants to know who is in photos.
    func keepsPeople() async throws -> Bool
    /// Notes whether they do. What was kept stays as it is.
    func keepPeople(_ isWanted: Bool) async throws
    /// Keeps nothing any more, and deletes all that was kept, so that no file of the library has anything of it.
    func forgetPeople() async throws
    /// By what the owner wants faces to be told apart: its name on the shelf; nil where they said nothing.
    func faceRecognizer() async throws -> String?
    /// Remembers that name.
    func chooseFaceRecognizer(_ name: String) async throws
    /// What distances between faces by this finder mean; nil where nobody has noted it.
    func faceDistances(of finder: FaceFinderID) async throws -> FaceDistances?
    /// Notes it.
    func record(_ distances: FaceDistances, of finder: FaceFinderID) async throws

    /// Photos that can be shown and in which this finder has not looked for faces, in the order of their numbers.
    func photosWithoutFaces(
        by finder: FaceFinderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard]
    /// How many there are of these.
    func countWithoutFaces(by finder: FaceFinderID) async throws -> Int
    /// Notes what was found, for all photos that hold this content now; nothing where the owner does not want it any more.
    func record(_ faces: [ContentDigest: FoundFaces]) async throws
    /// Those of the contents in which somebody has looked for faces.
    func faces(of contents: [ContentDigest]) async throws -> [ContentDigest: FoundFaces]
    /// Photos in which this finder has found faces, also those that are gone, in the order of their numbers.
    func photosWithFaces(by finder: FaceFinderID, after photo: PhotoID, limit: Int) async throws -> [PhotoFaces]

    /// Those whom the owner has named, in the order of their numbers.
    func people() async throws -> [Person]
    /// All that the owner has said of faces.
    func ownerDecisions() async throws -> [FaceSpot: OwnerDecision]
    /// What the owner has said of faces in this content.
    func ownerDecisions(of content: ContentDigest) async throws -> [FaceSpot: OwnerDecision]
    /// Notes all of it, or nothing, and how to undo it. Throws `EvokeError` of the kind `wrongUsage` where the owner does
    /// not want people to be known.
    func record(_ change: PeopleChange) async throws
    /// Undoes the last change that was not undone, and gives what that has changed; nil where there is none. The last
    /// hundred can be undone.
    func undoPeopleChange() async throws -> PeopleChange?
    /// Tells that change from others; nil where there is none.
    func lastPeopleChange() async throws -> UInt64?

    /// What found the faces in most photos; nil where there is no face.
    func usualFaceFinder() async throws -> FaceFinderID?
    /// Whether a photo's faces by this finder have no place yet, or the owner has said something since they got it.
    func hasUnplacedFaces(by finder: FaceFinderID) async throws -> Bool
    /// Whose faces are, as it was noted last.
    func placedPeople() async throws -> PlacedPeople
    /// Notes it for the contents that are named, and the next number; of others, all stays as it is. False, and nothing is
    /// noted, where `version` has gone up since, or people are off. Otherwise it goes up by one.
    ///
    /// - Parameter isAll: whether all faces were looked at: places of contents that no photo holds any more go then.
    func record(_ placed: PlacedPeople, isAll: Bool) async throws -> Bool
    /// What became of faces by this finder since that state; nil for whoever begins to follow.
    func faceNews(since stamp: VectorStamp?, by finder: FaceFinderID) async throws -> FaceNews
}

extension PeopleStore {
    /// Whether there is a change to undo.
    package func canUndoPeopleChange() async throws -> Bool { try await lastPeopleChange() != nil }

    /// So many changes can be undone.
    package static var mostUndone: Int { 100 }
}

extension EvokeError {
    /// Whoever names somebody has to want people to be known.
    package static let peopleAreOff = EvokeError(
        .wrongUsage, doing: "note who is in photos", subject: "", reason: "people are off in this library",
        remedies: [.turnPeopleOn])
}
