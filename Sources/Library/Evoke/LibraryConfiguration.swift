import EvokeAnalysis
import EvokeSystem
public import EvokeValues

/// Where things are: the library, the models, and what may be deleted at any time.
public struct LibraryConfiguration: Sendable, Equatable {
    /// The folder of the library. It need not be there. Of a library in a database, it is where this machine keeps what is
    /// made of it: thumbnails and search indexes, and what was set for it here.
    public let library: FilePath
    /// What the library is called by: its folder, or the address of its database.
    public let address: FilePath
    /// Whether the library is kept in a database.
    public var isInDatabase: Bool { Self.isDatabase(address) }
    /// Nearest first.
    public let models: [FilePath]
    /// The folder of what can be made again: compiled graphs, what was found out by trying, digests.
    public let cache: FilePath
    /// The file with the key of encrypted models, made when it is first needed; without a place for it there are none.
    public let modelKey: FilePath?
    /// The folder that says where the roots of a library in a database are on this machine, for those that have names.
    let roots: FilePath
    /// The file that knows the world's cities and countries by their coordinates and their names; without it, photos have
    /// coordinates alone.
    public let worldPlaces: FilePath?
    /// The outlines of land and countries, which lie beside it; nil where they are not there.
    public var outlines: FilePath? {
        worldPlaces?.parent.map { $0.appending("world.outlines") }.flatMap { FileSystem.isFile($0) ? $0 : nil }
    }
    /// Where vectors are searched. A library that is opened with a catalogue of the program's own is searched on this
    /// machine.
    public internal(set) var vectors: VectorPlace
    var textReaders = TextReaders()
    var faceFinders = FaceFinders()
    let copiesMemory = CopiesMemory()

    /// Names each place itself, whatever the environment says.
    ///
    /// - Parameters:
    ///   - library: a folder, or the address of a database: `postgres://host/database?library=NAME`.
    ///   - models: with none, models are put into the library's folder and looked for there.
    ///   - vectors: other places than this machine are for libraries in a database.
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

    /// The library as the user named it, else as the environment does, else the user's own: a folder, or the address of a
    /// database. Where nobody says where the user's files are, a folder that is named has its cache in it.
    ///
    /// - Parameter vectors: where vectors are searched; where that is nil, `EVOKE_VECTORS` says it.
    public init(
        library: FilePath? = nil, vectors: VectorPlace? = nil,
        environment variable: (String) -> FilePath? = Self.processVariable
    ) throws(EvokeError) {
        func userFolder(_ name: String, inHome path: String) throws(EvokeError) -> FilePath {
            // The standard says that a relative path in these variables is to be ignored.
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
        // Without a home there are other places, as said below.
        let settings = try? userFolder("XDG_CONFIG_HOME", inHome: ".config")
        modelKey = settings?.appending("model-key")
        // What the user said is not kept among what can be made again, where there is another place.
        roots = settings?.appending("roots").appending(Array(self.library.name)) ?? self.library.appending("roots")
        let shared = variable("XDG_DATA_DIRS") ?? FilePath("/usr/local/share:/usr/share")
        let folders =
            // As above.
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

    /// A variable of this process; nil when it is not set or empty.
    public static func processVariable(_ name: String) -> FilePath? { Environment.variable(name) }

    /// The `share/evoke` that was installed with the program.
    private static var besideProgram: [FilePath] {
        guard let prefix = FileSystem.resolve(OwnProcess.program)?.parent?.parent else { return [] }
        return [prefix.appending("share/evoke")]
    }
}
