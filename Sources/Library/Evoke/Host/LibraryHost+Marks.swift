public import EvokeQuery
public import EvokeValues

/// Favourites, ratings, captions, tags and albums, also while photos are indexed.
extension LibraryHost {
    /// What there is of them.
    public nonisolated func marks() async throws -> MarkOverview {
        try await reading { try await $0.markOverview() }
    }

    /// As ``PhotoLibrary/copies(of:_:)``.
    public nonisolated func copies(of photos: PhotoSet) async throws -> PhotoSet {
        try await reading { try await $0.copies(of: photos) }
    }

    /// As ``PhotoLibrary/mark(_:_:_:upgrading:notify:)``.
    public func mark(_ photos: PhotoSet, _ edit: MarkEdit) async throws -> MarkReport {
        defer {
            news.changed()
            writeSidecars()
        }
        return try await changing { try await PhotoLibrary.mark(photos, edit, places) }
    }

    /// As ``PhotoLibrary/undoMarks(_:upgrading:notify:)``.
    public func undoMarks() async throws -> Int? {
        defer {
            news.changed()
            writeSidecars()
        }
        return try await changing { try await PhotoLibrary.undoMarks(places) }
    }

    /// Writes what waits to be written into sidecars, while others go on. What cannot be written waits on.
    private nonisolated func writeSidecars() {
        // It waits on, as said above.
        Task { try? await changing { _ = try await PhotoLibrary.writeSidecars(places) } }
    }

    /// The photos that fit a query.
    ///
    /// Throws as ``PhotoLibrary/photos(answering:)`` does.
    public func photos(answering query: Query) async throws -> PhotoSet {
        try checkLag()
        return PhotoSet(try await onceMore { [self] in try await current().photos(answering: query) })
    }
}
