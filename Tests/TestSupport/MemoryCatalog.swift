public import PhotoCore

/// A catalogue that keeps nothing, for tests of what is above it.
public actor MemoryCatalog: PhotoCatalog {
    private struct Row {
        let id: PhotoID
        var stamp: FileStamp
        var isMissing = false
        var failure: EvokeError?
        var vectors: [ModelID: Embedding] = [:]
    }

    private var known: Set<FilePath> = []
    private var rows: [FilePath: Row] = [:]
    private var recorded: [ModelID] = []
    private var chosen: ModelChoice?
    /// When set, the next recording fails with it.
    private var pendingFailure: EvokeError?
    /// How many changes each recording wrote.
    public private(set) var batches: [Int] = []

    public init() {}

    public func failNextRecording(with error: EvokeError) { pendingFailure = error }

    public func roots() -> [FilePath] { known.sorted() }
    public func addRoot(_ folder: FilePath) { known.insert(folder) }
    public func chosenModel() -> ModelChoice? { chosen }
    public func models() -> [ModelID] { recorded }
    public func choose(_ model: ModelChoice) { chosen = model }

    public func folders(under folder: FilePath) -> [FilePath] {
        Set(rows.filter { !$0.value.isMissing }.compactMap(\.key.parent)).filter { $0.isInside(folder) }.sorted()
    }

    public func files(in folder: FilePath, model: ModelID) -> [KnownFile] {
        rows.filter { $0.key.parent == folder }.map { path, row in
            let state: KnownFile.State =
                if let failure = row.failure { .failed(failure.kind) } else {
                    row.vectors[model] == nil ? .otherModelOnly : .encoded
                }
            return KnownFile(id: row.id, path: path, stamp: row.stamp, state: state, isMissing: row.isMissing)
        }
    }

    public func photo(at path: FilePath) -> PhotoID? { rows[path]?.id }

    public func paths(of photos: [PhotoID]) -> [PhotoID: FilePath] {
        let wanted = Set(photos)
        return Dictionary(uniqueKeysWithValues: rows.filter { wanted.contains($0.value.id) }.map { ($1.id, $0) })
    }

    public func record(_ changes: [CatalogChange], model: ModelID) throws {
        if let failure = pendingFailure {
            pendingFailure = nil
            throw failure
        }
        if !recorded.contains(model) { recorded.append(model) }
        batches.append(changes.count)
        for change in changes {
            switch change {
            case .encoded(let path, let stamp, _, let embedding):
                settle(path, stamp)
                rows[path]?.failure = nil
                rows[path]?.vectors[model] = embedding
            case .failed(let path, let stamp, let error):
                settle(path, stamp)
                rows[path]?.failure = error
            case .vanished(let id): mark(id, isMissing: true)
            case .returned(let id): mark(id, isMissing: false)
            }
        }
    }

    public func forget(under path: FilePath) -> Forgotten {
        let photos = rows.keys.filter { $0.isInside(path) }
        for photo in photos { rows[photo] = nil }
        let roots = known.filter { $0.isInside(path) }
        known.subtract(roots)
        return Forgotten(photos: photos.count, roots: roots.sorted())
    }

    public func summary() -> CatalogSummary {
        let here = rows.values.filter { !$0.isMissing }
        return CatalogSummary(
            photos: here.count { $0.failure == nil }, failed: here.count { $0.failure != nil },
            missing: rows.count - here.count,
            models: recorded.map { model in
                CatalogSummary.Model(id: model, photos: here.count { $0.vectors[model] != nil })
            },
            roots: roots())
    }

    public func failures() -> [FailedPhoto] {
        rows.filter { !$0.value.isMissing }.compactMap { path, row in
            row.failure.map { FailedPhoto(path: path, error: $0) }
        }.sorted { $0.path < $1.path }
    }

    public func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) -> Void
    ) {
        for row in rows.values.sorted(by: { $0.id < $1.id }) where !row.isMissing {
            guard let vector = row.vectors[model] else { continue }
            vector.values.map { Float16($0) }.withUnsafeBufferPointer { body([row.id], $0) }
        }
    }

    public func vector(of photo: PhotoID, model: ModelID) -> Embedding? {
        rows.values.first { $0.id == photo }?.vectors[model]
    }

    private func settle(_ path: FilePath, _ stamp: FileStamp) {
        var row = rows[path] ?? Row(id: PhotoID((rows.values.map(\.id.value).max() ?? 0) + 1), stamp: stamp)
        if row.stamp != stamp { row.vectors = [:] }
        row.stamp = stamp
        row.isMissing = false
        rows[path] = row
    }

    private func mark(_ id: PhotoID, isMissing: Bool) {
        for (path, row) in rows where row.id == id { rows[path]?.isMissing = isMissing }
    }
}
