import PhotoCore
import Workers

/// What became of one photo.
enum Outcome: Sendable {
    case encoded(IndexPlan.Task, ContentDigest, PixelSize, Embedding)
    /// Encoded as far as it goes: so much of it is there.
    case cut(IndexPlan.Task, ContentDigest, PixelSize, Embedding, share: Double)
    case moved(IndexPlan.Task, PhotoID)
    case copied(IndexPlan.Task, PhotoID)
    case failed(IndexPlan.Task, EvokeError)
    /// The photo could be read, and the model gave no vector of it: its fault, or the photo's.
    case refused(IndexPlan.Task, EvokeError)
    /// Its picture is as it was; what its file holds, where that was not known.
    case described(IndexPlan.Task, ContentDigest?)
    /// Deleted after the folder was read; the next run will notice.
    case gone

    var changes: [CatalogChange] {
        switch self {
        case .encoded(let task, let content, let size, let embedding):
            [.encoded(task.file.path, task.file.stamp, content, size, embedding)]
        case .cut(let task, let content, let size, let embedding, let share):
            [
                .encoded(task.file.path, task.file.stamp, content, size, embedding),
                .cut(task.file.path, share: share),
            ]
        case .moved(let task, let photo): [.moved(photo, task.file.path, task.file.stamp)]
        case .copied(let task, let photo): [.copied(photo, task.file.path, task.file.stamp)]
        case .failed(let task, let error), .refused(let task, let error):
            [.failed(task.file.path, task.file.stamp, error)]
        case .described(let task, let content): content.map { [.digested(task.file.path, $0)] } ?? []
        case .gone: []
        }
    }

    /// What its user should hear of.
    var event: IndexEvent? {
        switch self {
        case .failed(_, let error), .refused(_, let error): .failed(error)
        case .cut(let task, _, _, _, let share): .cut(CutPhoto(path: task.file.path, share: share))
        default: nil
        }
    }
}

/// What became of a photo, and what is known of it.
struct Finding: Sendable {
    let outcome: Outcome
    let description: CatalogChange?

    var changes: [CatalogChange] { outcome.changes + [description].compactMap { $0 } }
}

/// Finds out what becomes of a photo: known by its content, or decoded and encoded.
struct PhotoWork: Sendable {
    let catalog: any PhotoCatalog
    let model: ModelID
    let digester: any ContentDigesting
    let facts: any FactReading
    let decoder: any ImageDecoding
    let encoder: any ImageEncoding
    let thumbnails: any ThumbnailKeeping
    /// Photos that have been found in a new place; each can be in one only.
    private let settled = Locked<Set<PhotoID>>([])

    init(
        catalog: any PhotoCatalog, model: ModelID, digester: any ContentDigesting, facts: any FactReading,
        decoder: any ImageDecoding, encoder: any ImageEncoding, thumbnails: any ThumbnailKeeping
    ) {
        self.catalog = catalog
        self.model = model
        self.digester = digester
        self.facts = facts
        self.decoder = decoder
        self.encoder = encoder
        self.thumbnails = thumbnails
    }

    func finding(of task: IndexPlan.Task) async throws -> Finding {
        let outcome = try await outcome(of: task)
        if case .gone = outcome { return Finding(outcome: outcome, description: nil) }
        let companions = task.file.companions
        // A file that cannot be read has failed already, and says so.
        let facts = try? await facts.facts(of: task.file.path, sidecars: companions.sidecars)
        return Finding(
            outcome: outcome, description: facts.map { .described(task.file.path, $0, companions) })
    }

    private func outcome(of task: IndexPlan.Task) async throws -> Outcome {
        try Task.checkCancellation()
        let path = task.file.path
        if task.isOfFactsOnly {
            // One that cannot be read now keeps what it has.
            return .described(task, task.lacksDigest ? try? await digester.digest(of: path) : nil)
        }
        do {
            let content = try await digester.digest(of: path)
            if let known = try await known(content, at: path) { return known(task) }
            let image = try await decoder.decode(path, for: encoder.input, thumbnail: true)
            if let thumbnail = image.thumbnail { try await thumbnails.keep(thumbnail, of: content) }
            return try await encoded(task, content, image)
        } catch let error as EvokeError where error.kind == .notFound {
            return .gone
        } catch let error as EvokeError where error.kind.isOfThePhoto {
            return .failed(task, error)
        }
    }

    private func encoded(
        _ task: IndexPlan.Task, _ content: ContentDigest, _ image: PreparedImage
    ) async throws -> Outcome {
        do {
            let embedding = try await encoder.encode(image)
            return image.share.map { .cut(task, content, image.original, embedding, share: $0) }
                ?? .encoded(task, content, image.original, embedding)
        } catch let error as EvokeError where error.kind == .inference {
            return .refused(task, error)
        }
    }

    /// A photo of the same content: the same photo when it is gone from its place, else one to copy from.
    private func known(_ content: ContentDigest, at path: FilePath) async throws -> ((IndexPlan.Task) -> Outcome)? {
        let places = try await catalog.photos(with: content, model: model).filter { $0.value.path != path }
        let gone = places.filter(\.value.isMissing).keys.min()
        if let gone, settled.withLock({ $0.insert(gone).inserted }) { return { .moved($0, gone) } }
        return places.keys.min().map { original in { .copied($0, original) } }
    }
}

extension EvokeError.Kind {
    /// Whether it says something of one photo, and nothing of the model or the library.
    fileprivate var isOfThePhoto: Bool {
        switch self {
        case .modelInvalid, .libraryDamaged, .libraryBusy, .libraryNewer, .diskFull, .readOnly: false
        default: true
        }
    }
}
