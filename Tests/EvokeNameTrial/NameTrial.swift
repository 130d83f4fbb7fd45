import CatalogSQLite
import EvokeCatalog
import EvokeDigests
import EvokeIndexing
import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Names are exchanged, and photos copied, changed and deleted, between the runs of an indexer and in the middle of
/// them; some runs are stopped, and others killed. In the end a library has to say of each name what a fresh one says.
package struct NameTrial {
    private let folder: DiskPath
    private let executor = BlockingExecutor(width: 2)
    private let thumbnails = TrialThumbnails()
    private var shuffle: FolderShuffle
    /// Whether the folders are watched: then only those are read in which something happened.
    private var isWatching = false
    private var rounds = 0

    /// `folder` is there, resolved, and empty; it is used up.
    package init(in folder: DiskPath, files: Int = 300, seed: UInt64) async throws {
        self.folder = folder
        let photos = folder.appending("photos")
        try FileSystem.makeFolder(photos)
        shuffle = try FolderShuffle(root: photos, files: files, dice: Dice(seed: seed))
        let catalog = try await open(library)
        try await catalog.addRoot(photos)
        try await catalog.close()
    }

    /// What is wrong after a round; nothing, if all is well.
    package mutating func round() async throws -> [String] {
        rounds += 1
        for _ in 0..<shuffle.number(in: 1...4) { try shuffle.happen() }
        for _ in 0..<shuffle.number(in: 0...2) {
            try await disturbedRun()
            if shuffle.number(in: 0...2) == 0 { try shuffle.happen() }
        }
        try await run(.none)
        return try await faults()
    }

    private var library: DiskPath { folder.appending("library") }

    private func open(_ library: DiskPath) async throws -> SQLiteCatalog {
        try await SQLiteCatalog.open(in: library, access: .write)
    }

    /// A run that is stopped, killed, or has files changed under its hands.
    private mutating func disturbedRun() async throws {
        let catalog = try await open(library)
        let fingerprints = shuffle.number(in: 0...60)
        switch shuffle.number(in: 0...2) {
        case 0: try await run(Disturbance(after: fingerprints) { throw CancellationError() }, catalog)
        case 1:
            // What is closed writes nothing any more, as little as a process that was killed.
            try? await run(Disturbance(after: fingerprints) { try await catalog.close() }, catalog)
            isWatching = false
        default:
            let busy = Locked(shuffle)
            try await run(Disturbance(after: fingerprints) { try busy.withLock { try $0.happen() } }, catalog)
            shuffle = busy.withLock { $0 }
        }
        try await catalog.close()
    }

    /// Takes up what has happened since the last run.
    private mutating func run(_ disturbance: Disturbance, _ given: SQLiteCatalog? = nil) async throws {
        let catalog: SQLiteCatalog
        if let given { catalog = given } else { catalog = try await open(library) }
        let indexer = indexer(catalog, disturbance, Locked(0))
        let changes = FolderChanges(trees: shuffle.touched)
        shuffle.touched = []
        let report: IndexReport
        // A watch begins with all there is.
        if isWatching {
            report = try await indexer.refresh(changes, willRead: { _ in }, notify: { _ in })
        } else {
            report = try await indexer.run([], notify: { _ in })
            isWatching = shuffle.number(in: 0...1) == 0
        }
        if report.isInterrupted { isWatching = false }
        if given == nil { try await catalog.close() }
    }

    private func indexer(_ catalog: SQLiteCatalog, _ disturbance: Disturbance, _ digests: Locked<Int>) -> Indexer {
        Indexer(
            catalog: catalog, model: TrialEncoder.model, decoder: TrialDecoder(disturbance: disturbance),
            digester: TrialDigester(
                digester: ContentDigester(executor: executor), disturbance: disturbance, count: digests),
            metadata: TrialFacts(disturbance: disturbance), encoder: TrialEncoder(), thumbnails: thumbnails,
            executor: executor)
    }

    /// What the library says that a fresh one does not, or the other way round.
    private func faults() async throws -> [String] {
        let catalog = try await open(library)
        let known = try await said(by: catalog)
        let digests = Locked(0)
        let again = try await indexer(catalog, .none, digests).run([]) { _ in }
        try await catalog.close()
        let place = folder.appending("fresh-\(rounds)")
        let fresh = try await open(place)
        _ = try await indexer(fresh, .none, Locked(0)).run([folder.appending("photos")]) { _ in }
        let right = try await said(by: fresh)
        try await fresh.close()
        try FileSystem.erase(place)

        var faults = Set(known.keys).union(right.keys).sorted().filter { known[$0] != right[$0] }.map {
            "'\($0.display)' is \(known[$0].map { "\($0)" } ?? "not there"), "
                + "and ought to be \(right[$0].map { "\($0)" } ?? "gone")"
        }
        if again.unchanged != right.count || digests.withLock({ $0 }) != 0 {
            faults.append(
                "of \(right.count) photos the next run found \(again.unchanged) unchanged, and read "
                    + "\(digests.withLock { $0 })")
        }
        return try await faults + wrongThumbnails()
    }

    private func wrongThumbnails() async throws -> [String] {
        var faults: [String] = []
        for file in try shuffle.files {
            let content = try await ContentDigester(executor: executor).digest(of: file)
            let kept = try await thumbnails.thumbnail(of: content)
            if try kept?.jpeg != FileSystem.read(file) { faults.append("'\(file.display)' has another's thumbnail") }
        }
        return faults
    }

    private struct Entry: Equatable {
        let state: KnownFile.State
        let halfFloats: [UInt16]
        let metadata: PhotoMetadata?
    }

    private func said(by catalog: SQLiteCatalog) async throws -> [DiskPath: Entry] {
        let vectors = Locked<[PhotoID: [UInt16]]>([:])
        try await catalog.scan(TrialEncoder.model) { ids, halfFloats in
            let width = TrialEncoder.model.dimensions
            for (place, id) in ids.enumerated() {
                let row = halfFloats[(place * width)..<((place + 1) * width)].map(\.bitPattern)
                vectors.withLock { $0[id] = row }
            }
        }
        var entries: [DiskPath: Entry] = [:]
        for name in FolderShuffle.folders {
            let folder = folder.appending("photos").appending(name)
            for file in try await catalog.files(in: folder, model: TrialEncoder.model) where file.isHere {
                entries[file.path] = Entry(
                    state: file.state, halfFloats: vectors.withLock { $0[file.id] ?? [] },
                    metadata: try await catalog.metadata(of: file.id)?.metadata)
            }
        }
        return entries
    }
}
