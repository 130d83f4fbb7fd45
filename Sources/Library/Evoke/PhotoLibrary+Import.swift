import EvokeIndexing
public import EvokeValues

/// The result of an import of another program's vectors.
public struct ImportReport: Sendable {
    /// The result of indexing the photos.
    public let index: IndexReport
    /// How many photos got the other program's vector instead of being encoded.
    public let taken: Int
    /// Whether one of the first vectors differed from what this library's model makes, so that none was imported.
    public let isOfAnotherModel: Bool
}

extension PhotoLibrary {
    /// Indexes `paths`, or all folders that rclip has photos of. If a file is unchanged since rclip saw it, and rclip's
    /// model is this library's, its vector is used; all others are encoded. Text and faces are left to the next
    /// indexing run.
    ///
    /// The first sixteen photos are encoded to compare their vectors with rclip's. Rotated photos and raw files are
    /// encoded, too: programs treat them differently.
    ///
    /// - Parameter database: rclip's, which is only read.
    public func importRclip(
        _ database: FilePath, _ paths: [FilePath] = [], notify: @escaping @Sendable (IndexEvent) -> Void = { _ in }
    ) async throws -> ImportReport {
        let (vectors, folders) = try await Self.rclip(at: database, paths)
        let taken = TakenVectors(from: vectors, model: engine.modelID)
        let report = try await indexPhotos(folders, taking: taken, notify: notify)
        return ImportReport(index: report, taken: await taken.count, isOfAnotherModel: await taken.areOfAnotherModel)
    }
}
