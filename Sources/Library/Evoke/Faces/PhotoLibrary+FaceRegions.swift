import EvokeIndexing
import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// The result of writing people to sidecars, or of importing them from photos and sidecars.
public struct PeopleExchange: Hashable, Sendable {
    /// Photos for which something was written or imported.
    public internal(set) var photos = 0
    /// Faces that gained a name.
    public internal(set) var faces = 0
    /// Faces with different names here and there, which were both left alone.
    public internal(set) var differing = 0
    /// Photos that could not be read, or whose sidecar could not be written.
    public internal(set) var failed = 0
}

extension PhotoLibrary.People {
    /// Writes whose faces are in photos to their sidecars, as other photo programs do (regions of the Metadata Working
    /// Group): everything the owner has said, and none of Evoke's guesses. Existing content of a sidecar stays, and no
    /// photo file is written to. A canceled task ends between two photos, with `CancellationError`.
    ///
    /// - Parameter failed: called with the reason why a photo was skipped.
    package func export(
        failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void
    ) async throws -> PeopleExchange {
        let catalog = try await library.catalog
        let people = Dictionary(try await catalog.people().map { ($0.id, $0.name) }) { first, _ in first }
        var named: [ContentDigest: [(name: String, box: Face.Box)]] = [:]
        for (spot, word) in try await catalog.ownerDecisions() {
            guard let name = word.person.flatMap({ people[$0] }) else { continue }
            named[spot.content, default: []].append((name, spot.box))
        }
        let photos = try await catalog.traces(of: Array(named.keys)).map(\.photo).sorted()
        let export = SidecarExport(of: catalog)
        var report = PeopleExchange()
        report.failed = try await export.run(photos, failed: failed, notify: notify) { card in
            guard let content = card.content, let faces = named[content] else { return }
            let found = try await catalog.results(.faces, of: [content])[content]
            guard let size = found?.faces.size ?? card.size else { return }
            let known = try await export.readers.metadata(of: card, in: catalog)
            let (written, differing) = try await export.write(faces, in: size, beside: card, saying: known)
            report.photos += written > 0 ? 1 : 0
            report.faces += written
            report.differing += differing
        }
        return report
    }

    /// Imports names of faces that other photo programs wrote to photos or sidecars, unless the owner has said
    /// something else here. One ``undo()`` undoes all of it. A canceled task ends with `CancellationError`, and nothing
    /// is imported then.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` if people are off.
    ///
    /// - Parameter failed: called with the reason why a photo was skipped.
    package func importNames(
        failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void
    ) async throws -> PeopleExchange {
        let catalog = try await library.catalog
        guard try await catalog.keepsPeople() else { throw EvokeError.peopleAreOff }
        let readers = PhotoReaders(executor: BlockingExecutor(width: Machine.cores), inFull: false)
        let total = try await catalog.summary().photos
        var (cards, last, done): (ArraySlice<PhotoCard>, PhotoID, Int) = ([], PhotoID(0), 0)
        var (report, taken): (PeopleExchange, [MetadataFaces]) = (PeopleExchange(), [])
        try await OrderedPipeline(width: Machine.cores, slack: Machine.cores).run(
            pulling: {
                if cards.isEmpty { cards = try await catalog.cards(after: last, limit: SidecarExport.cardsAtOnce)[...] }
                let next = cards.popFirst()
                if let next { last = next.id }
                return next
            },
            work: { card -> Result<MetadataFaces?, EvokeError> in
                try Task.checkCancellation()
                do {
                    return .success(try await readers.faces(of: card, in: catalog))
                } catch let error as EvokeError {
                    return .failure(error)
                }
            },
            deliver: { result in
                switch result {
                case .success(let faces): if let faces { taken.append(faces) }
                case .failure(let error):
                    report.failed += 1
                    failed(error)
                }
                done += 1
                notify(ExchangeProgress(done: done, total: max(done, total)))
            })
        guard !taken.isEmpty else { return report }
        return try await library.changing { [taken, report] in try await $0.takeOver(taken, report) }
    }
}

extension PhotoCatalog {
    /// Stores whose faces these are, unless the owner has said something else. It is undone as one change.
    func takeOver(_ taken: [MetadataFaces], _ report: PeopleExchange = .init()) async throws -> PeopleExchange {
        guard try await keepsPeople() else { throw EvokeError.peopleAreOff }
        var words: [ContentDigest: [FaceSpot: OwnerDecision]] = [:]
        for (spot, word) in try await ownerDecisions() { words[spot.content, default: [:]][spot] = word }
        var people = Dictionary(try await people().map { ($0.name.folded, $0) }) { first, _ in first }
        var (report, change) = (report, PeopleChange())
        for faces in taken {
            let (named, differing) = change.take(faces, people: &people, words: &words[faces.content, default: [:]])
            report.photos += named > 0 ? 1 : 0
            report.faces += named
            report.differing += differing
        }
        guard !change.isEmpty else { return report }
        try await record(change)
        try await placeFaces()
        return report
    }
}

extension SidecarExport {
    /// Adds the people in the photo to its sidecar. Returns how many faces gained a name, and how many have a different
    /// one there.
    fileprivate func write(
        _ faces: [(name: String, box: Face.Box)], in size: PixelSize, beside card: PhotoCard,
        saying known: PhotoMetadata
    ) async throws -> (written: Int, differing: Int) {
        let isTurned = (5...8).contains(known.orientation ?? 1)
        let stored = isTurned ? PixelSize(width: size.height, height: size.width) : size
        let regions = faces.compactMap { FaceRegion(name: $0.name, $0.box, in: size, orientation: known.orientation) }
        let new = regions.filter { region in !known.faces.contains(where: region.meets) }.sorted { $0.name < $1.name }
        let differing = regions.count { region in
            known.faces.contains { region.meets($0) && region.name.folded != $0.name.folded }
        }
        guard !new.isEmpty else { return (0, differing) }
        let isWritten = try await add(SidecarAdditions(faces: new, picture: stored), beside: card)
        return (isWritten ? new.count : 0, differing)
    }
}

extension PhotoReaders {
    /// Nil if they name nobody.
    fileprivate func faces(of card: PhotoCard, in catalog: any PhotoCatalog) async throws -> MetadataFaces? {
        guard !card.path.isElsewhere, !FileSystem.isMissing(card.path), let content = card.content else { return nil }
        let known = try await metadata(of: card, in: catalog)
        guard !known.faces.isEmpty else { return nil }
        let found = try await catalog.results(.faces, of: [content])[content]?.faces
        guard let size = found?.size ?? card.size else { return nil }
        let named = known.faces.compactMap { face -> (String, Face.Box)? in
            guard let box = face.box(in: size, orientation: known.orientation),
                // An invalid name is ignored.
                let name = try? SpokenFaces.checked(face.name)
            else { return nil }
            return (name, box)
        }
        return MetadataFaces(content: content, named: named, found: found?.faces.map(\.box) ?? [])
    }
}
