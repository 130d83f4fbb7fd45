import CatalogSQLite
import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

/// A folder of generated pictures, a small model, and libraries of both.
struct GeneratedLibrary {
    let photos = TemporaryFolder()
    let program = Program()
    /// Where the program keeps its library.
    let folder: DiskPath

    init(photos count: Int) throws {
        folder = program.home.path.appending("library")
        for number in 0..<count { try photos.write(Self.name(number), TestPicture.png(number)) }
    }

    static func name(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number).png"
    }

    /// One precision for all, since libraries are compared to the bit.
    func indexing(into library: DiskPath? = nil, only root: DiskPath? = nil) throws -> [String] {
        let model = try PublishedModel.folder("hub-clip").display
        return [
            "index", "--library", (library ?? folder).display, "--model", model, "--precision", "f32",
            (root ?? photos.path).display,
        ]
    }

    @discardableResult
    func index(
        _ prefix: String = "exec", into library: DiskPath? = nil, environment: [String: String] = [:]
    ) async throws -> Program.Outcome {
        try await program.run(prefix, indexing(into: library), environment: environment)
    }

    /// A command on this library.
    @discardableResult
    func run(_ words: String...) async throws -> Program.Outcome {
        try await program.run("exec", words, environment: ["EVOKE_LIBRARY": folder.display])
    }

    /// The names of the photos that a query finds.
    func found(_ query: String) async throws -> [String] {
        try await run("search", "--all", "--paths", "--top", "1000", query).names
    }

    func status(_ library: DiskPath? = nil) async throws -> [String: Any] {
        let outcome = try await program.run("library", "status", "--json", "--library", (library ?? folder).display)
        return try #require(outcome.objects().first, "\(outcome.errors)")
    }

    func check(_ library: DiskPath? = nil) async throws -> Program.Outcome {
        try await program.run("library", "status", "--check", "--library", (library ?? folder).display)
    }

    /// What every photo's vector is, to the bit.
    func vectors(_ library: DiskPath? = nil) async throws -> [DiskPath: [UInt16]] {
        let catalog = try await SQLiteCatalog.open(in: library ?? folder, access: .read)
        let models = try await catalog.models()
        let model = try #require(models.first)
        #expect(models.count == 1)
        let found = Locked<[PhotoID: [UInt16]]>([:])
        try await catalog.scan(model) { ids, halfFloats in
            found.withLock { found in
                for (place, id) in ids.enumerated() {
                    let row = halfFloats[(place * model.dimensions)..<((place + 1) * model.dimensions)]
                    found[id] = row.map(\.bitPattern)
                }
            }
        }
        let vectors = found.withLock { $0 }
        let paths = try await catalog.cards(of: Array(vectors.keys)).mapValues(\.path)
        try await catalog.close()
        return try Dictionary(
            vectors.map { (try #require(paths[$0.key]), $0.value) },
            uniquingKeysWith: { first, _ in
                Issue.record("a photo is listed twice")
                return first
            })
    }

    /// The names of the photos that are in the library as they are on the disk now.
    func recorded(in library: DiskPath? = nil) async throws -> Set<String> {
        let catalog: SQLiteCatalog
        do {
            catalog = try await SQLiteCatalog.open(in: library ?? folder, access: .read)
        } catch let error as EvokeError where error.kind == .notFound {
            return []
        }
        guard let model = try await catalog.models().first else { return [] }
        var files: [KnownFile] = []
        for folder in Set(try await catalog.folders(under: photos.path) + [photos.path]) {
            files += try await catalog.files(in: folder, model: model)
        }
        try await catalog.close()
        let current = files.filter { file in
            FileSystem.status(of: file.path).map(FileStamp.init) == file.stamp && file.state == .encoded
        }
        return Set(current.map { String(decoding: $0.path.name, as: UTF8.self) })
    }

    /// Every photo has other content afterwards, and shows the same: nobody looks behind the end of a PNG.
    func changeAll() throws {
        for name in try FileSystem.names(in: photos.path) {
            let file = photos.path.appending(name)
            try FileSystem.replace(file, with: FileSystem.read(file) + [0])
        }
    }
}
