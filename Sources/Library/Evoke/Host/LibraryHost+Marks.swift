public import EvokeQuery
public import EvokeValues

/// Favorites, ratings, captions, tags and albums, also during indexing.
extension LibraryHost {
    /// The library's marks.
    public nonisolated func marks() async throws -> MarkOverview {
        try await reading { try await $0.markOverview() }
    }

    /// As ``PhotoLibrary/Marks/copies(of:)``.
    public nonisolated func copies(of photos: PhotoSet) async throws -> PhotoSet {
        try await reading { try await $0.copies(of: photos) }
    }

    /// As ``PhotoLibrary/Marks/change(_:_:notify:)``.
    public func mark(_ photos: PhotoSet, _ edit: MarkEdit) async throws -> MarkReport {
        defer {
            news.changed()
            writeSidecars()
        }
        return try await changing { try await $0.marks.change(photos, edit) }
    }

    /// As ``PhotoLibrary/Marks/undo(notify:)``.
    public func undoMarks() async throws -> Int? {
        defer {
            news.changed()
            writeSidecars()
        }
        return try await changing { try await $0.marks.undo() }
    }

    /// Writes pending changes to sidecars in the background. What cannot be written keeps waiting.
    private nonisolated func writeSidecars() {
        // It keeps waiting, as documented.
        Task { try? await changing { _ = try await $0.marks.writeSidecars() } }
    }

    /// The photos that fit a query.
    ///
    /// Throws as ``PhotoLibrary/photos(answering:)`` does.
    public func photos(answering query: Query) async throws -> PhotoSet {
        try checkLag()
        return PhotoSet(try await onceMore { [self] in try await current().photos(answering: query) })
    }
}
