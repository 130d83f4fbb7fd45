import EvokeDigests
import EvokeIndexing
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
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
    /// - Parameter run: of which this is the end; nil for those who read while nothing else is to be done.
    func readTexts(
        after run: IndexRun? = nil, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws {
        try await textWork(after: run, notify)? { true }
    }

    /// The same in as many pieces as somebody likes; nil where nothing reads here.
    func textWork(
        after run: IndexRun? = nil, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> LateWork? {
        guard let reader = places.textReader else { return nil }
        let (catalog, engine, id) = (try catalog, engine, try await reader.id)
        if catalog is any WorkSharing {
            guard let shared = try await sharedReading(after: run, notify) else { return nil }
            return { try await shared.run(untilEmpty: run != nil, while: $0) }
        }
        let pass = ContentPass(
            look: Self.look(reader, notify), count: { try await catalog.countWithoutText(by: id) },
            waiting: { try await catalog.photosWithoutText(by: id, after: $0, limit: $1) },
            keep: { try await catalog.record($0.mapValues { ReadText($0, by: id) }) },
            notify: { notify(.reading(done: $0, total: $1)) })
        return { try await pass.run(by: engine, while: $0) }
    }

    private static func look(
        _ reader: any TextReading, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) -> ContentAnalysis<PictureText> {
        ContentAnalysis(
            find: { try await reader.text(in: $0.path, named: $0.path) }, nothing: { PictureText([], in: $0) },
            notify: notify)
    }

    /// The same as the end of a run of indexing: a reader that fails is a problem of the run, and does not end it.
    func readTexts(
        in report: inout IndexReport, after run: IndexRun, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async {
        do {
            try await readTexts(after: run, notify)
        } catch is CancellationError {
            report.isInterrupted = true
        } catch let error as EvokeError {
            notify(.problem(error))
        } catch {
            notify(.problem(EvokeError(.inference, doing: "read the texts in photos", subject: "", reason: "\(error)")))
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
        let (look, engine) = (Self.look(reader, notify), engine)
        return SharedReading(
            catalog: shared, reader: id, width: Engine.cores, executor: engine.executor, notify: notify
        ) {
            try await look.found(in: $0, seenByOthers: engine)
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

extension ContentAnalysis {
    /// The same where other machines have recorded the photo; nil where its file here is another one, or gone.
    func found(in card: PhotoCard, seenByOthers engine: Engine) async throws -> Found? {
        let executor = engine.executor
        let seen = await executor.run { FileSystem.status(of: card.path).map { FileStamp($0) } }
        guard let seen, try await seen.isOf(card, ContentDigester(executor: executor)) else { return nil }
        return try await found(in: card) {
            await executor.run { FileSystem.status(of: card.path).map { FileStamp($0) == seen } ?? false }
        }
    }
}

extension FileStamp {
    /// Whether a file that has this stamp is what was recorded. Other machines know it by another number.
    fileprivate func isOf(_ card: PhotoCard, _ digester: ContentDigester) async throws -> Bool {
        if fits(card.stamp) { return true }
        guard (size, modifiedNanoseconds) == (card.stamp.size, card.stamp.modifiedNanoseconds) else { return false }
        return try await digester.digest(of: card.path) == card.content
    }
}
