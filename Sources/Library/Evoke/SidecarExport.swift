import EvokeIndexing
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

package struct ExchangeProgress: Sendable {
    package let done, total: Int
}

/// Writes to the sidecars of many photos, one after another. Existing content of a sidecar stays, and no photo file is
/// written to.
struct SidecarExport {
    static let cardsAtOnce = 500

    private let catalog: any PhotoCatalog
    private let executor = BlockingExecutor(width: Machine.cores)
    let readers: PhotoReaders

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
    func sidecars(of card: PhotoCard, in catalog: any PhotoCatalog) async throws -> [DiskPath] {
        let known = try await catalog.metadata(of: card.id)?.companions.filter(PhotoNames.isSidecar) ?? []
        let stem = card.path.bytes.dropLast(card.path.suffix.utf8.count)
        let new = [SidecarFile.place(for: card.path), DiskPath(bytes: stem + Array("xmp".utf8))]
        return known + new.filter { !known.contains($0) && !FileSystem.isMissing($0) }
    }
}

/// Marks as they stand in a sidecar, except for favorites, which programs store in several fields.
struct SidecarMarks: Hashable {
    var marks: Set<Mark> = []
    var picks: Set<PickField> = []

    var isEmpty: Bool { marks.isEmpty && picks.isEmpty }

    func union(_ other: SidecarMarks) -> SidecarMarks {
        SidecarMarks(marks: marks.union(other.marks), picks: picks.union(other.picks))
    }

    func subtracting(_ other: SidecarMarks) -> SidecarMarks {
        SidecarMarks(marks: marks.subtracting(other.marks), picks: picks.subtracting(other.picks))
    }

    /// The marks that the owner has removed. Case does not matter for tags and albums.
    func gone(saying own: Set<Mark>) -> SidecarMarks {
        let slots = Set(own.map(\.slot))
        let gone = marks.filter { mark in
            switch mark {
            case .tag, .album: !slots.contains(mark.slot)
            case .rating, .caption, .favorite, .hidden: !own.contains(mark)
            }
        }
        return SidecarMarks(marks: gone, picks: own.contains(.favorite) ? [] : picks)
    }

    func isSaid(by metadata: PhotoMetadata) -> Bool {
        let (keywords, albums) = (Set(metadata.keywords.map { $0.lowercased() }), Set(metadata.albums.map(\.folded)))
        return picks.isSubset(of: metadata.picks)
            && marks.allSatisfy { mark in
                switch mark {
                case .rating(let stars): metadata.rating == stars
                case .caption(let text): metadata.hasCaption(text)
                case .tag(let name): keywords.contains(name.lowercased())
                case .album(let name): albums.contains(name.folded)
                case .favorite, .hidden: false
                }
            }
    }
}

extension SidecarMarks {
    init(of additions: SidecarAdditions) {
        picks = additions.picks
        marks = Set(additions.keywords.map(Mark.tag) + additions.albums.map(Mark.album))
        if let rating = additions.rating { marks.insert(.rating(rating)) }
        if let caption = additions.description { marks.insert(.caption(caption)) }
    }

    var withdrawal: SidecarWithdrawal {
        let words = PhotoMarks(marks)
        return SidecarWithdrawal(
            keywords: words.tags, rating: words.rating, description: words.caption, picks: picks, albums: words.albums)
    }
}

extension PhotoMetadata {
    /// Metadata is read with whitespace collapsed.
    func hasCaption(_ text: String) -> Bool {
        description?.split(whereSeparator: \.isWhitespace) == text.split(whereSeparator: \.isWhitespace)
    }
}

extension SidecarAdditions {
    /// What to write to a sidecar, given the owner's marks and what Evoke has added before that the owner has removed
    /// since. Also whether the sidecar has a different rating or description, which stays.
    static func stating(
        _ own: PhotoMarks, insteadOf withdrawn: SidecarWithdrawal, beside known: PhotoMetadata
    ) -> (additions: SidecarAdditions, isOther: Bool) {
        var (said, stays) = (PhotoMetadata(), known)
        (said.rating, said.description, said.keywords) = (own.rating, own.caption, own.tags)
        if let rating = withdrawn.rating, stays.rating == rating { stays.rating = nil }
        if let words = withdrawn.description, stays.hasCaption(words) { stays.description = nil }
        // Most programs treat a rating of 0 as none.
        let hasOtherStars = own.rating.map { stays.rating ?? 0 != 0 && stays.rating != $0 } ?? false
        let hasOtherWords = own.caption.map { stays.description != nil && !stays.hasCaption($0) } ?? false
        var additions = SidecarAdditions(from: said, to: &stays)
        let albums = Set(known.albums.map(\.folded))
        additions.state(
            picks: own.isFavorite ? Set(PickField.allCases).subtracting(known.picks) : [],
            albums: own.albums.filter { !albums.contains($0.folded) }, withdrawn)
        return (additions, hasOtherStars || hasOtherWords)
    }
}
