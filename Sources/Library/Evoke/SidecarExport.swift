import EvokeIndexing
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// How the work on many photos and their sidecars goes.
public struct ExchangeProgress: Sendable {
    /// Photos that had their turn.
    public let done: Int
    /// Of so many.
    public let total: Int
}

/// Writes something of many photos into their sidecars, one photo after the other. What a sidecar says stays in it, and no
/// photo's own file is written to.
struct SidecarExport {
    static let cardsAtOnce = 500

    private let catalog: any PhotoCatalog
    private let executor = BlockingExecutor(width: Machine.cores)
    private let readers: PhotoReaders

    init(of catalog: any PhotoCatalog) {
        self.catalog = catalog
        readers = PhotoReaders(executor: executor, inFull: false)
    }

    /// Gives how many photos were left, of which `failed` hears why. A cancelled task ends between two photos, with
    /// `CancellationError`.
    ///
    /// - Parameter preparing: gets several photos before the first of them has its turn.
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

    /// What the photo and its sidecars say now.
    func metadata(of card: PhotoCard) async throws -> PhotoMetadata {
        try await readers.metadata(of: card, in: catalog)
    }

    /// The same, of these sidecars.
    func metadata(of card: PhotoCard, _ sidecars: [FilePath]) async throws -> PhotoMetadata {
        try await readers.metadata.metadata(of: card.path, sidecars: sidecars)
    }

    /// The sidecars of the photo that are there now.
    func sidecars(of card: PhotoCard) async throws -> [FilePath] { try await readers.sidecars(of: card, in: catalog) }

    /// False where the sidecar says all of it already.
    func add(_ additions: SidecarAdditions, beside card: PhotoCard) async throws -> Bool {
        try await executor.run { [sidecars = readers.sidecars] () throws(EvokeError) in
            try SidecarFile.add(additions, to: card.path, by: sidecars)
        }
    }
}

extension PhotoReaders {
    /// What the photo and its sidecars say now.
    func metadata(of card: PhotoCard, in catalog: any PhotoCatalog) async throws -> PhotoMetadata {
        try await metadata.metadata(of: card.path, sidecars: sidecars(of: card, in: catalog))
    }

    /// Those that the library knows, and what was made since under the names that programs give them.
    func sidecars(of card: PhotoCard, in catalog: any PhotoCatalog) async throws -> [FilePath] {
        let known = try await catalog.metadata(of: card.id)?.companions.filter(PhotoNames.isSidecar) ?? []
        let stem = card.path.bytes.dropLast(card.path.suffix.utf8.count)
        let new = [SidecarFile.place(for: card.path), FilePath(bytes: stem + Array("xmp".utf8))]
        return known + new.filter { !known.contains($0) && !FileSystem.isMissing($0) }
    }
}
