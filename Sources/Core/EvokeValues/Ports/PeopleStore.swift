/// Who is in photos: the faces found, and the owner's decisions about them. Nothing is stored until the owner turns it
/// on. Faces and decisions belong to the content in which the faces were found.
public protocol PeopleStore: Sendable {
    /// Whether the owner has turned it on.
    func keepsPeople() async throws -> Bool
    /// Turns it on or off. Stored data stays as it is.
    func keepPeople(_ isWanted: Bool) async throws
    /// Turns it off and deletes all stored data, so that none of it remains in any file of the library.
    func forgetPeople() async throws
    /// The name of the chosen recognizer in the model store; nil if none was chosen.
    func faceRecognizer() async throws -> String?
    /// Stores that name.
    func chooseFaceRecognizer(_ name: String) async throws
    /// What distances between this finder's faces mean; nil if not recorded.
    func faceDistances(of finder: FaceFinderID) async throws -> FaceDistances?
    /// Records it.
    func record(_ distances: FaceDistances, of finder: FaceFinderID) async throws

    /// Photos that can be shown and in which this finder has not looked for faces, by ascending number.
    func photosWithoutFaces(
        by finder: FaceFinderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard]
    /// How many such photos there are.
    func countWithoutFaces(by finder: FaceFinderID) async throws -> Int
    /// Records what was found, for all photos with this content now; does nothing if it is turned off by then.
    func record(_ faces: [ContentDigest: FoundFaces]) async throws
    /// Those of the contents in which faces were looked for.
    func faces(of contents: [ContentDigest]) async throws -> [ContentDigest: FoundFaces]
    /// Photos in which this finder found faces, including those that are gone, by ascending number.
    func photosWithFaces(by finder: FaceFinderID, after photo: PhotoID, limit: Int) async throws -> [PhotoFaces]

    /// The people the owner named, by ascending number.
    func people() async throws -> [Person]
    /// All decisions of the owner about faces.
    func ownerDecisions() async throws -> [FaceSpot: OwnerDecision]
    /// The owner's decisions about faces in this content.
    func ownerDecisions(of content: ContentDigest) async throws -> [FaceSpot: OwnerDecision]
    /// Records an edit atomically, with how to undo it. Throws `EvokeError` of the kind `wrongUsage` if it is turned
    /// off.
    func record(_ change: PeopleChange) async throws
    /// Undoes the last edit not yet undone, and returns what that changed; nil if there is none. The last hundred edits
    /// can be undone.
    func undoPeopleChange() async throws -> PeopleChange?
    /// Identifies that edit; nil if there is none.
    func lastPeopleChange() async throws -> UInt64?

    /// The finder of the faces in most photos; nil if there are no faces.
    func usualFaceFinder() async throws -> FaceFinderID?
    /// Whether a photo's faces by this finder are not assigned yet, or the owner made decisions since they were.
    func hasUnplacedFaces(by finder: FaceFinderID) async throws -> Bool
    /// The assignments of faces that were last recorded.
    func placedPeople() async throws -> PlacedPeople
    /// Records assignments for the given contents, and the next number; other contents keep theirs. Returns false,
    /// recording nothing, if `version` has increased since or face recognition is off. Otherwise the version increases
    /// by one.
    ///
    /// - Parameter isAll: whether all faces were considered: assignments for contents without photos are then removed.
    func record(_ placed: PlacedPeople, isAll: Bool) async throws -> Bool
    /// What changed about this finder's faces since that state; nil to start following.
    func faceNews(since stamp: VectorStamp?, by finder: FaceFinderID) async throws -> FaceNews
}

extension PeopleStore {
    package func canUndoPeopleChange() async throws -> Bool { try await lastPeopleChange() != nil }

    package static var mostUndone: Int { 100 }
}

extension EvokeError {
    /// Naming people requires face recognition.
    package static let peopleAreOff = EvokeError(
        .wrongUsage, doing: "name people in photos", subject: "", reason: "face recognition is off in this library",
        remedies: [.turnPeopleOn])
}
