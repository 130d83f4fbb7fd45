import EvokeDigests
import EvokeIndexing
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Reads text in photos that this machine's reader has not read, and stores it as it comes. Photos that cannot be
    /// read now are left to a later run. Without a reader, nothing is done.
    ///
    /// In a library in a database, the photos are shared among all workers, and only the library's own reader is used.
    ///
    /// Throws errors of the reader that are not about a photo, and `CancellationError`.
    ///
    /// - Parameter rereading: whether photos that could not be read are tried again; nil if this does not end an
    ///   indexing run, which scanned the folders.
    func readTexts(
        rereading: Bool? = nil, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws {
        try await textWork(rereading: rereading, notify)? { true }
    }

    /// The same in pieces; nil if there is no reader.
    func textWork(
        rereading: Bool? = nil, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> LateWork? {
        guard let reader = configuration.textReader else { return nil }
        let (catalog, engine, id) = (try await catalog, try await engine, try await reader.id)
        if catalog is any WorkSharing {
            guard let shared = try await sharedReading(rereading: rereading, notify) else { return nil }
            return { try await shared.run(untilEmpty: rereading != nil, while: $0) }
        }
        let analysis = Self.analysis(reader, notify)
        let pass = AnalysisPass(
            of: .text(by: id), in: catalog, by: engine, find: { try await analysis.found(in: $0, by: engine) },
            notify: { notify(.reading(done: $0, total: $1)) })
        return { try await pass.run(while: $0) }
    }

    private static func analysis(
        _ reader: any TextReading, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) -> FileAnalysis<PictureText> {
        FileAnalysis(
            find: { try await reader.text(in: $0.path, named: $0.path) }, nothing: { PictureText([], in: $0) },
            notify: notify)
    }

    /// The same as the end of an indexing run: a failing reader is reported as a problem and does not end the run.
    func readTexts(
        in report: inout IndexReport, rereading: Bool, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async {
        await report.trying("read text in photos", .inference, notify) {
            try await readTexts(rereading: rereading, notify)
        }
    }
}

extension PhotoLibrary {
    /// Shares the reading with others; nil if there is no reader here, or if it is not the library's.
    func sharedReading(
        rereading: Bool? = nil, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> SharedReading? {
        guard let reader = configuration.textReader else { return nil }
        let (shared, id) = (try await Self.shared(catalog), try await reader.id)
        let isOwn = try await shared.enrolTexts(by: id, asPlanned: rereading != nil, again: rereading ?? false)
        guard isOwn else {
            notify(.problem(Self.readByAnother))
            return nil
        }
        let (analysis, engine) = (Self.analysis(reader, notify), try await engine)
        return SharedReading(
            catalog: shared, reader: id, width: Engine.cores, executor: engine.executor, notify: notify
        ) {
            try await analysis.found(in: $0, seenByOthers: engine)
        }
    }

    private static let readByAnother = EvokeError(
        .unsupported, doing: "read text in photos", subject: "",
        reason: "the library's text was read with graphs or languages that this machine does not have",
        remedies: [
            .advice("Install the same ones on this machine."),
            .advice("Or index from this machine, to read all text again with its own."),
        ])
}

extension FileAnalysis {
    /// The same when other machines have recorded the photo; nil if its file here differs or is gone.
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
    /// Whether a file with this stamp is the recorded one. Inode numbers differ between machines.
    fileprivate func isOf(_ card: PhotoCard, _ digester: ContentDigester) async throws -> Bool {
        if fits(card.stamp) { return true }
        guard (size, modifiedNanoseconds) == (card.stamp.size, card.stamp.modifiedNanoseconds) else { return false }
        return try await digester.digest(of: card.path) == card.content
    }
}

extension LibraryConfiguration {
    /// The same configuration with this machine's text reader, for indexing: photos indexed with it can be found by
    /// their text. Without installed graphs, there is no reader.
    package func readingTexts() async throws -> LibraryConfiguration {
        var configuration = self
        do {
            configuration.textReader = try await PhotoTextReader.open(configuration: self).reading
        } catch let error as EvokeError where error.kind == .modelMissing {
            configuration.textReader = nil
        }
        return configuration
    }

    /// How many photos it has read text in; nil without a reader.
    func countRead(in catalog: any PhotoCatalog, of summary: CatalogSummary) async throws -> Int? {
        guard let textReader else { return nil }
        return max(0, summary.photos - (try await catalog.count(lacking: .text(by: textReader.id))))
    }
}

extension TextReading {
    /// As the catalog knows it.
    var id: TextReaderID {
        get async throws {
            var fingerprint = try await fingerprint
            return TextReaderID(Int64(bitPattern: fingerprint.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0)) }))
        }
    }
}
