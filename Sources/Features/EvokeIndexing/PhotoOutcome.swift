import EvokeValues
import EvokeWorkers

/// The result of processing one photo.
enum PhotoOutcome: Sendable {
    case encoded(IndexPlan.Task, ContentDigest, PixelSize, PhotoColors?, Embedding)
    /// Truncated, and encoded as far as possible; `share` is how much is there.
    case truncated(IndexPlan.Task, ContentDigest, PixelSize, PhotoColors?, Embedding, share: Double)
    /// The file looks different, but has the same content.
    case same(IndexPlan.Task, KnownFile)
    case moved(IndexPlan.Task, PhotoID, KnownContent)
    case copied(IndexPlan.Task, KnownContent)
    case failed(IndexPlan.Task, ContentDigest?, EvokeError)
    /// Its current content is unknown. The file was not written to, so it counts as unchanged until it can be read.
    case unread(KnownFile, EvokeError)
    /// The photo could be read, but the model returned no vector: either may be to blame.
    case refused(IndexPlan.Task, ContentDigest, EvokeError)
    /// The picture is unchanged; the digest is given if it was unknown.
    case described(IndexPlan.Task, ContentDigest?)
    /// Deleted after the folder was read, or constantly written to; the next run will notice.
    case gone

    var changes: [CatalogChange] {
        switch self {
        case .encoded(let task, let content, let size, let colors, let embedding):
            [.encoded(task.file.path, task.file.stamp, content, size, embedding)] + Self.changes(task, colors)
        case .truncated(let task, let content, let size, let colors, let embedding, let share):
            [
                .encoded(task.file.path, task.file.stamp, content, size, embedding),
                .truncated(task.file.path, share: share),
            ] + Self.changes(task, colors)
        case .same(let task, let known):
            [.seen(known.id, task.file.stamp)] + (known.isUnread ? [.unread(known.id, nil)] : [])
        case .moved(let task, let photo, let known): [.moved(photo, task.file.path, task.file.stamp, known)]
        case .copied(let task, let known): [.copied(task.file.path, task.file.stamp, known)]
        case .failed(let task, let content, let error):
            [.failed(task.file.path, task.file.stamp, error, content: content)]
        case .refused(let task, let content, let error):
            [.failed(task.file.path, task.file.stamp, error, content: content)]
        case .described(let task, let content): content.map { [.digested(task.file.path, $0)] } ?? []
        case .unread(let known, let error): [.unread(known.id, error)]
        case .gone: []
        }
    }

    private static func changes(_ task: IndexPlan.Task, _ colors: PhotoColors?) -> [CatalogChange] {
        colors.map { [.colored(task.file.path, $0)] } ?? []
    }

    /// What to report to the user.
    var event: IndexEvent? {
        switch self {
        case .failed(_, _, let error), .refused(_, _, let error), .unread(_, let error): .failed(error)
        case .truncated(let task, _, _, _, _, let share): .truncated(TruncatedPhoto(path: task.file.path, share: share))
        default: nil
        }
    }
}

/// The result for a photo, and what is known about it.
struct Finding: Sendable {
    let photo: FilePath
    let outcome: PhotoOutcome
    var description: CatalogChange?
    /// The photo's earlier content, if the picture has hardly changed.
    var edit: CatalogChange?

    var changes: [CatalogChange] { outcome.changes + [description, edit].compactMap { $0 } }
}
