import EvokeAnalysis
import EvokeLinux
package import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// The locations of the library, the models, and files that may be deleted at any time.
public struct LibraryConfiguration: Sendable, Equatable {
    /// The library's folder, which need not exist. For a library in a database, it holds what this machine derives from
    /// it (thumbnails and search indexes) and its settings here.
    public let library: DiskPath
    /// What identifies the library: its folder, or the address of its database.
    package let address: DiskPath
    package var isInDatabase: Bool { Self.isDatabase(address) }
    /// The folders of models, in order of precedence.
    package let models: [DiskPath]
    /// The folder of what can be made again: compiled graphs, results of trials, digests.
    package let cache: DiskPath
    /// The file with the key of encrypted models, made on first use; if nil, models cannot be encrypted.
    package let modelKey: DiskPath?
    /// The folder that records where the named roots of a library in a database are on this machine.
    let roots: DiskPath
    /// The file of the world's cities and countries. Without it, photos have only coordinates.
    package let worldPlaces: DiskPath?
    /// The outlines of land and countries, next to the table of places; nil if not installed.
    package var outlines: DiskPath? {
        worldPlaces?.parent.map { $0.appending("world.outlines") }.flatMap { FileSystem.isFile($0) ? $0 : nil }
    }
    /// Where vectors are searched. With a catalog of the program's own, they are searched on this machine.
    package internal(set) var vectors: VectorPlace
    /// The reader of text in pictures. Without one, photos are indexed and found as if they contained no text.
    package var textReader: (any TextReading)?
    /// The face finder to use if no recognizer was chosen.
    package var faceFinder: (any FaceFinding)?
    /// Finders with recognizers that owners of libraries have chosen, by name.
    let chosenFinders = Locked<[String: any FaceFinding]>([:])
    let peopleMemory = PeopleMemory()
    let copiesMemory = CopiesMemory()

    /// Sets each location, ignoring the environment.
    ///
    /// - Parameters:
    ///   - library: a folder, or the address of a database: `postgres://host/database?library=NAME`.
    ///   - models: if empty, models are in the library's folder.
    ///   - vectors: anything but this machine is for libraries in a database.
    public init(
        library: DiskPath, models: [DiskPath], cache: DiskPath, modelKey: DiskPath? = nil,
        worldPlaces: DiskPath? = nil, vectors: VectorPlace = .replica
    ) {
        address = library
        self.library = Self.isDatabase(library) ? Self.folder(of: library, in: cache) : library
        roots = self.library.appending("roots")
        (self.models, self.cache, self.modelKey) = (models, cache, modelKey)
        (self.worldPlaces, self.vectors) = (worldPlaces, vectors)
    }

    /// Uses the given library, otherwise the one in the environment, otherwise the user's default: a folder, or the
    /// address of a database. If the user's folders are unknown, a given folder contains its own cache.
    ///
    /// - Parameter vectors: where vectors are searched; if nil, `EVOKE_VECTORS` decides.
    public init(
        library: DiskPath? = nil, vectors: VectorPlace? = nil,
        environment variable: (String) -> DiskPath? = Self.processVariable
    ) throws(EvokeError) {
        func userFolder(_ name: String, inHome path: String) throws(EvokeError) -> DiskPath {
            // The standard says to ignore a relative path in these variables.
            if let folder = variable(name), folder.isAbsolute { return folder.appending("evoke") }
            guard let home = variable("HOME") else {
                throw EvokeError(
                    .wrongUsage, doing: "find your files", subject: "", reason: "neither \(name) nor HOME is set",
                    remedies: [.advice("Set one of them."), .chooseOption(.library)])
            }
            return home.appending(path).appending("evoke")
        }

        let ofEnvironment = variable("EVOKE_VECTORS").map { String(decoding: $0.bytes, as: UTF8.self) }
        self.vectors = if let vectors { vectors } else { try ofEnvironment.map(VectorPlace.init(named:)) ?? .replica }
        let given = library ?? variable("EVOKE_LIBRARY")
        let database = given.flatMap { Self.isDatabase($0) ? $0 : nil }
        let named = database == nil ? given.map(FileSystem.absolute) : nil
        let data = Result { () throws(EvokeError) in try userFolder("XDG_DATA_HOME", inHome: ".local/share") }
        let caches = Result { () throws(EvokeError) in try userFolder("XDG_CACHE_HOME", inHome: ".cache") }
        if let named, case .failure = caches { cache = named.appending("cache") } else { cache = try caches.get() }
        if let database {
            (address, self.library) = (database, Self.folder(of: database, in: cache))
        } else {
            let folder = if let named { named } else { try data.get() }
            (address, self.library) = (folder, folder)
        }
        // Without a home folder, other locations are used.
        let settings = try? userFolder("XDG_CONFIG_HOME", inHome: ".config")
        modelKey = settings?.appending("model-key")
        // The user's settings do not belong in the cache if there is another location.
        roots = settings?.appending("roots").appending(Array(self.library.name)) ?? self.library.appending("roots")
        let shared = variable("XDG_DATA_DIRS") ?? DiskPath("/usr/local/share:/usr/share")
        let folders =
            // The same.
            (database == nil ? [self.library] : []) + [try? data.get()].compactMap { $0 } + Self.besideProgram
            + shared.bytes.split(separator: UInt8(ascii: ":")).map { DiskPath(bytes: $0).appending("evoke") }
        let ofWorld =
            variable("EVOKE_PLACES").map { [FileSystem.absolute($0)] } ?? folders.map { $0.appending("places") }
        worldPlaces = ofWorld.map { $0.appending(PlaceTable.fileName) }.first(where: FileSystem.isFile)
        if let models = variable("EVOKE_MODELS") {
            self.models = [FileSystem.absolute(models)]
            return
        }
        var known: Set<DiskPath> = []
        models = folders.map { $0.appending("models") }.filter { known.insert($0).inserted }
    }

    /// An environment variable of this process; nil if unset or empty.
    public static func processVariable(_ name: String) -> DiskPath? { Environment.variable(name) }

    /// The `share/evoke` that was installed with the program.
    private static var besideProgram: [DiskPath] {
        guard let prefix = FileSystem.resolve(OwnProcess.program)?.parent?.parent else { return [] }
        return [prefix.appending("share/evoke")]
    }
}

extension LibraryConfiguration {
    /// Whether both have the same locations.
    public static func == (one: LibraryConfiguration, other: LibraryConfiguration) -> Bool {
        (one.address, one.library, one.models, one.cache) == (other.address, other.library, other.models, other.cache)
            && (one.modelKey, one.roots, one.worldPlaces, one.vectors)
                == (other.modelKey, other.roots, other.worldPlaces, other.vectors)
    }

    /// Held by a writer that reads text and finds faces, and that yields to others.
    var lateWork: DiskPath { library.appending("late-work") }
    /// Held by a process that waits for such a writer.
    var waiting: DiskPath { library.appending("waiting") }

    /// Locks out other writers. A process with write access also makes sure that no other user can read the library.
    ///
    /// Throws `EvokeError` of the kind `libraryBusy` if another process has the lock and does not yield.
    func lock(waits: Bool = true) async throws -> any CatalogLock {
        let lock: any CatalogLock
        do {
            lock = try await catalog.lock()
        } catch let error as EvokeError where waits && error.kind == .libraryBusy && FileLock.isHeld(lateWork) {
            lock = try await lockInTurn(or: error)
        }
        PrivateFiles.tighten(library, catalog.privateNames)
        return lock
    }

    private func lockInTurn(or busy: EvokeError) async throws -> any CatalogLock {
        // If another process is waiting already, the holder yields to both.
        let turn = try? FileLock(file: waiting)
        defer { withExtendedLifetime(turn) {} }
        // Reading the text of a large page takes some seconds.
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(50))
            do {
                return try await catalog.lock()
            } catch let error as EvokeError where error.kind == .libraryBusy && FileLock.isHeld(lateWork) {}
        }
        throw busy
    }
}

/// The files in a library's folder are for its owner only, whoever made them and when.
private enum PrivateFiles {
    /// Prefixes of the names of a library's own files, besides those of its catalog; there may be other files.
    private static let beginnings = ["vectors-", "token", LibraryLabels.fileName]

    /// Takes permissions for the library's folder and files away from others. Files that are not ours are left alone.
    static func tighten(_ library: DiskPath, _ catalog: [String]) {
        let beginnings = Self.beginnings + catalog
        let thumbnails = library.appending(ThumbnailFolder.name)
        // From the inside out: after an interruption, the outer folder is still open, so this starts again.
        if isOpen(thumbnails) {
            for modelStore in names(in: thumbnails).map(thumbnails.appending) {
                for file in names(in: modelStore) { close(modelStore.appending(file)) }
                close(modelStore)
            }
            close(thumbnails)
        }
        for name in names(in: library) where beginnings.contains(where: { name.starts(with: $0.utf8) }) {
            let file = library.appending(name)
            if FileSystem.isFile(file) { close(file) }
        }
        close(library)
    }

    // What cannot be listed is not ours.
    private static func names(in folder: DiskPath) -> [[UInt8]] { (try? FileSystem.names(in: folder)) ?? [] }

    private static func isOpen(_ path: DiskPath) -> Bool {
        FileSystem.status(of: path)?.isOpenToOthers ?? false
    }

    private static func close(_ path: DiskPath) {
        guard let status = FileSystem.status(of: path), status.isOpenToOthers else { return }
        // What is not ours is left alone.
        try? FileSystem.setMode(status.permissions & 0o7700, of: path)
    }
}
