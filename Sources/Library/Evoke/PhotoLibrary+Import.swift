#if Import
import EvokeIndexing
import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

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
        _ database: DiskPath, _ paths: [DiskPath] = [], notify: @escaping @Sendable (IndexEvent) -> Void = { _ in }
    ) async throws -> ImportReport {
        let (vectors, folders) = try await Self.rclip(at: database, paths)
        let taken = TakenVectors(from: vectors, model: try await model)
        let report = try await kept.alone { try await $0.indexPhotos(folders, taking: taken, notify: notify) }
        return ImportReport(index: report, taken: await taken.count, isOfAnotherModel: await taken.areOfAnotherModel)
    }
}

/// The result of an import from Google Takeout.
public struct TakeoutImport: Sendable {
    /// The result of indexing the photos.
    public let index: IndexReport
    /// Photos that became favorites.
    public internal(set) var favorites = 0
    /// The sorted names of the albums that gained photos.
    public internal(set) var albums: [String] = []
}

extension PhotoLibrary {
    /// Indexes folders from Google Takeout, and imports favorites and albums. Dates, places, descriptions and names of
    /// people are read by every indexing run. Text and faces are left to the next one.
    ///
    /// Each album, and all favorites together, are one change that ``Marks/undo(notify:)`` undoes.
    ///
    /// Throws as ``index(_:rereading:leavingWork:notify:)`` does.
    public func importTakeout(
        _ paths: [DiskPath], notify: @escaping @Sendable (IndexEvent) -> Void = { _ in }
    ) async throws -> TakeoutImport {
        let index = try await kept.alone { try await $0.indexPhotos(paths, notify: notify) }
        var report = TakeoutImport(index: index)
        guard !report.index.isInterrupted else { return report }
        var (favorites, albums): (PhotoSet, [String: PhotoSet]) = (PhotoSet(), [:])
        let executor = try await engine.executor
        for path in paths.compactMap(FileSystem.resolve) {
            for folder in try await catalog.folders(under: path) {
                try Task.checkCancellation()
                let photos = try await catalog.files(in: folder, model: model).filter(\.isHere)
                let found: TakeoutFolder
                do {
                    found = try await executor.run { () throws(EvokeError) in
                        try TakeoutFolder(folder, photos: photos.map(\.path))
                    }
                } catch {
                    notify(.problem(error))
                    continue
                }
                let wanted = Set(found.favorites)
                for photo in photos where wanted.contains(photo.path) { favorites.insert(photo.id) }
                if let album = found.album { albums[album, default: PhotoSet()].formUnion(photos.map(\.id)) }
            }
        }
        for (name, photos) in albums.sorted(by: { $0.key < $1.key }) {
            if try await catalog.record(MarkEdit(adding: [.album(name)]), of: photos).changed > 0 {
                report.albums.append(name)
            }
        }
        report.favorites = try await catalog.record(MarkEdit(adding: [.favorite]), of: favorites).changed
        return report
    }
}

extension PhotoSet {
    fileprivate mutating func formUnion(_ photos: [PhotoID]) { for photo in photos { insert(photo) } }
}
#endif
