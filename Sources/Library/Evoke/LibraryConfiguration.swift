import EvokeAnalysis
import EvokeSystem
public import EvokeValues

/// The locations of the library, the models, and files that may be deleted at any time.
public struct LibraryConfiguration: Sendable, Equatable {
    /// The library's folder, which need not exist. For a library in a database, it holds what this machine derives from
    /// it (thumbnails and search indexes) and its settings here.
    public let library: FilePath
    /// What identifies the library: its folder, or the address of its database.
    public let address: FilePath
    /// Whether the library is in a database.
    public var isInDatabase: Bool { Self.isDatabase(address) }
    /// The folders of models, in order of precedence.
    public let models: [FilePath]
    /// The folder of what can be made again: compiled graphs, results of trials, digests.
    public let cache: FilePath
    /// The file with the key of encrypted models, made on first use; if nil, models cannot be encrypted.
    public let modelKey: FilePath?
    /// The folder that records where the named roots of a library in a database are on this machine.
    let roots: FilePath
    /// The file of the world's cities and countries. Without it, photos have only coordinates.
    public let worldPlaces: FilePath?
    /// The outlines of land and countries, next to the table of places; nil if not installed.
    public var outlines: FilePath? {
        worldPlaces?.parent.map { $0.appending("world.outlines") }.flatMap { FileSystem.isFile($0) ? $0 : nil }
    }
    /// Where vectors are searched. With a catalog of the program's own, they are searched on this machine.
    public internal(set) var vectors: VectorPlace
    var textReaders = TextReaders()
    var faceFinders = FaceFinders()
    let copiesMemory = CopiesMemory()

    /// Sets each location, ignoring the environment.
    ///
    /// - Parameters:
    ///   - library: a folder, or the address of a database: `postgres://host/database?library=NAME`.
    ///   - models: if empty, models are in the library's folder.
    ///   - vectors: anything but this machine is for libraries in a database.
    public init(
        library: FilePath, models: [FilePath], cache: FilePath, modelKey: FilePath? = nil,
        worldPlaces: FilePath? = nil, vectors: VectorPlace = .replica
    ) {
        address = library
        self.library = Self.isDatabase(library) ? Self.folder(of: library, in: cache) : library
        roots = self.library.appending("roots")
        self.models = models
        self.cache = cache
        self.modelKey = modelKey
        self.worldPlaces = worldPlaces
        self.vectors = vectors
    }

    /// Uses the given library, otherwise the one in the environment, otherwise the user's default: a folder, or the
    /// address of a database. If the user's folders are unknown, a given folder contains its own cache.
    ///
    /// - Parameter vectors: where vectors are searched; if nil, `EVOKE_VECTORS` decides.
    public init(
        library: FilePath? = nil, vectors: VectorPlace? = nil,
        environment variable: (String) -> FilePath? = Self.processVariable
    ) throws(EvokeError) {
        func userFolder(_ name: String, inHome path: String) throws(EvokeError) -> FilePath {
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
        let shared = variable("XDG_DATA_DIRS") ?? FilePath("/usr/local/share:/usr/share")
        let folders =
            // The same.
            (database == nil ? [self.library] : []) + [try? data.get()].compactMap { $0 } + Self.besideProgram
            + shared.bytes.split(separator: UInt8(ascii: ":")).map { FilePath(bytes: $0).appending("evoke") }
        let ofWorld =
            variable("EVOKE_PLACES").map { [FileSystem.absolute($0)] } ?? folders.map { $0.appending("places") }
        worldPlaces = ofWorld.map { $0.appending(PlaceTable.fileName) }.first(where: FileSystem.isFile)
        if let models = variable("EVOKE_MODELS") {
            self.models = [FileSystem.absolute(models)]
            return
        }
        var known: Set<FilePath> = []
        models = folders.map { $0.appending("models") }.filter { known.insert($0).inserted }
    }

    /// An environment variable of this process; nil if unset or empty.
    public static func processVariable(_ name: String) -> FilePath? { Environment.variable(name) }

    /// The `share/evoke` that was installed with the program.
    private static var besideProgram: [FilePath] {
        guard let prefix = FileSystem.resolve(OwnProcess.program)?.parent?.parent else { return [] }
        return [prefix.appending("share/evoke")]
    }
}
