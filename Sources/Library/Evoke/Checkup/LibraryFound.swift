import EvokePorts
import EvokeSystem
import EvokeValues

struct LibraryFound {
    /// Nil if no library can be read.
    var status: LibraryStatus?
    var findings: [Checkup.Finding] = []

    static func read(
        _ configuration: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async -> LibraryFound {
        var found = LibraryFound()
        do {
            let library = try await PhotoLibrary.open(configuration, access: .read, upgrading: upgrading)
            let status = try await library.status()
            found.status = status
            found.findings =
                [holdings(of: status, configuration), folders(of: status), try await watching(library.catalog, status)]
        } catch let error as EvokeError where error.kind == .notFound {
            found.findings = [
                Checkup.Finding(
                    .library, .off, "There is no library yet.", detail: configuration.shownAddress, remedies: [.index()]
                )
            ]
        } catch {
            found.findings = [Checkup.Finding(.library, "The library cannot be read.", error)]
        }
        return found
    }

    private static func holdings(of status: LibraryStatus, _ configuration: LibraryConfiguration) -> Checkup.Finding {
        let (summary, folder) = (status.summary, configuration.shownAddress)
        let words = "Photos: \(summary.photos)"
        if FileSystem.status(of: status.folder)?.isOpenToOthers == true {
            return Checkup.Finding(
                .library, .attention, "\(words). Other users of this machine can open its folder.",
                detail: folder, remedies: [.advice("Run 'chmod 700' on it.")])
        }
        if summary.failed > 0 {
            return Checkup.Finding(
                .library, .attention, "\(words). Unreadable: \(summary.failed).", detail: folder,
                remedies: [.reread])
        }
        return Checkup.Finding(.library, .good, words + ".", detail: folder)
    }

    private static func folders(of status: LibraryStatus) -> Checkup.Finding {
        let roots = status.summary.roots.filter { !$0.isElsewhere }
        let gone = roots.filter { FileSystem.status(of: $0) == nil }
        let closed = roots.filter { !gone.contains($0) && !FileSystem.canRead($0) }
        let words = "Folders: \(roots.count)"
        if let first = closed.first {
            return Checkup.Finding(
                .folders, .wrong, "\(words). No permission to read: \(closed.count).", detail: first.display,
                remedies: [.advice("Get permission to read it.")])
        }
        if let first = gone.first {
            return Checkup.Finding(
                .folders, .attention, "\(words). Missing: \(gone.count). Their photos can be found but not opened.",
                detail: first.display, remedies: [.advice("Connect the disk they are on.")])
        }
        return Checkup.Finding(.folders, .good, words + ", all present.")
    }

    private static func watching(_ catalog: any PhotoCatalog, _ status: LibraryStatus) async throws
        -> Checkup.Finding
    {
        var count = 0
        for root in status.summary.roots { count += try await catalog.folders(under: root).count }
        guard let most = FolderFollower.mostFolders else {
            return Checkup.Finding(.watching, .good, "The limit on watched folders is unknown.")
        }
        guard count > most else {
            return Checkup.Finding(.watching, .good, "The system can watch \(most) folders; \(count) have photos.")
        }
        return Checkup.Finding(
            .watching, .attention,
            "\(count) folders have photos; the system watches only \(most). Others are checked at times.",
            remedies: [
                .advice("Raise the limit with 'sudo sysctl fs.inotify.max_user_watches=\(max(1_048_576, 2 * count))'.")
            ])
    }
}

extension Checkup {
    /// How long a search takes once everything is loaded.
    static func search(_ configuration: LibraryConfiguration, _ engine: Engine, photos: Int) async -> Finding {
        do {
            let library = try await PhotoLibrary.open(configuration, access: .read, engine: engine)
            let count = try await library.searchableCount()
            guard count > 0 else {
                try await library.close()
                return Finding(
                    .search, photos > 0 ? .attention : .off, "No photos are indexed with this model.",
                    remedies: [.reindex])
            }
            // The first search loads the vectors. Of the others, the fastest counts, as other programs may interfere.
            var taken = Duration.seconds(Int.max)
            for round in 0...3 {
                let now = try await ContinuousClock().measure {
                    _ = try await library.search(SearchRequest(words: "a photo", top: 30))
                }
                if round > 0 { taken = min(taken, now) }
            }
            try await library.close()
            let words = "A search takes \(time(taken)). Photos searched: \(count)."
            guard taken > .milliseconds(100) else { return Finding(.search, .good, words) }
            return Finding(
                .search, .attention, words + " That is slow, unless there are many millions.",
                remedies: [.advice("Look at the results for the processor and the disk.")])
        } catch {
            return Finding(.search, "The library cannot be searched.", error)
        }
    }
}
