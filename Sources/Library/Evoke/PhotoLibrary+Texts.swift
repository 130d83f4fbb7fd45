import DigestXXHash
import EvokeIndexing
import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// So many are noted together.
    private static let textsTogether = 8
    /// So many are asked for together.
    private static let photosTogether = 256

    /// What was read in a photo's picture; nil where nothing has read it yet.
    ///
    /// Throws `EvokeError` where the library cannot be read.
    public func text(of photo: PhotoID) async throws -> PictureText? { try await catalog.text(of: photo)?.text }

    /// Reads the texts in photos that this machine's reader has not read, and keeps what is read as it comes. Photos that
    /// cannot be read now are left to a later run. Without a reader there is nothing to do.
    ///
    /// Of a library in a database, they are shared with all who read there, and its own reader alone reads.
    ///
    /// Throws what the reader throws when it fails as such, and blames no photo then; and `CancellationError`.
    ///
    /// - Parameters:
    ///   - run: of which this is the end; nil for those who read while nothing else is to be done.
    ///   - isWanted: asked before photos are taken.
    func readTexts(
        after run: IndexRun? = nil, while isWanted: @Sendable () async -> Bool = { true },
        _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws {
        guard let reader = places.textReader else { return }
        let (catalog, id) = (try catalog, try await reader.id)
        if catalog is any WorkSharing {
            try await sharedReading(after: run, notify)?.run(untilEmpty: run != nil, while: isWanted)
            return
        }
        let total = try await catalog.countWithoutText(by: id)
        guard total > 0 else { return }
        let (engine, work) = (engine, TextWork(reader: reader, notify: notify))
        var photos = PhotosInOrder {
            try await catalog.photosWithoutText(by: id, after: $0, limit: Self.photosTogether)
        }
        var (read, done) = ([ContentDigest: ReadText](), 0)
        notify(.reading(done: done, total: total))
        let failure: (any Error)?
        do {
            try await OrderedPipeline(width: Engine.cores, slack: Engine.cores).run(
                pulling: { await isWanted() ? try await photos.next() : nil },
                work: { card in
                    (card.content, try await work.text(of: card) { await engine.isAsItWas(card) })
                },
                deliver: { content, text in
                    if let content, let text { read[content] = ReadText(text, by: id) }
                    done += 1
                    if read.count == Self.textsTogether {
                        try await keep(read)
                        read = [:]
                    }
                    notify(.reading(done: min(done, total), total: total))
                })
            failure = nil
        } catch {
            failure = error
        }
        try await keep(read)
        if let failure { throw failure }
    }

    /// Also where the run has been cancelled: what was done stays done.
    private func keep(_ texts: [ContentDigest: ReadText]) async throws {
        guard !texts.isEmpty else { return }
        let catalog = try catalog
        try await Task { try await catalog.note(texts) }.value
    }

    /// The same as the end of a run of indexing: a reader that fails is a problem of the run, and does not end it.
    func readTexts(
        in report: inout IndexReport, after run: IndexRun? = nil, while isWanted: @Sendable () async -> Bool = { true },
        _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async {
        do {
            try await readTexts(after: run, while: isWanted, notify)
        } catch is CancellationError {
            report.isInterrupted = true
        } catch let error as EvokeError {
            notify(.problem(error))
        } catch {
            notify(.problem(EvokeError(.inference, doing: "read the texts in photos", subject: "", reason: "\(error)")))
        }
    }
}

/// Photos that a catalogue lists part by part; of those that hold the same, one.
private struct PhotosInOrder {
    let after: (PhotoID) async throws -> [PhotoCard]
    private var photos: ArraySlice<PhotoCard> = []
    private var contents: Set<ContentDigest> = []
    private var last = PhotoID(-1)

    init(after: @escaping (PhotoID) async throws -> [PhotoCard]) { self.after = after }

    mutating func next() async throws -> PhotoCard? {
        while true {
            if photos.isEmpty {
                photos = try await after(last)[...]
                contents = []
            }
            guard let photo = photos.popFirst() else { return nil }
            last = photo.id
            if let content = photo.content, contents.insert(content).inserted { return photo }
        }
    }
}

/// A run of indexing that looked at the folders.
struct IndexRun {
    /// Whether what could not be read is tried again.
    let isRereading: Bool
}

extension PhotoLibrary {
    /// What shares the reading with others; nil where nothing reads here, or another reader is the library's.
    func sharedReading(
        after run: IndexRun? = nil, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> SharedReading? {
        guard let reader = places.textReader else { return nil }
        let (shared, id) = (try Self.shared(catalog), try await reader.id)
        let isOwn = try await shared.enrolTexts(
            by: id, asPlanned: run != nil, again: run?.isRereading ?? false)
        guard isOwn else {
            notify(.problem(Self.readByAnother))
            return nil
        }
        let (work, executor) = (TextWork(reader: reader, notify: notify), engine.executor)
        let digester = ContentDigester(executor: executor)
        return SharedReading(
            catalog: shared, reader: id, width: Engine.cores, executor: executor, notify: notify
        ) { card in
            let seen = await executor.run { FileSystem.status(of: card.path).map { FileStamp($0) } }
            guard let seen, try await seen.isOf(card, digester) else { return nil }
            return try await work.text(of: card) {
                await executor.run { FileSystem.status(of: card.path).map { FileStamp($0) == seen } ?? false }
            }
        }
    }

    private static let readByAnother = EvokeError(
        .unsupported, doing: "read the texts in photos", subject: "",
        reason: "the library's texts are read with other graphs or languages than this machine has",
        remedies: [
            .advice("Have the same ones on this machine."),
            .advice("Or index from it, and all texts are read anew with what it has."),
        ])
}

extension FileStamp {
    /// Whether a file that has this stamp is what was recorded. Other machines know it by another number.
    fileprivate func isOf(_ card: PhotoCard, _ digester: ContentDigester) async throws -> Bool {
        if fits(card.stamp) { return true }
        guard (size, modifiedNanoseconds) == (card.stamp.size, card.stamp.modifiedNanoseconds) else { return false }
        return try await digester.digest(of: card.path) == card.content
    }
}

private struct TextWork: Sendable {
    let reader: any TextReading
    let notify: @Sendable (IndexEvent) -> Void

    /// Nil where it is left to a later run.
    ///
    /// - Parameter isAsItWas: whether the photo's file is the one that the text is to be of.
    func text(of card: PhotoCard, _ isAsItWas: @Sendable () async -> Bool) async throws -> PictureText? {
        try Task.checkCancellation()
        guard await isAsItWas() else { return nil }
        do {
            let text = try await reader.text(in: card.path, named: card.path)
            // What was put in its place meanwhile has another text.
            return await isAsItWas() ? text : nil
        } catch let error as EvokeError where error.kind.isOfPhoto {
            guard await isAsItWas() else { return nil }
            notify(.failed(error))
            // It is not tried for ever, unless that may pass by itself.
            return error.kind.mayPass ? nil : PictureText([], in: card.size ?? PixelSize(width: 0, height: 0))
        }
    }
}

extension EvokeError.Kind {
    /// Whether it says something of a photo, and nothing of what reads.
    fileprivate var isOfPhoto: Bool {
        switch self {
        case .damaged, .unsupported, .tooLarge, .unreadable, .notAllowed, .notFound: true
        default: false
        }
    }

    fileprivate var mayPass: Bool {
        switch self {
        case .damaged, .unsupported, .tooLarge: false
        default: true
        }
    }
}
