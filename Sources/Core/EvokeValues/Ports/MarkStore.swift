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

    package static var mostMarksUndone: Int { 100 }
}
