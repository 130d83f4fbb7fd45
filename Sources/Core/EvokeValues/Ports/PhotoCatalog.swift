/// The truth about a library: which photos there are, what became of each, and their vectors.
///
/// It is parted by who reads it. A call of a cancelled task may end with `CancellationError`; one that writes has written
/// all of it then, or nothing.
public protocol PhotoCatalog: LibrarySettings, LibraryReporting, IndexPlanning, PhotoCards, PhotoFiltering,
    TextSearching, PlaceStore, ColorStore, TextStore, FingerprintStore, ComparisonStore, PeopleStore,
    MomentStore, MarkStore,
    SavedSearchStore, LibraryChecking, VectorFollowing
{
    /// Gives back what it holds. It is not used afterwards.
    func close() async throws
}

/// What a library's user asked for.
public protocol LibrarySettings: Sendable {
    /// The folders and files that are indexed, absolute and without links, in the order of their paths.
    func roots() async throws -> [FilePath]
    /// Remembers an absolute path without links; one that is remembered already stays as it is. Where it lies round others,
    /// more is written on their photos: `notify` hears how many of all photos have been read for that.
    func addRoot(
        _ folder: FilePath, notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) async throws

    /// What is left out below every root, in the way of `.evokeignore`.
    func exclusions() async throws -> [String]
    /// Puts these in place of all that there were.
    func setExclusions(_ patterns: [String]) async throws

    /// The model that this library is searched with, as its user asked for it.
    func chosenModel() async throws -> ModelChoice?
    /// Remembers the model that the library is to be searched with, its variant and precision as well.
    func choose(_ model: ModelChoice) async throws
}

extension LibrarySettings {
    /// The same where nobody asks how far it is.
    public func addRoot(_ folder: FilePath) async throws {
        try await addRoot(folder) { _, _ in }
    }
}

/// What is told of a library as a whole.
public protocol LibraryReporting: Sendable {
    /// The models that vectors were ever recorded of.
    func models() async throws -> [ModelID]
    /// What it holds now, counted when it is asked for.
    func summary() async throws -> CatalogSummary
    /// The photos that could not be read, those among them that are taken for what they were.
    func failures() async throws -> [FailedPhoto]
    /// The photos whose end is missing, and that are searched as far as they go.
    func cutPhotos() async throws -> [TruncatedPhoto]
}

/// What folders are compared with, and what is recorded of them.
public protocol IndexPlanning: Sendable {
    /// The folders at or below `folder` that hold photos which are here.
    func folders(under folder: FilePath) async throws -> [FilePath]
    /// What is known of the files directly in `folder`, those too that are gone or left out.
    func files(in folder: FilePath, model: ModelID) async throws -> [KnownFile]
    /// What was made of that content, and where it was seen; nil where the model has made no vector of it.
    func known(_ content: ContentDigest, model: ModelID) async throws -> KnownContent?
    /// What is known besides the picture, and the other pictures of the same shot; nil where nothing was recorded.
    func metadata(of photo: PhotoID) async throws -> (metadata: PhotoMetadata, companions: [FilePath])?
    /// All contents that photos were seen to have.
    func contents() async throws -> Set<ContentDigest>

    /// Writes all of it, or nothing. Throws for a vector that another model has made.
    func record(_ changes: [CatalogChange], model: ModelID) async throws

    /// Deletes what is known of everything at or below `path`, as if it had never been indexed, or nothing at all.
    func forget(under path: FilePath) async throws -> Forgotten
}

/// What is shown of single photos. Those can be shown that are here, and have a vector or were not tried in vain.
public protocol PhotoCards: Sendable {
    /// The number of the photo at an absolute path without links, if it is gone or left out as well; nil where none is
    /// known.
    func photo(at path: FilePath) async throws -> PhotoID?
    /// Those of the photos that can be shown.
    func cards(of photos: [PhotoID]) async throws -> [PhotoID: PhotoCard]
}

/// Which photos meet a condition, of those that can be shown. Hidden ones meet none but one that asks for them
/// (`PhotoCondition.asksForHidden`), and are not counted. Texts are compared as `String.folded` has them.
public protocol PhotoFiltering: Sendable {
    /// All that meet it.
    func photos(meeting condition: PhotoCondition) async throws -> PhotoSet
    /// Those of the photos from place `offset` on in an order, `top` at most; nil for all but hidden photos. Of two
    /// alike, the one with the lower number comes first, or with the higher one where the newest do.
    func cards(among photos: PhotoSet?, order: PhotoOrder, top: Int, offset: Int) async throws -> [PhotoCard]
    /// How many of the photos each day has, the last day first, then those without a date but that of their file;
    /// nil for all but hidden ones.
    func days(among photos: PhotoSet?) async throws -> [PhotoDay]
    /// Those of the photos that say where they were taken, by the squares of a map; nil for all but hidden ones, and for
    /// the whole map.
    func clusters(among photos: PhotoSet?, in box: CoordinateBox?, on grid: MapGrid) async throws -> PhotoClusters
    /// The values that photos have which can be shown, the most frequent first. Texts that differ in case and accents alone
    /// are one value; folders that are called the same are not.
    func values(of trait: PhotoTrait) async throws -> [PhotoValue]
}

/// Photos by what is written on them, and by the places where they were taken. What is recorded of a photo and what is
/// found of it change together.
public protocol TextSearching: Sendable {
    /// Those on which all of it is written, also such as cannot be shown. Where there are more than
    /// `TextMatches.most` of one kind, there are none of that kind.
    func photos(with words: TextQuery) async throws -> TextMatches
    /// Which of these words are written on photos, also on such as cannot be shown. Each is one term, folded.
    func written(among words: [String]) async throws -> Set<String>
}

/// Where photos were taken, as places that have names. They are looked up from the coordinates after these are recorded,
/// and looked up anew when others are recorded.
public protocol PlaceStore: Sendable {
    /// Photos with coordinates whose place is not noted yet, so many at most.
    func photosWithoutPlace(limit: Int) async throws -> [PhotoID: Coordinates]
    /// Notes where those photos were taken; one that is nowhere is noted as that.
    func record(_ places: [PhotoID: PhotoPlace]) async throws
    /// How many of the photos that can be shown were taken in each place; nil for all but hidden ones. Those nowhere are
    /// left out.
    func placeCounts(among photos: PhotoSet?) async throws -> [PhotoPlace: Int]
}

/// The dominant colours of photos. They are recorded with the photo, or noted later where an older Evoke recorded it.
public protocol ColorStore: Sendable {
    /// Photos that can be shown and whose colours are not known, in the order of their numbers.
    func photosWithoutColors(after photo: PhotoID, limit: Int) async throws -> [PhotoCard]
    /// How many there are of these.
    func countWithoutColors() async throws -> Int
    /// Notes the colours of those photos.
    func record(_ colors: [PhotoID: PhotoColors]) async throws
    /// Nil where they are not known.
    func colors(of photo: PhotoID) async throws -> PhotoColors?
}

/// What was read in pictures, after their photos were recorded. A text goes with the content that it was read of.
public protocol TextStore: Sendable {
    /// Photos that can be shown and whose text this reader has not read, in the order of their numbers.
    func photosWithoutText(
        by reader: TextReaderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard]
    /// How many there are of these.
    func countWithoutText(by reader: TextReaderID) async throws -> Int
    /// Notes what was read, for all photos that hold this content now.
    func record(_ texts: [ContentDigest: ReadText]) async throws
    /// Nil where nothing has been read.
    func text(of photo: PhotoID) async throws -> ReadText?
}

/// What copies of photos are found by. A look goes with the content that it is of.
public protocol FingerprintStore: Sendable {
    /// Photos that can be shown and have no look, in the order of their numbers.
    func photosWithoutFingerprint(after photo: PhotoID, limit: Int) async throws -> [PhotoCard]
    /// How many there are of these.
    func countWithoutFingerprint() async throws -> Int
    /// Notes looks, for all photos that hold this content now.
    func record(_ fingerprints: [ContentDigest: StoredFingerprint]) async throws
    /// Those of the contents that have one.
    func fingerprints(of contents: [ContentDigest]) async throws -> [ContentDigest: PhotoFingerprint]
}

/// What films show besides the picture that stands for them. It goes with the content that it is of.
public protocol MomentStore: Sendable {
    /// Films that can be found by a vector of this model, last for two moments, and in which nobody looked for others than
    /// that one; in the order of their numbers.
    func filmsWithoutMoments(of model: ModelID, after film: PhotoID, limit: Int) async throws -> [PhotoCard]
    /// How many there are of these.
    func countWithoutMoments(of model: ModelID) async throws -> Int
    /// Notes what was found, for all films that hold this content now.
    func record(_ moments: [ContentDigest: FilmMoments], of model: ModelID) async throws
    /// Those of the photos that have moments.
    func moments(of photos: [PhotoID], model: ModelID) async throws -> [PhotoID: FilmMoments]
}

/// Which contents are alike, once their looks were compared. What is kept goes with the content that was compared with all
/// that there were before it.
public protocol ComparisonStore: Sendable {
    /// How many photos have a look and were not compared by this judge, or are dated anew since.
    func countNotCompared(by judge: Int64) async throws -> Int
    /// Photos with a look, also those that are gone, in the order of their numbers: each with whether it was compared by
    /// this judge.
    func tracesWithFingerprint(
        comparedBy judge: Int64, after photo: PhotoID, limit: Int
    ) async throws -> [(trace: PhotoTrace, isCompared: Bool)]
    /// What became of looks since that state; nil for whoever begins to follow, who hears of the state alone. No traces
    /// either where more than `limit` photos have changed.
    func fingerprintChanges(since stamp: VectorStamp?, comparedBy judge: Int64, limit: Int) async throws
        -> FingerprintChanges
    /// Notes for all photos that hold one of these contents now that it was compared, and what it resembles.
    func record(_ resemblances: [ContentDigest: [Resemblance]], by judge: Int64) async throws
    /// All that this judge found, of contents that resemble something.
    func resemblances(by judge: Int64) async throws -> [ContentDigest: [Resemblance]]
    /// What more than one photo holds, whether they can be shown or not.
    func contentsHeldTwice() async throws -> [ContentDigest]
    /// Of each photo that can be shown and holds one of these contents.
    func traces(of contents: [ContentDigest]) async throws -> [PhotoTrace]
}

/// Searches that are kept under names. Names are compared to the letter.
public protocol SavedSearchStore: Sendable {
    /// All of them, in their order.
    func savedSearches() async throws -> [SavedSearch]
    /// Keeps it, in the place of one of the same name. False where `most` others are kept already; nothing is changed then.
    func save(_ search: SavedSearch, most: Int) async throws -> Bool
    /// False where there is none of that name.
    func removeSearch(_ name: String) async throws -> Bool
}

/// What a check of a library reads, and what it leaves.
public protocol LibraryChecking: Sendable {
    /// Looks for everything that cannot be in a library that is whole, and changes nothing.
    func check(notify: @escaping @Sendable (CheckProgress) -> Void) async throws -> CheckReport
    /// Photos that can be shown, in the order of their numbers.
    func cards(after photo: PhotoID, limit: Int) async throws -> [PhotoCard]
    /// Leaves to the next run what a check found wrong.
    func leave(_ doubts: Set<CheckReport.Suspect>) async throws
    /// Has what a check found wrong done again by the run that follows, for photos inside these folders. Gives what was
    /// lost, and nobody but the user knows.
    func repaired(inside folders: [FilePath], model: ModelID) async throws -> [EvokeError]
}
