/// What the owner says of photos: favourites, ratings, captions, tags and albums, and which are hidden. Marks go with the
/// content of a file.
public protocol MarkStore: Sendable {
    /// The marks of those of the contents that have some; nil for all contents.
    func marks(of contents: [ContentDigest]?) async throws -> [ContentDigest: Set<Mark>]
    /// Changes the marks of all of these photos, each in its way, or of none, and notes how to undo all of it at once. Of
    /// several photos with the same content, the one with the lowest number counts that changes something. `notify` hears
    /// which share of that is done, from 0 to 1.
    func record(
        _ edits: [PhotoID: MarkEdit], notify: @escaping @Sendable (_ share: Double) -> Void
    ) async throws -> MarkReport
    /// Undoes the last change that was not undone, and gives of how many photos; nil where there is none. The last hundred
    /// can be undone. `notify` hears which share of that is done.
    func undoMarks(notify: @escaping @Sendable (_ share: Double) -> Void) async throws -> Int?
    /// Tells that change from others; nil where there is none.
    func lastMarkChange() async throws -> UInt64?
    /// The photos that are hidden, those too that cannot be shown.
    func hiddenPhotos() async throws -> PhotoSet
    /// Whether something is hidden, as a mark without its photo may be as well. That is quicker than to list the photos.
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

    /// The same where nobody asks how far it is.
    package func record(_ edit: MarkEdit, of photos: PhotoSet) async throws -> MarkReport {
        try await record(edit, of: photos) { _ in }
    }

    /// Whether there is a change to undo.
    package func canUndoMarks() async throws -> Bool { try await lastMarkChange() != nil }

    /// The same where nobody asks how far it is.
    package func undoMarks() async throws -> Int? { try await undoMarks { _ in } }

    /// So many changes can be undone.
    package static var mostMarksUndone: Int { 100 }
}
