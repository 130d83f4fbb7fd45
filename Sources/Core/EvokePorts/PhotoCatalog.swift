public import EvokeValues

/// The truth about a library: its photos, what happened to each, and their vectors.
///
/// It is divided by who uses it. A call in a cancelled task may throw `CancellationError`; a writing call has then
/// written everything or nothing.
public protocol PhotoCatalog: LibrarySettings, LibraryReporting, IndexPlanning, PhotoCards, PhotoFiltering,
    TextSearching, PlaceStore, AnalysisStore, ComparisonStore, PeopleStore, MarkStore, SavedSearchStore,
    LibraryChecking, VectorFollowing
{
    /// Releases its resources. It is not used afterwards.
    func close() async throws
}

/// A library's settings.
public protocol LibrarySettings: Sendable {
    /// The indexed folders and files, absolute and without links, sorted by path.
    func roots() async throws -> [DiskPath]
    /// Remembers an absolute path without links; does nothing if it is remembered already. If it contains other roots,
    /// their photos' full text grows: `notify` gets how many of all photos have been read for that.
    func addRoot(_ folder: DiskPath, notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) async throws

    /// Patterns, as in `.evokeignore`, for what is left out below every root.
    func exclusions() async throws -> [String]
    /// Replaces all of them.
    func setExclusions(_ patterns: [String]) async throws

    /// The model for this library, as the user chose it.
    func chosenModel() async throws -> ModelChoice?
    /// Stores the model for this library, with its variant and precision.
    func choose(_ model: ModelChoice) async throws
}

extension LibrarySettings {
    /// Without progress reports.
    package func addRoot(_ folder: DiskPath) async throws {
        try await addRoot(folder) { _, _ in }
    }
}

/// Reports about the whole library.
public protocol LibraryReporting: Sendable {
    /// The models that vectors were ever recorded of.
    func models() async throws -> [ModelID]
    /// The current contents, counted on each call.
    func summary() async throws -> CatalogSummary
    /// The photos that could not be read, including those that count as unchanged.
    func failures() async throws -> [FailedPhoto]
    /// Truncated photos, which are indexed as far as possible.
    func truncatedPhotos() async throws -> [TruncatedPhoto]
}

/// What folders are compared with, and what is recorded about them.
public protocol IndexPlanning: Sendable {
    /// The folders at or below `folder` that contain existing photos.
    func folders(under folder: DiskPath) async throws -> [DiskPath]
    /// What is known about the files directly in `folder`, including those that are gone or left out.
    func files(in folder: DiskPath, model: ModelID) async throws -> [KnownFile]
    /// What was derived from that content, and where it was seen; nil if the model has made no vector of it.
    func known(_ content: ContentDigest, model: ModelID) async throws -> KnownContent?
    /// The photo's metadata, and the other pictures of the same shot; nil if nothing was recorded.
    func metadata(of photo: PhotoID) async throws -> (metadata: PhotoMetadata, companions: [DiskPath])?
    /// All contents that photos were seen to have.
    func contents() async throws -> Set<ContentDigest>

    /// Writes everything or nothing. Throws for a vector made by another model.
    func record(_ changes: [CatalogChange], model: ModelID) async throws

    /// The token up to which a source was followed; nil if everything is to be listed.
    func token(of source: String) async throws -> String?
    /// Keeps a token, once everything before it is recorded.
    func keep(_ token: String?, of source: String) async throws

    /// Atomically deletes everything known at or below `path`, as if it had never been indexed.
    func forget(under path: DiskPath) async throws -> Forgotten
}

/// What is shown of single photos. A photo can be shown if it exists, and has a vector or was not tried in vain.
public protocol PhotoCards: Sendable {
    /// The number of the photo at an absolute path without links, even if it is gone or left out; nil if unknown.
    func photo(at path: DiskPath) async throws -> PhotoID?
    /// Those of the photos that can be shown.
    func cards(of photos: [PhotoID]) async throws -> [PhotoID: PhotoCard]
    /// The metadata of those photos that have any.
    func metadata(of photos: [PhotoID]) async throws -> [PhotoID: PhotoMetadata]
    /// At most that many photos that can be shown, spread evenly over a library of about `total` photos.
    func sample(_ count: Int, of total: Int) async throws -> [PhotoID]
}

/// Which photos meet a condition, of those that can be shown. Hidden ones only meet conditions that ask for them
/// (`PhotoCondition.asksForHidden`), and are not counted. Texts are compared as `String.folded`.
public protocol PhotoFiltering: Sendable {
    /// All that meet it.
    func photos(meeting condition: PhotoCondition) async throws -> PhotoSet
    /// At most `top` of the photos in an order, starting at `offset`; nil stands for all except hidden photos. Ties go
    /// by number: ascending, or descending for the newest first.
    func cards(among photos: PhotoSet?, order: PhotoOrder, top: Int, offset: Int) async throws -> [PhotoCard]
    /// How many of the photos were taken on each day, latest first, followed by photos dated only by their file; nil
    /// stands for all except hidden photos.
    func days(among photos: PhotoSet?) async throws -> [PhotoDay]
    /// The photos with coordinates, grouped by the squares of a map; nil photos stands for all except hidden ones, a
    /// nil box for the whole map.
    func clusters(among photos: PhotoSet?, in box: CoordinateBox?, on grid: MapGrid) async throws -> PhotoClusters
    /// The values of the photos that can be shown, the most frequent first. Texts that differ only in case and accents
    /// are one value; folders with the same name are not.
    func values(of trait: PhotoTrait) async throws -> [PhotoValue]
}

/// Finds photos by full text, and by where they were taken. Recording a photo and updating its full text happen
/// together.
public protocol TextSearching: Sendable {
    /// Photos with all of the words in their full text, even if they cannot be shown. If one kind has more than
    /// `TextMatches.most` matches, that kind is empty.
    func photos(with words: TextQuery) async throws -> TextMatches
    /// Which of these words occur in full text, even of photos that cannot be shown. Each is one folded term.
    func indexedTerms(among words: [String]) async throws -> Set<String>
}

/// The named places where photos were taken. They are looked up from coordinates after these are recorded, and again
/// when the coordinates change.
public protocol PlaceStore: Sendable {
    /// At most `limit` photos with coordinates whose place is not recorded yet.
    func photosWithoutPlace(limit: Int) async throws -> [PhotoID: Coordinates]
    /// Records where those photos were taken, even if that is nowhere.
    func record(_ places: [PhotoID: PhotoPlace]) async throws
    /// How many of the photos that can be shown were taken in each place; nil stands for all except hidden photos.
    /// Photos without a place are left out.
    func placeCounts(among photos: PhotoSet?) async throws -> [PhotoPlace: Int]
}

/// What is made of the content of photos after they were recorded. All photos that have a content share its results.
public protocol AnalysisStore: Sendable {
    /// Photos that can be shown and have no such result, by ascending number.
    func photos<Result>(
        lacking analysis: Analysis<Result>, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard]
    /// How many such photos there are.
    func count<Result>(lacking analysis: Analysis<Result>) async throws -> Int
    /// Records results for all photos with one of these contents now. Does nothing for faces if face recognition is
    /// turned off by then.
    func record<Result>(_ results: [ContentDigest: Result], as analysis: Analysis<Result>) async throws
    /// Those of the contents that have one.
    func results<Result>(
        _ analysis: Analysis<Result>, of contents: [ContentDigest]
    ) async throws -> [ContentDigest: Result]
    /// Those of the films that have moments.
    func moments(of films: [PhotoID], model: ModelID) async throws -> [PhotoID: FilmMoments]
}

extension AnalysisStore {
    /// Nil if it has none.
    package func result<Result>(_ analysis: Analysis<Result>, of card: PhotoCard) async throws -> Result? {
        try await results(analysis, of: [card.content].compactMap(\.self)).values.first
    }
}

/// Which contents are alike, by their fingerprints. A result belongs to the content that was compared with all those
/// before it.
public protocol ComparisonStore: Sendable {
    /// How many photos have a fingerprint and were not compared by this judge, or were dated differently since.
    func countNotCompared(by judge: Int64) async throws -> Int
    /// Photos with a fingerprint, including those that are gone, by ascending number, each with whether this judge has
    /// compared it.
    func tracesWithFingerprint(
        comparedBy judge: Int64, after photo: PhotoID, limit: Int
    ) async throws -> [(trace: PhotoTrace, isCompared: Bool)]
    /// What changed about fingerprints since that state; nil starts following and returns only the state. The traces
    /// are also nil if more than `limit` photos have changed.
    func fingerprintChanges(since stamp: VectorStamp?, comparedBy judge: Int64, limit: Int) async throws
        -> FingerprintChanges
    /// Records, for all photos with one of these contents now, that it was compared, and what it resembles.
    func record(_ resemblances: [ContentDigest: [Resemblance]], by judge: Int64) async throws
    /// All that this judge found, for contents that resemble something.
    func resemblances(by judge: Int64) async throws -> [ContentDigest: [Resemblance]]
    /// Contents of more than one photo, whether or not they can be shown.
    func contentsHeldTwice() async throws -> [ContentDigest]
    /// For each photo that can be shown and has one of these contents.
    func traces(of contents: [ContentDigest]) async throws -> [PhotoTrace]
}

/// Searches stored under names, which are compared exactly.
public protocol SavedSearchStore: Sendable {
    /// All of them, sorted.
    func savedSearches() async throws -> [SavedSearch]
    /// Stores it, replacing one with the same name. Returns false, changing nothing, if `most` others are stored
    /// already.
    func save(_ search: SavedSearch, most: Int) async throws -> Bool
    /// False if there is none with that name.
    func removeSearch(_ name: String) async throws -> Bool
}

/// What a check of a library reads, and what it leaves for repair.
public protocol LibraryChecking: Sendable {
    /// Looks for anything that an intact library cannot have, and changes nothing.
    func check(notify: @escaping @Sendable (CheckProgress) -> Void) async throws -> CheckReport
    /// Photos that can be shown, by ascending number.
    func cards(after photo: PhotoID, limit: Int) async throws -> [PhotoCard]
    /// Leaves suspects for the next run to repair.
    func leave(_ doubts: Set<CheckReport.Suspect>) async throws
    /// Marks suspects inside these folders to be processed again by the current run. Returns errors about what was lost
    /// and cannot be made again.
    func repaired(inside folders: [DiskPath], model: ModelID) async throws -> [EvokeError]
}

/// The owner's marks: favorites, ratings, captions, tags, albums, and hidden photos. Marks belong to a file's content.
public protocol MarkStore: Sendable {
    /// The marks of those contents that have any; nil stands for all contents.
    func marks(of contents: [ContentDigest]?) async throws -> [ContentDigest: Set<Mark>]
    /// Changes the marks of all of these photos, each in its own way, or of none, and records how to undo it at once.
    /// Of several photos with the same content, the one with the lowest number that changes something counts. `notify`
    /// gets the share that is done, from 0 to 1.
    func record(
        _ edits: [PhotoID: MarkEdit], notify: @escaping @Sendable (_ share: Double) -> Void
    ) async throws -> MarkReport
    /// Undoes the last change not yet undone, and returns how many photos it affected; nil if there is none. The last
    /// hundred changes can be undone. `notify` gets the share that is done.
    func undoMarks(notify: @escaping @Sendable (_ share: Double) -> Void) async throws -> Int?
    /// Identifies that change; nil if there is none.
    func lastMarkChange() async throws -> UInt64?
    /// The hidden photos, including those that cannot be shown.
    func hiddenPhotos() async throws -> PhotoSet
    /// Whether anything is hidden, even if its photo is gone. Faster than listing the photos.
    func hidesSome() async throws -> Bool
}

extension MarkStore {
    /// Changes the marks of all of these photos in one way, or of none.
    package func record(
        _ edit: MarkEdit, of photos: PhotoSet, notify: @escaping @Sendable (_ share: Double) -> Void
    ) async throws -> MarkReport {
        // Cannot fail: a set has each photo once.
        try await record(Dictionary(uniqueKeysWithValues: photos.ids.map { ($0, edit) }), notify: notify)
    }

    /// Without progress reports.
    package func record(_ edit: MarkEdit, of photos: PhotoSet) async throws -> MarkReport {
        try await record(edit, of: photos) { _ in }
    }

    package func canUndoMarks() async throws -> Bool { try await lastMarkChange() != nil }

    /// Without progress reports.
    package func undoMarks() async throws -> Int? { try await undoMarks { _ in } }
}

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
}

extension EvokeError {
    /// Naming people requires face recognition.
    package static let peopleAreOff = EvokeError(
        .wrongUsage, doing: "name people in photos", subject: "", reason: "face recognition is off in this library",
        remedies: [.turnPeopleOn])
}
