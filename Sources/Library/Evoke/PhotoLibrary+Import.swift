import EvokeIndexing
public import EvokeValues

/// What became of taking over another program's photos.
public struct ImportReport: Sendable {
    /// What became of the photos.
    public let index: IndexReport
    /// How many of them have the other program's vector, and were not encoded.
    public let taken: Int
    /// Whether one of the first vectors was another than this library's model makes, so that none was taken.
    public let isOfAnotherModel: Bool
}

extension PhotoLibrary {
    /// Indexes `paths`, or all folders with photos that rclip knows. Where a file is as rclip saw it, and rclip's vectors
    /// are those of this library's model, photos keep them; all others are encoded. Texts and faces in them are left to
    /// the next run of indexing.
    ///
    /// The first sixteen photos are encoded to compare their vectors with rclip's. Photos that lie on their side, and raw
    /// files, are encoded as well: programs differ in these.
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
