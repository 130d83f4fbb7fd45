import EvokeDigests
import EvokeImport
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Imports marks from a dump of Immich's database, as Immich makes one each night: albums, favorites, ratings,
    /// descriptions, tags, the locked folder, and, if people are on, faces. The photos must be in the library. They are
    /// recognized by their content, wherever they are. Marks that the owner has set here take precedence. Another
    /// program may be indexing the library at the same time.
    ///
    /// ``undoMarks(_:upgrading:notify:)`` undoes everything but the people, as one change, and
    /// ``undoPeopleChange(_:upgrading:)`` the people, as another. A canceled task ends with `CancellationError`, and
    /// nothing is imported then.
    ///
    /// Throws `EvokeError`: of the kind `notFound` if there is no library or no dump, and `wrongUsage` if several users
    /// have photos in it and `user` is none of them.
    ///
    /// - Parameters:
    ///   - user: whose photos and albums to import, by the address used to log in to Immich.
    ///   - failed: called for photos that could not be read.
    public static func importImmich(
        _ dump: FilePath, user: String? = nil, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        failed: (EvokeError) -> Void, notify: @escaping @Sendable (ImmichProgress) -> Void
    ) async throws -> ImmichImport {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
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
        let checksums = try await checksums(of: matching.doubtful, in: catalog, executor, failed: failed) {
            notify(.comparing(done: $0, total: $1))
        }
        let (found, missed) = matching.result(checksums)
        var report = ImmichImport()
        report.missed = missed.map { ImmichImport.Missed(path: $0.path, reason: ImmichImport.Miss($1)) }
        let wishes = ImmichMarks(found)
        report.photos = wishes.count
        let (edits, faces) = try await wishes.meet(catalog, &report)
        let keepsPeople = try await catalog.keepsPeople()
        try await catalog.close()
        try Task.checkCancellation()
        let people = Locked(PeopleExchange?.none)
        try await places.besideWriters(upgrading: upgrading) { catalog in
            if !edits.isEmpty { _ = try await catalog.record(edits) { _ in } }
            guard keepsPeople else { return }
            let taken = try await catalog.takeOver(faces)
            people.withLock { $0 = taken }
        }
        report.people = people.withLock { $0 }
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
    fileprivate func photos(ofOneNamed user: String?, _ file: FilePath) throws(EvokeError) -> [ImmichPhoto] {
        let known = users
        guard let user else {
            guard known.count > 1 else { return photos(of: known.first ?? "") }
            throw refused("several users have photos in it", file)
        }
        guard known.contains(user) else { throw refused("\(FilePath(user).display) has no photos in it", file) }
        return photos(of: user)
    }

    private func refused(_ reason: String, _ file: FilePath) -> EvokeError {
        let names = users.map { FilePath($0).display }.joined(separator: ", ")
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
