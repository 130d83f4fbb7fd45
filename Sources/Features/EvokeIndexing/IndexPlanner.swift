import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Compares the roots and other sources with the catalog, without opening any photo.
struct IndexPlanner {
    static let mostAtOnce = 4_096

    let catalog: any IndexPlanning & LibrarySettings
    let model: ModelID
    let executor: BlockingExecutor
    let own: OwnFolders
    let notify: @Sendable (IndexEvent) -> Void

    var willRead: @Sendable (DiskPath) -> Void = { _ in }
    var unfinished: Set<DiskPath> = []
    var rereads = false

    private(set) var plan = IndexPlan()
    /// The roots that were read and were not empty.
    private(set) var roots: [DiskPath] = []
    /// The sources that told what they have, by name, and their tokens for that state.
    private(set) var sources: [String: any PhotoSource] = [:]
    private(set) var tokens: [String: String?] = [:]
    private(set) var report = IndexReport()
    /// Photos that look unchanged, but are back or have a new change time for the catalog.
    private(set) var sightings: [CatalogChange] = []
    private(set) var found = 0

    /// `root` is resolved, and is a folder or a single file.
    mutating func add(root: DiskPath) async throws {
        if let status = FileSystem.status(of: root), status.isFile {
            let known = try await known(in: root.parent ?? root)
            compare(FolderScanner.File(path: root, stamp: FileStamp(status)), with: known[root])
        } else if FileSystem.isBareFolder(root), try await !catalog.folders(under: root).isEmpty {
            willRead(root)
            record(root, Self.isEmpty(root, remedy: "Check that its disk is connected."))
        } else {
            roots.append(root)
            try await walk(root)
        }
    }

    private static func isEmpty(_ root: DiskPath, remedy: String) -> EvokeError {
        EvokeError(
            .notFound, doing: "refresh the folder", subject: root.display,
            reason: "it is empty, but had photos before", remedy: "Its photos are kept in the library. " + remedy)
    }

    /// The library's exclusions do not apply, since they are about folders.
    mutating func add(_ source: any PhotoSource, since token: String?) async throws {
        let folder = DiskPath.ofSource(source.name)
        let known = try await known(in: folder)
        var news: SourceChanges
        do {
            news = try await source.changes(since: rereads ? nil : token)
        } catch let error as EvokeError {
            return record(folder, error)
        }
        if let removed = news.removed {
            // The others are as the catalog has them.
            for file in known.values where file.isHere {
                let identifier = String(decoding: file.path.name, as: UTF8.self)
                if news.photos[identifier] == nil, !removed.contains(identifier) {
                    news.photos[identifier] = file.stamp
                }
            }
        } else if news.photos.isEmpty, known.values.contains(where: \.isHere) {
            return record(folder, Self.isEmpty(folder, remedy: "Check that Evoke may read it."))
        }
        sources[source.name] = source
        tokens[source.name] = news.token
        let files = news.photos.map { FolderScanner.File(path: folder.appending($0), stamp: $1) }
            .filter { $0.path.parent == folder && PhotoNames.isPhoto($0.path) }.sorted { $0.path < $1.path }
        try await compare(files, in: folder, ExcludeRules(), known: known)
    }

    /// Records a path that cannot be processed; what is known about it is kept.
    mutating func record(_ path: DiskPath, _ error: EvokeError) {
        report.problems.append(IndexReport.Problem(path: path, error: error))
        notify(.problem(error))
    }

    private mutating func walk(_ root: DiskPath) async throws {
        var visited: Set<DiskPath> = []
        var unreadable: [DiskPath] = []
        let rules = try await rules(for: root, above: root)
        let scanner = Locked(FolderScanner(root: root, rules: rules, own: own, willRead: willRead))
        while let finding = try await advance(scanner) {
            switch finding {
            case .folder(let folder, let files):
                visited.insert(folder)
                try await compare(files, in: folder, scanner.withLock(\.rules))
            case .unreadable(let folder, let error):
                unreadable.append(folder)
                record(folder, error)
            }
        }
        for folder in try await catalog.folders(under: root) where !visited.contains(folder) {
            if unreadable.contains(where: folder.isInside) { continue }
            try await compare([], in: folder, scanner.withLock(\.rules))
        }
    }

    /// The exclusions in `folder`, from its library and the folders above it.
    func rules(for root: DiskPath, above folder: DiskPath) async throws -> ExcludeRules {
        let patterns = try await catalog.exclusions()
        return try await executor.run { try ExcludeRules(patterns, in: root, above: folder) }
    }

    /// The scanner is not copied: copying it for each folder would take longer the more folders it has seen.
    func advance(_ scanner: Locked<FolderScanner>) async throws -> FolderScanner.Finding? {
        try Task.checkCancellation()
        return await executor.run { scanner.withLock { $0.next() } }
    }

    /// `files` are all files in the folder.
    mutating func compare(
        _ files: [FolderScanner.File], in folder: DiskPath, _ rules: ExcludeRules,
        known: [DiskPath: KnownFile]? = nil
    ) async throws {
        var known = if let known { known } else { try await self.known(in: folder) }
        for file in files {
            let known = known.removeValue(forKey: file.path)
            if !unfinished.contains(file.path) { compare(file, with: known) }
        }
        // An older library may have a million of them, and they stay true whatever happens to the run.
        if sightings.count >= Self.mostAtOnce {
            try await catalog.record(sightings, model: model)
            sightings = []
        }
        // A photo's second file is not a photo of its own, even if it was one before the first appeared.
        let companions = Set(files.flatMap(\.companions.files))
        markHidden(known.values.filter { companions.contains($0.path) })
        markGone(known.values.filter { !companions.contains($0.path) }, rules)
    }

    private func known(in folder: DiskPath) async throws -> [DiskPath: KnownFile] {
        let files = try await catalog.files(in: folder, model: model)
        // A damaged catalog may have a path twice.
        return Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func compare(_ file: FolderScanner.File, with known: KnownFile?) {
        found += 1
        if found.isMultiple(of: 1_000) { notify(.scanning(found: found)) }
        guard let known else {
            plan.tasks.append(IndexPlan.Task(file: file, known: nil, isNew: true))
            return
        }
        guard file.stamp.fits(known.stamp), !rereads, !known.isUnread else {
            plan.tasks.append(IndexPlan.Task(file: file, known: known, isNew: false))
            return
        }
        switch known.state {
        case .failed(let kind) where !kind.isLasting:
            plan.tasks.append(IndexPlan.Task(file: file, known: known, isNew: false))
            return
        case .otherModelOnly:
            plan.tasks.append(IndexPlan.Task(file: file, known: known, isNew: true))
            return
        case .failed: report.failed += 1
        case .encoded:
            report.unchanged += 1
            if known.isTruncated { report.truncated += 1 }
        }
        if !known.isHere { report.returned += 1 }
        // Older libraries learn the change time from files that look unchanged.
        if !known.isHere || known.stamp != file.stamp { sightings.append(.seen(known.id, file.stamp)) }
        let lacksDigest = known.state == .encoded && known.content == nil
        if lacksDigest || known.sidecarStamp != file.companions.sidecarStamp {
            plan.tasks.append(
                IndexPlan.Task(file: file, known: known, isNew: false, isOfMetadataOnly: true, lacksDigest: lacksDigest)
            )
        }
    }

    private mutating func markHidden(_ files: some Collection<KnownFile>) {
        for file in files where file.isHere {
            plan.hidden.append(file.id)
            report.hidden += 1
        }
    }

    private mutating func markGone(_ files: some Collection<KnownFile>, _ rules: ExcludeRules) {
        for file in files where file.isHere {
            if rules.hides(file.path) {
                markHidden([file])
            } else {
                plan.vanished.append(file.id)
                report.vanished += 1
            }
        }
    }
}

extension EvokeError.Kind {
    /// Whether the same file, unchanged, stays unreadable.
    package var isLasting: Bool { [.damaged, .unsupported, .tooLarge].contains(self) }
}

extension IndexPlanner {
    /// Reads what changed in a root again, and nothing else.
    mutating func refresh(_ changes: FolderChanges, in root: DiskPath) async throws {
        guard !changes.trees.contains(root), FileSystem.isFolder(root), !FileSystem.isBareFolder(root) else {
            return try await add(root: root)
        }
        let trees = changes.trees.filter { $0.isInside(root) }
        // Trees are entered from the folder above, which knows what to skip.
        let starts = Set(trees.compactMap(\.parent)).union(changes.folders.filter { $0.isInside(root) })
        var visited: Set<DiskPath> = []
        var unreadable: Set<DiskPath> = []
        for start in starts.sorted() where !visited.contains(start) {
            let scanner = Locked(
                FolderScanner(
                    root: root, rules: try await rules(for: root, above: start), own: own, startingAt: start,
                    willRead: willRead,
                    enters: { $0.isInside(anyOf: trees) }))
            while let finding = try await advance(scanner) {
                switch finding {
                case .folder(let folder, let files):
                    if visited.insert(folder).inserted {
                        try await compare(files, in: folder, scanner.withLock(\.rules))
                    }
                case .unreadable(_, let error) where error.kind == .notFound:
                    break
                case .unreadable(let folder, let error):
                    unreadable.insert(folder)
                    record(folder, error)
                }
            }
        }
        let rules = try await rules(for: root, above: root)
        let gone = trees.union(starts).subtracting(visited)
        let unseen = try await catalog.folders(under: root).filter {
            !visited.contains($0) && !$0.isInside(anyOf: unreadable)
        }
        // Folders that disappeared unnoticed are detected when something else is read.
        let missing = await executor.run {
            unseen.filter { $0.isInside(anyOf: gone) || ($0.isInside(anyOf: starts) && FileSystem.isMissing($0)) }
        }
        for folder in missing { try await compare([], in: folder, rules) }
    }
}

/// What a run has to do, found by comparing the disk with the catalog.
struct IndexPlan: Sendable {
    struct Task: Sendable {
        var file: FolderScanner.File
        /// What the catalog has at its path.
        let known: KnownFile?
        let isNew: Bool
        /// The picture is unchanged; only its metadata has changed.
        var isOfMetadataOnly = false
        /// The photo was encoded, but the digest of its content is unknown.
        var lacksDigest = false
    }

    var tasks = PlannedTasks()
    /// The photos that this run found missing, and those to leave out.
    var vanished: [PhotoID] = []
    var hidden: [PhotoID] = []
}

/// Which roots on this machine contain what the planner saw there. A root may be a folder with the same name but other
/// photos, or an incomplete copy: its worker must not spoil the queue for machines that have the photos.
struct RootTrust: Sendable {
    /// After this many missing photos in a row, the root is left alone.
    static let mostLost = 8
    static let pause = Duration.seconds(300)

    private var lost: [DiskPath: Int] = [:]
    private var untrusted: [DiskPath: ContinuousClock.Instant] = [:]
    private var news: [DiskPath] = []
    private var firstLost: DiskPath?
    private var isSaid = false

    /// Whether photos of some root were missing recently.
    var hasLostPhotos: Bool { !lost.isEmpty }

    mutating func isTrusted(_ root: DiskPath) -> Bool {
        guard let until = untrusted[root] else { return true }
        guard ContinuousClock.now >= until else { return false }
        (untrusted[root], lost[root]) = (nil, nil)
        return true
    }

    mutating func found(_ photo: DiskPath, _ roots: [DiskPath]) {
        if let root = Self.root(of: photo, roots) { lost[root] = nil }
    }

    /// Whether a missing photo should be reported as lost: its root exists, and so do other photos in it.
    mutating func isBelieved(lacking photo: DiskPath, _ roots: [DiskPath]) -> Bool {
        guard let root = Self.root(of: photo, roots), isTrusted(root) else { return false }
        lost[root, default: 0] += 1
        if lost[root] == Self.mostLost {
            untrusted[root] = .now + Self.pause
            news.append(root)
        }
        if !isSaid { firstLost = photo }
        return true
    }

    mutating func takeNews() -> [DiskPath] {
        defer { news = [] }
        return news
    }

    /// The first missing photo; reported once.
    mutating func takeFirstLost() -> DiskPath? {
        defer { firstLost = nil }
        if firstLost != nil { isSaid = true }
        return firstLost
    }

    private static func root(of photo: DiskPath, _ roots: [DiskPath]) -> DiskPath? {
        roots.filter(photo.isInside).max { $0.bytes.count < $1.bytes.count }
    }
}
