import EvokePorts
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
    /// Throws what the reader throws when it fails as such, and blames no photo then; and `CancellationError`.
    ///
    /// - Parameter isWanted: asked before each photo.
    func readTexts(
        while isWanted: @Sendable () async -> Bool = { true },
        _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws {
        guard let reader = places.textReader else { return }
        let (catalog, id) = (try catalog, try await reader.id)
        let total = try await catalog.countWithoutText(by: id)
        guard total > 0 else { return }
        let work = TextWork(reader: reader, engine: engine, notify: notify)
        var photos = PhotosInOrder {
            try await catalog.photosWithoutText(by: id, after: $0, limit: Self.photosTogether)
        }
        var (read, done) = ([ContentDigest: ReadText](), 0)
        notify(.reading(done: done, total: total))
        let failure: (any Error)?
        do {
            try await OrderedPipeline(width: Engine.cores, slack: Engine.cores).run(
                pulling: { await isWanted() ? try await photos.next() : nil },
                work: { card in (card.content, try await work.text(of: card)) },
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
        in report: inout IndexReport, while isWanted: @Sendable () async -> Bool = { true },
        _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async {
        do {
            try await readTexts(while: isWanted, notify)
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

private struct TextWork: Sendable {
    let reader: any TextReading
    let engine: Engine
    let notify: @Sendable (IndexEvent) -> Void

    /// Nil where it is left to a later run.
    func text(of card: PhotoCard) async throws -> PictureText? {
        try Task.checkCancellation()
        guard await engine.isAsItWas(card) else { return nil }
        do {
            let text = try await reader.text(in: card.path, named: card.path)
            // What was put in its place meanwhile has another text.
            return await engine.isAsItWas(card) ? text : nil
        } catch let error as EvokeError where error.kind.isOfPhoto {
            guard await engine.isAsItWas(card) else { return nil }
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
