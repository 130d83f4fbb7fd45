import EvokeIndexing
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Progress of work on many photos and their sidecars.
public struct ExchangeProgress: Sendable {
    /// Photos done.
    public let done: Int
    /// All photos.
    public let total: Int
}

/// Writes to the sidecars of many photos, one after another. Existing content of a sidecar stays, and no photo file is
/// written to.
struct SidecarExport {
    static let cardsAtOnce = 500

    private let catalog: any PhotoCatalog
    private let executor = BlockingExecutor(width: Machine.cores)
    private let readers: PhotoReaders

    init(of catalog: any PhotoCatalog) {
        self.catalog = catalog
        readers = PhotoReaders(executor: executor, inFull: false)
    }

    /// Returns how many photos were skipped; `failed` gets the reasons. A canceled task ends between two photos, with
    /// `CancellationError`.
    ///
    /// - Parameter preparing: called with several photos before the first of them is done.
    func run(
        _ photos: [PhotoID], failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void,
        preparing prepare: ([PhotoCard]) async throws -> Void = { _ in }, _ write: (PhotoCard) async throws -> Void
    ) async throws -> Int {
        var (done, left) = (0, 0)
        for start in stride(from: 0, to: photos.count, by: Self.cardsAtOnce) {
            let batch = Array(photos[start..<min(start + Self.cardsAtOnce, photos.count)])
            let cards = try await catalog.cards(of: batch)
            try await prepare(batch.compactMap { cards[$0] })
            for photo in batch {
                try Task.checkCancellation()
                if let card = cards[photo] {
                    do {
                        try await write(card)
                    } catch let error as EvokeError {
                        left += 1
                        failed(error)
                    }
                }
                done += 1
                notify(ExchangeProgress(done: done, total: photos.count))
            }
        }
        return left
    }

    /// The current metadata of the photo and its sidecars.
    func metadata(of card: PhotoCard) async throws -> PhotoMetadata {
        try await readers.metadata(of: card, in: catalog)
    }

    /// The same, with these sidecars.
    func metadata(of card: PhotoCard, _ sidecars: [FilePath]) async throws -> PhotoMetadata {
        try await readers.metadata.metadata(of: card.path, sidecars: sidecars)
    }

    /// The photo's existing sidecars.
    func sidecars(of card: PhotoCard) async throws -> [FilePath] { try await readers.sidecars(of: card, in: catalog) }

    /// False if the sidecar has all of it already.
    func add(_ additions: SidecarAdditions, beside card: PhotoCard) async throws -> Bool {
        try await executor.run { [sidecars = readers.sidecars] () throws(EvokeError) in
            try SidecarFile.add(additions, to: card.path, by: sidecars)
        }
    }
}

extension PhotoReaders {
    /// The current metadata of the photo and its sidecars.
    func metadata(of card: PhotoCard, in catalog: any PhotoCatalog) async throws -> PhotoMetadata {
        try await metadata.metadata(of: card.path, sidecars: sidecars(of: card, in: catalog))
    }

    /// Those in the library, and new ones under the usual names.
    func sidecars(of card: PhotoCard, in catalog: any PhotoCatalog) async throws -> [FilePath] {
        let known = try await catalog.metadata(of: card.id)?.companions.filter(PhotoNames.isSidecar) ?? []
        let stem = card.path.bytes.dropLast(card.path.suffix.utf8.count)
        let new = [SidecarFile.place(for: card.path), FilePath(bytes: stem + Array("xmp".utf8))]
        return known + new.filter { !known.contains($0) && !FileSystem.isMissing($0) }
    }
}
