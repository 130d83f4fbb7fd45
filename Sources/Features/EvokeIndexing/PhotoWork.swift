import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Processes a photo: finds its content in the catalog, or decodes and encodes it.
struct PhotoWork: Sendable {
    /// Attempts before a file that is being written to is left to the next run.
    private static let mostFingerprints = 3
    /// A file may be written to twice within a tick of the system's clock, with the same modification time.
    private static let tick: Int64 = 20_000_000

    /// Between the vectors of a photo before and after it was edited.
    private static let leastLikeness: Float = 0.95

    let catalog: any IndexPlanning & LibrarySettings
    let model: ModelID
    let digester: any ContentDigesting
    let metadata: any MetadataReading
    let decoder: any ImageDecoding
    let encoder: any ImageEncoding
    let thumbnails: any ThumbnailStore
    let executor: BlockingExecutor
    /// Used instead of encoding; nil to encode all photos.
    let taken: TakenVectors?
    /// Those that photos come from which are not files, by name.
    var sources: [String: any PhotoSource] = [:]
    var displaced = DisplacedContents()
    /// Photos that were matched with a file already, since each can have only one: at first, those that were missing
    /// and whose paths have files again.
    var settled = Locked<Set<PhotoID>>([])

    func finding(of task: IndexPlan.Task) async throws -> Finding {
        let path = task.file.path
        guard let name = path.source else { return try await finding(of: task, at: path) }
        let gone = Finding(photo: path, outcome: .gone)
        guard let source = sources[name] else { return gone }
        let result: Result<Finding, any Error>
        do {
            result = try await source.withFile(of: String(decoding: path.name, as: UTF8.self)) { file in
                do { return .success(try await finding(of: task, at: file)) } catch { return .failure(error) }
            }
        } catch let error as EvokeError where error.kind == .notFound {
            return gone
        } catch let error as EvokeError where error.kind.isOfThePhoto {
            return Finding(photo: path, outcome: unreadable(task, error))
        }
        return try result.get()
    }

    /// - Parameter place: the file that has the photo's content.
    private func finding(of task: IndexPlan.Task, at place: DiskPath) async throws -> Finding {
        if task.isOfMetadataOnly { return try await describe(task, at: place) }
        for _ in 0..<Self.mostFingerprints {
            try Task.checkCancellation()
            do {
                if let finding = try await inspect(task, at: place) { return finding }
            } catch let error as EvokeError where error.kind == .notFound {
                break
            }
        }
        return Finding(photo: task.file.path, outcome: .gone)
    }

    /// Nil if the file was written to or replaced meanwhile, so that the result may mix both versions.
    private func inspect(_ task: IndexPlan.Task, at place: DiskPath) async throws -> Finding? {
        var task = task
        let path = task.file.path
        // Taken before anything is read, so any later change makes a different stamp.
        let before = try await certainStamp(of: task.file, at: place)
        if let before { task.file.stamp = before }
        let digested = try await digest(of: place)
        let description = try await description(of: task.file, at: place)
        // Renaming a folder takes its files away, and may bring them back with their old stamps.
        if try await stamp(of: task.file, at: place) != before {
            // Two unreadable states count as equal.
            guard await holds(try? digested.get(), place) else { return nil }
            task.file.stamp = task.file.stamp.doubted
        }
        let isTurned = description?.metadata.orientation.map { $0 != 1 } ?? false
        guard let outcome = try await outcome(of: task, at: place, digested, isTurned: isTurned) else { return nil }
        return Finding(
            photo: path, outcome: outcome, description: description,
            edit: try await edit(of: task, outcome, description?.metadata))
    }

    /// Writing metadata into a photo, or brightening it slightly, leaves the same photo with the same people. If the
    /// size differs, or the picture looks different to the model, the people may be others, but it is still the same
    /// photo if it was taken at the same moment. Otherwise another photo has got its name.
    private func edit(
        of task: IndexPlan.Task, _ outcome: PhotoOutcome, _ metadata: PhotoMetadata?
    ) async throws -> CatalogChange? {
        guard case .encoded(_, let content, let size, _, let vector, _) = outcome, let known = task.known,
            let old = known.content, old != content
        else { return nil }
        let before = try await catalog.known(old, model: model)
        let likeness = before?.vectors[model].map {
            zip($0, vector.values).reduce(Float()) { $0 + Float($1.0) * $1.1 }
        }
        let isAlike = likeness.map { $0 > Self.leastLikeness } ?? false
        if !isAlike {
            guard try await wasTaken(known.id, when: metadata) else { return nil }
        }
        return .edited(from: old, to: content, facesStay: isAlike && before?.size == size)
    }

    private func wasTaken(_ photo: PhotoID, when metadata: PhotoMetadata?) async throws -> Bool {
        guard let taken = metadata?.taken, taken.precision == .second,
            [.exifOriginal, .exifDigitized, .xmp, .iptc].contains(taken.source)
        else { return false }
        return try await catalog.metadata(of: photo)?.metadata.taken?.localSeconds == taken.localSeconds
    }

    private func describe(_ task: IndexPlan.Task, at place: DiskPath) async throws -> Finding {
        try Task.checkCancellation()
        let (file, before) = (task.file, try await certainStamp(of: task.file, at: place))
        // The next run tries again.
        let content = task.lacksDigest ? try? await digester.digest(of: place) : nil
        let description = try await description(of: file, at: place)
        guard before == file.stamp, try await stamp(of: file, at: place) == before else {
            return Finding(photo: file.path, outcome: .gone)
        }
        return Finding(photo: file.path, outcome: .described(task, content), description: description)
    }

    /// Nil if the metadata cannot be read: such a file has already failed with its own error.
    private func description(of file: FolderScanner.File, at place: DiskPath) async throws -> PhotoDescription? {
        do {
            return (try await metadata.metadata(of: place, sidecars: file.companions.sidecars), file.companions)
        } catch is EvokeError {
            try Task.checkCancellation()
            return nil
        }
    }

    private func digest(of file: DiskPath) async throws -> Result<ContentDigest, EvokeError> {
        do {
            return .success(try await digester.digest(of: file))
        } catch let error as EvokeError where error.kind.isOfThePhoto {
            return .failure(error)
        }
    }

    private func outcome(
        of task: IndexPlan.Task, at place: DiskPath, _ digested: Result<ContentDigest, EvokeError>, isTurned: Bool
    ) async throws -> PhotoOutcome? {
        let content: ContentDigest
        switch digested {
        case .success(let digest): content = digest
        case .failure(let error): return unreadable(task, error)
        }
        if let known = task.known, known.state == .encoded, known.content == content { return .same(task, known) }
        if let old = task.known?.content, old != content {
            try await displaced.keep(old) { try await catalog.known($0, model: model) }
        }
        if let outcome = try await known(content, task) { return outcome }
        do {
            let image = try await decoder.decode(place, for: encoder.input, thumbnail: true)
            guard try await isStill(content, task.file, at: place) else { return nil }
            if let thumbnail = image.thumbnail { try await thumbnails.keep(thumbnail, of: content) }
            return try await encoded(task, content, image, isTurned: isTurned)
        } catch let error as EvokeError where error.kind.isOfThePhoto {
            return try await isStill(content, task.file, at: place) ? .failed(task, content, error) : nil
        }
    }

    private func unreadable(_ task: IndexPlan.Task, _ error: EvokeError) -> PhotoOutcome {
        guard let known = task.known, known.state == .encoded, known.stamp.resembles(task.file.stamp) else {
            return .failed(task, nil, error)
        }
        return .unread(known, error)
    }

    private func encoded(
        _ task: IndexPlan.Task, _ content: ContentDigest, _ image: PreparedImage, isTurned: Bool
    ) async throws -> PhotoOutcome {
        do {
            let embedding =
                if let taken {
                    try await taken.embedding(of: image, task.file, isTurned: isTurned, by: encoder)
                } else {
                    try await encoder.encode(image)
                }
            return .encoded(task, content, image.original, image.colors, embedding, share: image.share)
        } catch let error as EvokeError where error.kind == .inference {
            return .refused(task, content, error)
        }
    }

    /// For known content: the same photo if its file is gone, otherwise a copy.
    private func known(_ content: ContentDigest, _ task: IndexPlan.Task) async throws -> PhotoOutcome? {
        let known = try await catalog.known(content, model: model)
        let places = known?.places.filter { $0.value.path != task.file.path } ?? [:]
        guard let known, !places.isEmpty else { return displaced.content(content).map { .copied(task, $0) } }
        let gone = places.filter(\.value.isGone).keys.sorted()
        if let photo = gone.first(where: { photo in settled.withLock { $0.insert(photo).inserted } }) {
            return .moved(task, photo, known)
        }
        return .copied(task, known)
    }

    /// A stamp that no later state of the file can have.
    private func certainStamp(of file: FolderScanner.File, at place: DiskPath) async throws -> FileStamp? {
        var stamp = try await stamp(of: file, at: place)
        for _ in 0..<Self.mostFingerprints {
            guard let changed = stamp?.changedNanoseconds else { break }
            let (age, isFarAway) = SystemClock.now.subtractingReportingOverflow(changed)
            guard !isFarAway, (0..<Self.tick).contains(age) else { break }
            try await Task.sleep(for: .nanoseconds(Self.tick - age))
            stamp = try await self.stamp(of: file, at: place)
        }
        return stamp
    }

    private func isStill(
        _ content: ContentDigest, _ file: FolderScanner.File, at place: DiskPath
    ) async throws -> Bool {
        if try await stamp(of: file, at: place) == file.stamp { return true }
        return await holds(content, place)
    }

    /// Nil stands for content that cannot be read.
    private func holds(_ content: ContentDigest?, _ path: DiskPath) async -> Bool {
        // As documented above.
        await (try? digester.digest(of: path)) == content
    }

    /// Of a photo that was brought, the one that its source told: if it changed since, the source tells that next time.
    private func stamp(of file: FolderScanner.File, at place: DiskPath) async throws -> FileStamp? {
        if place != file.path { return file.stamp }
        return await executor.run { FileSystem.status(of: place).map { FileStamp($0) } }
    }
}

/// The earlier contents of photos that changed in this run: if names were swapped or renumbered, other files have these
/// contents now, and by the time those are read the catalog may have dropped them.
struct DisplacedContents: Sendable {
    /// A few kilobytes each; photos beyond the limit are encoded again.
    private static let most = 8_192

    private let contents = Locked<[ContentDigest: KnownContent]>([:])

    func keep(
        _ content: ContentDigest, known: (ContentDigest) async throws -> KnownContent?
    ) async throws {
        guard contents.withLock({ $0.count < Self.most && $0[content] == nil }) else { return }
        guard let known = try await known(content) else { return }
        contents.withLock { $0[content] = known }
    }

    func content(_ content: ContentDigest) -> KnownContent? { contents.withLock { $0[content] } }
}

extension EvokeError.Kind {
    /// Whether the error is about a photo that exists, rather than about the model or the library.
    fileprivate var isOfThePhoto: Bool {
        ![.notFound, .modelInvalid, .libraryDamaged, .libraryBusy, .libraryNewer, .diskFull, .readOnly].contains(self)
    }
}

enum PhotoOutcome: Sendable {
    /// If it is truncated, it was encoded as far as possible; `share` is how much is there.
    case encoded(IndexPlan.Task, ContentDigest, PixelSize, PhotoColors?, Embedding, share: Double?)
    /// The file looks different, but has the same content.
    case same(IndexPlan.Task, KnownFile)
    case moved(IndexPlan.Task, PhotoID, KnownContent)
    case copied(IndexPlan.Task, KnownContent)
    case failed(IndexPlan.Task, ContentDigest?, EvokeError)
    /// Its current content is unknown. The file was not written to, so it counts as unchanged until it can be read.
    case unread(KnownFile, EvokeError)
    /// The photo could be read, but the model returned no vector: either may be to blame.
    case refused(IndexPlan.Task, ContentDigest?, EvokeError)
    /// The picture is unchanged; the digest is given if it was unknown.
    case described(IndexPlan.Task, ContentDigest?)
    /// Deleted after the folder was read, or constantly written to; the next run will notice.
    case gone

    var event: IndexEvent? {
        switch self {
        case .failed(let task, _, let error), .refused(let task, _, let error): .failed(error.about(task.file.path))
        case .unread(let known, let error): .failed(error.about(known.path))
        case .encoded(let task, _, _, _, _, let share?):
            .truncated(TruncatedPhoto(path: task.file.path, share: share))
        default: nil
        }
    }
}

extension EvokeError {
    /// Names the photo rather than the file that its source brought.
    fileprivate func about(_ photo: DiskPath) -> EvokeError {
        guard photo.source != nil else { return self }
        return EvokeError(kind, doing: doing, subject: photo.display, reason: reason, remedies: remedies, cause: cause)
    }
}

/// The result for a photo, and what is known about it.
struct Finding: Sendable {
    let photo: DiskPath
    let outcome: PhotoOutcome
    /// Nil if its metadata could not be read.
    var description: PhotoDescription?
    /// The photo's earlier content, if the picture has hardly changed.
    var edit: CatalogChange?

    /// - Parameter stamp: the stamp to record, for the one that was seen.
    func changes(stamp: (FileStamp) -> FileStamp = \.self) -> [CatalogChange] {
        switch outcome {
        case .encoded(let task, let content, let size, let colors, let embedding, let share):
            [
                .encoded(
                    photo, stamp(task.file.stamp), content, size, embedding, colors: colors, share: share,
                    described: description)
            ] + [edit].compactMap(\.self)
        case .moved(let task, let id, let known):
            [.moved(id, photo, stamp(task.file.stamp), known, described: description)]
        case .copied(let task, let known): [.copied(photo, stamp(task.file.stamp), known, described: description)]
        case .failed(let task, let content, let error), .refused(let task, let content, let error):
            [.failed(photo, stamp(task.file.stamp), error, content: content, described: description)]
        case .same(let task, let known):
            [.seen(known.id, stamp(task.file.stamp))] + (known.isUnread ? [.unread(known.id, nil)] : []) + redescribed
        case .described(_, let content): (content.map { [.digested(photo, $0)] } ?? []) + redescribed
        case .unread(let known, let error): [.unread(known.id, error)] + redescribed
        case .gone: []
        }
    }

    /// For a photo that the catalog knows.
    private var redescribed: [CatalogChange] { description.map { [.described(photo, $0)] } ?? [] }
}
