import EvokeSystem
import EvokeValues

/// What a checkup finds of a library.
struct LibraryFound {
    /// Nil where there is none that can be read.
    var status: LibraryStatus?
    var findings: [Checkup.Finding] = []

    static func look(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async -> LibraryFound {
        var found = LibraryFound()
        do {
            let status = try await LibraryStatus.read(places, upgrading: upgrading)
            found.status = status
            found.findings = [holdings(of: status, places)] + folders(of: status) + [try await watching(places, status)]
        } catch let error as EvokeError where error.kind == .notFound {
            found.findings = [
                Checkup.Finding(
                    .library, .off, "There is no library yet.", detail: places.shownAddress, remedies: [.index()])
            ]
        } catch {
            found.findings = [Checkup.Finding(.library, "The library cannot be read.", error)]
        }
        return found
    }

    private static func holdings(of status: LibraryStatus, _ places: LibraryConfiguration) -> Checkup.Finding {
        let (summary, folder) = (status.summary, places.shownAddress)
        let words = "Photos: \(summary.photos)"
        if FileSystem.status(of: status.folder)?.isOpenToOthers == true {
            return Checkup.Finding(
                .library, .attention, "\(words). Other users of this machine can look into its folder.",
                detail: folder, remedies: [.advice("'chmod 700' closes it.")])
        }
        if summary.failed > 0 {
            return Checkup.Finding(
                .library, .attention, "\(words). Could not be read: \(summary.failed).", detail: folder,
                remedies: [.reread])
        }
        return Checkup.Finding(.library, .good, words + ".", detail: folder)
    }

    private static func folders(of status: LibraryStatus) -> [Checkup.Finding] {
        let roots = status.summary.roots.filter { !$0.isElsewhere }
        let gone = roots.filter { FileSystem.status(of: $0) == nil }
        let closed = roots.filter { !gone.contains($0) && !FileSystem.canRead($0) }
        let words = "Remembered: \(roots.count)"
        if let first = closed.first {
            return [
                Checkup.Finding(
                    .folders, .wrong, "\(words). May not be read: \(closed.count).", detail: first.display,
                    remedies: [.advice("Ask for the right to read there.")])
            ]
        }
        if let first = gone.first {
            return [
                Checkup.Finding(
                    .folders, .attention,
                    "\(words). Not there now: \(gone.count). Their photos are found, and cannot be opened.",
                    detail: first.display, remedies: [.advice("Plug the disk in.")])
            ]
        }
        return [Checkup.Finding(.folders, .good, words + ". Not there now: 0.")]
    }

    /// Whether the system lets all folders be watched.
    private static func watching(_ places: LibraryConfiguration, _ status: LibraryStatus) async throws
        -> Checkup.Finding
    {
        let catalog = try await places.catalog.open(.read) { _ in }
        var count = 0
        for root in status.summary.roots { count += try await catalog.folders(under: root).count }
        try await catalog.close()
        guard let most = FolderFollower.mostFolders else {
            return Checkup.Finding(.watching, .good, "The system does not tell how many folders may be watched.")
        }
        guard count > most else {
            return Checkup.Finding(
                .watching, .good, "The system lets \(most) folders be watched. With photos: \(count).")
        }
        return Checkup.Finding(
            .watching, .attention,
            "The system lets \(most) folders be watched. With photos: \(count), so that some are only read now and then.",
            remedies: [
                .advice("'sudo sysctl fs.inotify.max_user_watches=\(max(1_048_576, 2 * count))' raises the limit.")
            ])
    }
}

extension Checkup {
    /// How long a search takes once all is loaded.
    static func search(_ places: LibraryConfiguration, _ engine: Engine, photos: Int) async -> Finding {
        do {
            let library = try await PhotoLibrary.open(places, access: .read, engine: engine)
            let count = try await library.searchableCount()
            guard count > 0 else {
                try await library.close()
                return Finding(
                    .search, photos > 0 ? .attention : .off, "No photo can be searched with this model.",
                    remedies: [.reindex])
            }
            // The first one loads; of the others the fastest counts, since other programs have their turns.
            var taken = Duration.seconds(Int.max)
            for round in 0...3 {
                let now = try await ContinuousClock().measure {
                    _ = try await library.search(SearchRequest(words: "a photo", top: 30))
                }
                if round > 0 { taken = min(taken, now) }
            }
            try await library.close()
            let words = "A search takes \(time(taken)). Photos that it looks at: \(count)."
            guard taken > .milliseconds(100) else { return Finding(.search, .good, words) }
            return Finding(
                .search, .attention, words + " That is long, unless there are many millions.",
                remedies: [.advice("See what this says of the processor and of the disk.")])
        } catch {
            return Finding(.search, "The library cannot be searched.", error)
        }
    }
}
