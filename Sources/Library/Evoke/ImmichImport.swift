#if Import
import EvokeImport
import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// The result of an import from Immich.
public struct ImmichImport: Sendable {
    /// Why a photo in Immich was skipped.
    public enum Miss: Sendable, Hashable {
        /// The library has no such photo.
        case absent
        /// Several photos could be it.
        case uncertain
        /// The candidate cannot be read, or has changed since it was indexed.
        case unreadable
    }

    /// A photo in Immich that was skipped.
    public struct Missed: Sendable, Hashable {
        /// Its path on Immich's server.
        public let path: DiskPath
        /// Why it was skipped.
        public let reason: Miss
    }

    /// Photos in the library that have marks in Immich.
    public internal(set) var photos = 0
    /// Photos that became favorites.
    public internal(set) var favorites = 0
    /// The sorted names of the albums that gained photos.
    public internal(set) var albums: [String] = []
    /// Photos that gained a caption.
    public internal(set) var captions = 0
    /// Photos that gained a rating.
    public internal(set) var ratings = 0
    /// Photos that gained tags.
    public internal(set) var tagged = 0
    /// Photos that became hidden.
    public internal(set) var hidden = 0
    /// What was imported about faces; nil if people are off.
    public internal(set) var people: PeopleExchange?
    /// How many faces have a name in Immich, in photos that the library has.
    public internal(set) var namedFaces = 0
    /// Photos that were skipped, sorted by path.
    public internal(set) var missed: [Missed] = []
}

/// The progress of an import from Immich.
public enum ImmichProgress: Sendable {
    /// Bytes of the dump read so far; `total` is 0 if unknown.
    case reading(done: Int64, total: Int64)
    /// Photos whose contents have been compared with Immich's checksums.
    case comparing(done: Int, total: Int)
}

extension PhotoLibrary {
    /// Imports marks from a dump of Immich's database, as Immich makes one each night: albums, favorites, ratings,
    /// descriptions, tags, the locked folder, and, if people are on, faces. The photos must be in the library. They are
    /// recognized by their content, wherever they are. Marks that the owner has set here take precedence. Another
    /// program may be indexing the library at the same time.
    ///
    /// ``Marks/undo(notify:)`` undoes everything but the people, as one change, and ``People/undo()`` the people, as
    /// another. A canceled task ends with `CancellationError`, and nothing is imported then.
    ///
    /// Throws `EvokeError`: of the kind `notFound` if there is no dump, and `wrongUsage` if several users have photos in
    /// it and `user` is none of them.
    ///
    /// - Parameters:
    ///   - user: whose photos and albums to import, by the address used to log in to Immich.
    ///   - failed: called for photos that could not be read.
    public func importImmich(
        _ dump: DiskPath, user: String? = nil, failed: (EvokeError) -> Void,
        notify: @escaping @Sendable (ImmichProgress) -> Void
    ) async throws -> ImmichImport {
        let catalog = try await catalog
        let executor = BlockingExecutor(width: Machine.cores)
        let photos = try await executor.runUntilCancelled { isWanted throws(EvokeError) in
            let read = try ImmichDump(dump, while: isWanted) { notify(.reading(done: $0, total: $1)) }
            return try read?.photos(ofOneNamed: user, dump)
        }
        var matching = ImmichMatching(photos)
        var last = PhotoID(0)
        while true {
            try Task.checkCancellation()
            let cards = try await catalog.cards(after: last, limit: SidecarExport.cardsAtOnce)
            guard let end = cards.last else { break }
            last = end.id
            for card in cards where !card.path.isElsewhere {
                guard let content = card.content else { continue }
                matching.add(.init(photo: card.id, path: card.path, content: content, size: card.stamp.size))
            }
        }
        let checksums = try await Self.checksums(of: matching.doubtful, in: catalog, executor, failed: failed) {
            notify(.comparing(done: $0, total: $1))
        }
        let (found, missed) = matching.result(checksums)
        var report = ImmichImport()
        report.missed = missed.map { ImmichImport.Missed(path: $0.path, reason: ImmichImport.Miss($1)) }
        let candidates = ImmichMarks(found)
        report.photos = candidates.count
        let (edits, faces) = try await candidates.meet(catalog, &report)
        let keepsPeople = try await catalog.keepsPeople()
        try Task.checkCancellation()
        report.people = try await changing { catalog in
            if !edits.isEmpty { _ = try await catalog.record(edits) { _ in } }
            return keepsPeople ? try await catalog.takeOver(faces) : nil
        }
        return report
    }

    /// The checksums of photos that could be read and have not changed since they were indexed.
    private static func checksums(
        of photos: [ImmichMatching.Candidate], in catalog: any PhotoCatalog, _ executor: BlockingExecutor,
        failed: (EvokeError) -> Void, notify: (_ done: Int, _ total: Int) -> Void
    ) async throws -> [ContentDigest: [UInt8]] {
        var (rest, done): (ArraySlice, Int) = (photos[...], 0)
        var checksums: [ContentDigest: [UInt8]] = [:]
        try await OrderedPipeline(width: Machine.cores, slack: Machine.cores).run(
            pulling: { rest.popFirst() },
            work: { photo -> (ContentDigest, Result<[UInt8], EvokeError>) in
                do {
                    let checksum = try await executor.runUntilCancelled { isWanted throws(EvokeError) in
                        let doing = "compare the photo with Immich's"
                        let status = try FileSystem.status(of: photo.path, doing: doing)
                        // Opening a pipe would block forever; a file that has changed is read by the next run.
                        guard status.isFile, status.size == photo.size else {
                            throw EvokeError(
                                .notAllowed, doing: doing, subject: photo.path.display,
                                reason: "it has changed since it was indexed", remedies: [.advice("Index it again.")])
                        }
                        return try SHA1.of(photo.path, doing: doing, isWanted: isWanted)
                    }
                    return (photo.content, .success(checksum))
                } catch let error as EvokeError {
                    return (photo.content, .failure(error))
                }
            },
            deliver: { content, result in
                switch result {
                case .success(let checksum): checksums[content] = checksum
                case .failure(let error): failed(error)
                }
                done += 1
                notify(done, photos.count)
            })
        return checksums
    }
}

extension BlockingExecutor {
    /// Runs long work that checks whether it is still wanted, and returns nil if not. A canceled task gets
    /// `CancellationError`.
    fileprivate func runUntilCancelled<Success: Sendable>(
        _ body: @escaping @Sendable (_ isWanted: () -> Bool) throws(EvokeError) -> Success?
    ) async throws -> Success {
        let isCancelled = Locked(false)
        let result = try await withTaskCancellationHandler {
            try await run { () throws(EvokeError) in try body { !isCancelled.withLock { $0 } } }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        guard let result else { throw CancellationError() }
        return result
    }
}

extension ImmichDump {
    fileprivate func photos(ofOneNamed user: String?, _ file: DiskPath) throws(EvokeError) -> [ImmichPhoto] {
        let known = users
        guard let user else {
            guard known.count > 1 else { return photos(of: known.first ?? "") }
            throw refused("several users have photos in it", file)
        }
        guard known.contains(user) else { throw refused("\(DiskPath(user).display) has no photos in it", file) }
        return photos(of: user)
    }

    private func refused(_ reason: String, _ file: DiskPath) -> EvokeError {
        let names = users.map { DiskPath($0).display }.joined(separator: ", ")
        return EvokeError(
            .wrongUsage, doing: "import from Immich", subject: file.display, reason: reason,
            remedy: "Choose one of them: \(names).")
    }
}

extension ImmichImport.Miss {
    fileprivate init(_ miss: ImmichMatching.Miss) {
        switch miss {
        case .absent: self = .absent
        case .uncertain: self = .uncertain
        case .unreadable: self = .unreadable
        }
    }
}

/// The marks that photos of the library get from Immich.
struct ImmichMarks {
    /// By content; of copies, one.
    private var candidates: [(candidate: ImmichMatching.Candidate, photos: [ImmichPhoto])]

    var count: Int { candidates.count }

    init(_ found: [(ImmichPhoto, ImmichMatching.Candidate)]) {
        let byContent = Dictionary(grouping: found) { $0.1.content }.values
        candidates = byContent.map { ($0[0].1, $0.map(\.0)) }.sorted { $0.0.path < $1.0.path }
    }

    /// The changes to make in the library, and whose faces are in photos. The report is updated.
    func meet(
        _ catalog: any PhotoCatalog, _ report: inout ImmichImport
    ) async throws -> (edits: [PhotoID: MarkEdit], faces: [MetadataFaces]) {
        var (edits, faces, albums): ([PhotoID: MarkEdit], [MetadataFaces], Set<String>) = ([:], [], [])
        for start in stride(from: 0, to: candidates.count, by: SidecarExport.cardsAtOnce) {
            try Task.checkCancellation()
            let batch = candidates[start..<min(start + SidecarExport.cardsAtOnce, candidates.count)]
            let contents = batch.map(\.candidate.content)
            let marks = try await catalog.marks(of: contents)
            let found = try await catalog.results(.faces, of: contents)
            let cards = try await catalog.cards(of: batch.map(\.candidate.photo))
            let metadata = try await catalog.metadata(of: batch.map(\.candidate.photo))
            for (candidate, photos) in batch {
                let own = marks[candidate.content] ?? []
                let edit = MarkEdit(taking: photos, beside: metadata[candidate.photo] ?? PhotoMetadata(), own)
                if let change = edit.change(of: own) {
                    edits[candidate.photo] = edit
                    report.record(change.added, &albums)
                }
                let picture = found[candidate.content]?.faces
                guard let size = picture?.size ?? cards[candidate.photo]?.size else { continue }
                let named = photos.flatMap(\.faces).compactMap { face -> (String, Face.Box)? in
                    // An invalid name is ignored.
                    guard let box = face.box(in: size), let name = try? SpokenFaces.checked(face.name) else {
                        return nil
                    }
                    return (name, box)
                }
                guard !named.isEmpty else { continue }
                report.namedFaces += named.count
                faces.append(
                    MetadataFaces(
                        content: candidate.content, named: named, found: picture?.faces.map(\.box) ?? []))
            }
        }
        report.albums = albums.sorted()
        return (edits, faces)
    }
}

extension ImmichImport {
    fileprivate mutating func record(_ added: Set<Mark>, _ albums: inout Set<String>) {
        let kinds = Set(added.map(\.kind))
        favorites += kinds.contains(.favorite) ? 1 : 0
        captions += kinds.contains(.caption) ? 1 : 0
        ratings += kinds.contains(.rating) ? 1 : 0
        tagged += kinds.contains(.tag) ? 1 : 0
        hidden += kinds.contains(.hidden) ? 1 : 0
        for case .album(let name) in added { albums.insert(name) }
    }
}

extension MarkEdit {
    /// The marks from Immich that neither the owner here nor the photo's metadata has. The owner's rating and caption
    /// take precedence.
    fileprivate init(taking photos: [ImmichPhoto], beside metadata: PhotoMetadata, _ own: Set<Mark>) {
        let slots = Set(own.map(\.slot))
        var marks: [Mark] = []
        if photos.contains(where: \.isFavorite) { marks.append(.favorite) }
        if photos.contains(where: \.isLocked) { marks.append(.hidden) }
        let rating = photos.lazy.compactMap(\.rating).first
        if let rating, rating != metadata.rating, !slots.contains(.rating) { marks.append(.rating(rating)) }
        let caption = photos.lazy.compactMap { Mark.caption(shortened: $0.description ?? "") }.first
        if let caption, caption.value != metadata.description, !slots.contains(.caption) { marks.append(caption) }
        // Each level of a hierarchy is a tag of its own, as in files.
        let known = Set(metadata.keywords.map(\.folded))
        let tags = photos.flatMap(\.tags).flatMap { $0.split(separator: "/").map(String.init) }
        marks += tags.compactMap(Mark.name).filter { !known.contains($0.folded) }.map(Mark.tag)
        marks += photos.flatMap(\.albums).compactMap(Mark.name).map(Mark.album)
        self.init(adding: marks)
    }
}

extension Mark {
    /// A name shortened to one line of valid length; nil if nothing is left.
    fileprivate static func name(_ text: String) -> String? {
        let shown = text.unicodeScalars.map { $0.isControl ? " " : $0 }
        let name = String(String.UnicodeScalarView(shown.prefix(longestName)))
        return name.isBlank ? nil : name
    }

    fileprivate static func caption(shortened text: String) -> Mark? {
        let shown = text.unicodeScalars.lazy.filter { !$0.isControl || $0 == "\n" || $0 == "\t" }
        let words = String(String.UnicodeScalarView(shown.prefix(longestCaption)))
        return words.isBlank ? nil : .caption(words)
    }
}
#endif
