import Evoke
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeVectorIndex
import Foundation

/// Times searches of a library in a database with each engine: Evoke's own index on this machine, the database
/// comparing every photo, the database's index, and Milvus if `EVOKE_MILVUS` has its address. The vectors are from a
/// set made by `Benchmarks/vectors.py`.
struct EngineBench {
    private static let top = 30
    private static let rowsAtOnce = 1_024

    private let library: DiskPath
    private let folder: DiskPath
    private let set: VectorSet
    private let model: ModelID
    private let catalog: any PhotoCatalog

    /// - Parameter library: must not exist yet.
    init(_ library: DiskPath, vectors folder: DiskPath) async throws {
        self.library = library
        self.folder = folder
        set = try VectorSet.read(folder)
        model = ModelID(name: "bench", fingerprint: "of no model", dimensions: set.dimensions)
        catalog = try await LibraryConfiguration(library: library).catalog.open(.write) { _ in }
    }

    func run() async throws {
        try await timed("record") { try await record() }
        let ids = try await photos()
        let (queries, truth) = try (self.queries(), self.truth().map { $0.map { ids[$0] } })
        let replica = try searching(.replica)
        try await timed("replica: make") { try await replica.bringUpToDate() }
        try await measure("replica", replica, queries, truth)
        let database = try searching(.database)
        _ = try await database.count()
        try await measure("database without its index", database, queries, truth)
        try await timed("database: make the index") { try await database.bringUpToDate() }
        try await measure("database", database, queries, truth)
        guard let place = Environment.variable("EVOKE_MILVUS") else { return }
        let milvus = try searching(VectorPlace(named: place.display))
        try await timed("milvus: fill") { try await milvus.bringUpToDate() }
        // Milvus takes some seconds until it uses a new index.
        try await Task.sleep(for: .seconds(20))
        try await measure("milvus", milvus, queries, truth)
    }

    private func searching(_ place: VectorPlace) throws -> any LibrarySearching {
        try LibraryConfiguration(library: library, vectors: place).searching(model, catalog) { _ in }
    }

    private func measure(
        _ name: String, _ searching: any LibrarySearching, _ queries: [Embedding], _ truth: [[PhotoID]]
    ) async throws {
        // The first ones load the table.
        for query in queries.prefix(20) { _ = try await searching.search([query], top: Self.top, among: nil) }
        var hits = 0
        var seconds: [Double] = []
        for (query, best) in zip(queries, truth) {
            let started = ContinuousClock.now
            let found = try await searching.search([query], top: Self.top, among: nil)[0]
            seconds.append((ContinuousClock.now - started) / .seconds(1))
            hits += Set(found.map(\.id)).intersection(best.prefix(Self.top)).count
        }
        var figures = Figures.percentiles(seconds)
        figures["recall_percent"] = 100 * Double(hits) / Double(Self.top * queries.count)
        Figures.show("\(name): top \(Self.top)", figures)

        let all = PhotoSet(truth.joined())
        for (words, share) in [("one of ten", Int64(10)), ("one of a hundred", 100)] {
            let some = PhotoSet((0...(all.ids.last?.value ?? 0)).filter { $0 % share == 3 }.map { PhotoID($0) })
            try await time("\(name): top \(Self.top), \(words) allowed", queries) {
                _ = try await searching.search([$0], top: Self.top, among: some)
            }
        }
        try await time("\(name): all that fit", Array(queries.prefix(20))) { query in
            let best = try await searching.search([query], top: 500, among: nil)[0]
            _ = try await searching.photos(atLeast: best.last?.score ?? 1, for: query, among: nil)
        }
    }

    private func time(_ name: String, _ queries: [Embedding], _ body: (Embedding) async throws -> Void) async throws {
        var seconds: [Double] = []
        for query in queries {
            seconds.append(try await secondsTaken { try await body(query) })
        }
        Figures.show(name, Figures.percentiles(seconds))
    }

    private func timed(_ name: String, _ body: () async throws -> Void) async throws {
        Figures.show(name, ["seconds": try await secondsTaken(body)])
    }

    // MARK: - The set

    private func record() async throws {
        try await catalog.addRoot(DiskPath("/photos/of/nobody"))
        guard let base = FileHandle(forReadingAtPath: folder.appending("base.f32").display) else {
            throw EvokeError(.notFound, doing: "read", subject: folder.display, reason: "base.f32 is missing")
        }
        for first in stride(from: 0, to: set.count, by: Self.rowsAtOnce) {
            let count = min(Self.rowsAtOnce, set.count - first)
            let rows = try Self.rows(base.read(upToCount: 4 * count * set.dimensions) ?? Data(), set.dimensions)
            try await catalog.record(
                zip(first..., rows).compactMap { number, row in
                    Embedding(normalizing: row, fingerprint: model.fingerprint).map { Self.change(number, $0) }
                }, model: model)
        }
    }

    private static func change(_ number: Int, _ vector: Embedding) -> CatalogChange {
        .encoded(
            DiskPath("/photos/of/nobody/\(number / 1_000)/\(number).jpg"),
            FileStamp(size: 4_000_000, modifiedNanoseconds: Int64(number), inode: UInt64(number)),
            ContentDigest(high: 1, low: UInt64(number)), PixelSize(width: 4_000, height: 3_000), vector)
    }

    /// In the order of the set.
    private func photos() async throws -> [PhotoID] {
        var ids = [PhotoID](repeating: PhotoID(0), count: set.count)
        var last = PhotoID(0)
        while true {
            let cards = try await catalog.cards(after: last, limit: 10_000)
            guard let end = cards.last else { return ids }
            for card in cards {
                let name = String(decoding: card.path.name, as: UTF8.self)
                if let number = Int(name.dropLast(4)), ids.indices.contains(number) { ids[number] = card.id }
            }
            last = end.id
        }
    }

    private func queries() throws -> [Embedding] {
        let file = try Data(FileSystem.read(folder.appending("queries.f32")))
        return try Self.rows(file, set.dimensions).compactMap {
            Embedding(normalizing: $0, fingerprint: model.fingerprint)
        }
    }

    private func truth() throws -> [[Int]] {
        let numbers = try FileSystem.read(folder.appending("truth.i32")).withUnsafeBytes {
            $0.bindMemory(to: Int32.self).map(Int.init)
        }
        return stride(from: 0, to: numbers.count, by: set.k).map { Array(numbers[$0..<$0 + set.k]) }
    }

    private static func rows(_ bytes: Data, _ width: Int) throws -> [[Float]] {
        let values = bytes.withUnsafeBytes { $0.bindMemory(to: Float.self).map(\.self) }
        return stride(from: 0, to: values.count, by: width).map { Array(values[$0..<$0 + width]) }
    }
}

/// Times searches in an index of a set of vectors. Builds the index here, and searches it in a separate program that
/// links nothing needed for models, so that its memory is the index's.
enum VectorBench {
    static let usage = "search --vectors DIR [--top N] [--threads N] [--exact] [--json]"

    /// Returns only if the arguments are wrong.
    static func run(_ words: ArraySlice<String>) throws {
        var options = ["--top": "30", "--threads": "2"]
        var rest = words
        while let word = rest.popFirst() {
            switch word {
            case "--exact", "--json": options[word] = ""
            case "--vectors", "--top", "--threads": options[word] = rest.popFirst()
            default: return
            }
        }
        guard let folder = options["--vectors"].map({ DiskPath($0) }), let top = options["--top"].flatMap(Int.init),
            let threads = options["--threads"].flatMap(Int.init), top > 0, threads > 0
        else { return }
        let set = try VectorSet.read(folder)
        let index = DiskPath(NSTemporaryDirectory()).appending("evoke-bench-\(getpid()).evx")
        let started = ContinuousClock.now
        try set.makeIndex(index, of: folder)
        let took = (ContinuousClock.now - started) / .seconds(1)
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("evoke-bench-search").path
        let numbers = [set.count, set.dimensions, set.textQueries, set.k, top, threads].map(String.init)
        let arguments =
            [program, index.display, folder.display] + numbers
            + ["\(took)", options["--exact"] == nil ? "signs" : "exactly"]
        var words = arguments.map { strdup($0) } + [nil]
        execv(program, &words)
        throw EvokeError.system(errno, doing: "run", subject: DiskPath(program))
    }
}

/// A set of vectors made by `Benchmarks/vectors.py`.
struct VectorSet: Decodable {
    private enum CodingKeys: String, CodingKey {
        case count, queries, k
        case dimensions = "dim"
        case textQueries = "text_queries"
    }

    let count, dimensions, queries, textQueries, k: Int

    static func read(_ folder: DiskPath) throws -> VectorSet {
        try JSONDecoder().decode(VectorSet.self, from: Data(FileSystem.read(folder.appending("meta.json"))))
    }

    /// Builds an index of all vectors without loading a large set into memory at once.
    func makeIndex(_ file: DiskPath, of folder: DiskPath) throws {
        let rowsAtOnce = 1_024
        guard let base = FileHandle(forReadingAtPath: folder.appending("base.f32").display) else {
            throw EvokeError(.notFound, doing: "read", subject: folder.display, reason: "base.f32 is missing")
        }
        let writer = try VectorIndexWriter(
            making: file, model: ModelID(name: "bench", fingerprint: "bench", dimensions: dimensions))
        for first in stride(from: 0, to: count, by: rowsAtOnce) {
            let values = min(rowsAtOnce, count - first) * dimensions
            guard let piece = try base.read(upToCount: 4 * values), piece.count == 4 * values else {
                throw EvokeError(.damaged, doing: "read", subject: folder.display, reason: "base.f32 is truncated")
            }
            let halves = piece.withUnsafeBytes { $0.bindMemory(to: Float.self).map { Float16($0) } }
            let ids = (first..<first + values / dimensions).map { PhotoID(Int64($0)) }
            try halves.withUnsafeBufferPointer { try writer.append(ids, $0) }
        }
        try writer.commit(VectorStamp(number: 1, token: 1))
    }
}
