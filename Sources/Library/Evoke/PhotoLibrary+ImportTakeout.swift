import EvokeIndexing
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// What became of taking over what Google Takeout says.
public struct TakeoutImport: Sendable {
    /// What became of the photos.
    public let index: IndexReport
    /// How many of them are favourites by this.
    public internal(set) var favourites = 0
    /// The names of the albums that got photos by this, in their order.
    public internal(set) var albums: [String] = []
}

extension PhotoLibrary {
    /// Indexes folders that Google Takeout made, and takes over which photos are favourites and what is in which album.
    /// Dates, places, descriptions and names of people are read by every run of indexing. Texts and faces in photos are left
    /// to the next one.
    ///
    /// Each album, and all favourites together, is one change that ``undoMarks(_:upgrading:notify:)`` takes back.
    ///
    /// Throws as ``index(_:rereading:leavingWork:notify:)`` does.
    public func importTakeout(
        _ paths: [FilePath], notify: @escaping @Sendable (IndexEvent) -> Void = { _ in }
    ) async throws -> TakeoutImport {
        var report = TakeoutImport(index: try await indexPhotos(paths, notify: notify))
        guard !report.index.isInterrupted else { return report }
        var (favourites, albums): (PhotoSet, [String: PhotoSet]) = (PhotoSet(), [:])
        for path in paths.compactMap(FileSystem.resolve) {
            for folder in try await catalog.folders(under: path) {
                try Task.checkCancellation()
                let photos = try await catalog.files(in: folder, model: model).filter(\.isHere)
                let found: TakeoutFolder
                do {
                    found = try await engine.executor.run { () throws(EvokeError) in
                        try TakeoutFolder(folder, photos: photos.map(\.path))
                    }
                } catch {
                    notify(.problem(error))
                    continue
                }
                let wanted = Set(found.favourites)
                for photo in photos where wanted.contains(photo.path) { favourites.insert(photo.id) }
                if let album = found.album { albums[album, default: PhotoSet()].formUnion(photos.map(\.id)) }
            }
        }
        for (name, photos) in albums.sorted(by: { $0.key < $1.key }) {
            if try await catalog.record(MarkEdit(adding: [.album(name)]), of: photos).changed > 0 {
                report.albums.append(name)
            }
        }
        report.favourites = try await catalog.record(MarkEdit(adding: [.favourite]), of: favourites).changed
        return report
    }
}

extension PhotoSet {
    fileprivate mutating func formUnion(_ photos: [PhotoID]) { for photo in photos { insert(photo) } }
}
