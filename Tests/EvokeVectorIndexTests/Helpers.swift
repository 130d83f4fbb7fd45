import EvokeCVectorKernels
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Glibc

@testable import EvokeVectorIndex

/// Vectors like those that models give photos: in a narrow cone, in clusters, more in some directions than in others.
struct PhotoLikeVectors {
    let dimensions: Int
    private(set) var rows: [[Float16]] = []
    private var random: SeededGenerator
    private let mean: [Float]
    private let centers: [[Float]]

    init(dimensions: Int, seed: UInt64, clusters: Int = 64) {
        self.dimensions = dimensions
        random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        var generator = random
        mean = Self.shaped(dimensions, &generator)
        centers = (0..<clusters).map { _ in Self.shaped(dimensions, &generator) }
        random = generator
    }

    /// `away` is what the middle of the cone is shifted by.
    mutating func add(_ count: Int, away: [Float]? = nil) {
        for _ in 0..<count {
            let center = centers.randomElement(using: &random)!
            let own = Self.shaped(dimensions, &random)
            rows.append(Self.row(center, own, mean, away))
        }
    }

    mutating func add(_ row: [Float16]) { rows.append(row) }

    /// Like texts by turns, which are in another cone, and like photos.
    mutating func queries(_ count: Int) -> [Embedding] {
        let text = Self.shaped(dimensions, &random)
        return (0..<count).map { number in
            let target = rows.randomElement(using: &random)!
            let own = Self.shaped(dimensions, &random)
            let isText = number.isMultiple(of: 2)
            return Embedding(
                normalizing: (0..<dimensions).map { (place: Int) -> Float in
                    let value = Float(target[place])
                    if isText { return text[place] + 0.55 * (value - 0.7 * mean[place]) + 0.45 * own[place] }
                    return value + 0.35 * own[place]
                }, fingerprint: ModelID.ofWidth(dimensions).fingerprint)!
        }
    }

    mutating func direction() -> [Float] { Self.shaped(dimensions, &random) }

    /// Loops over bare memory, here and below: a debug build takes minutes for closures.
    private static func row(_ center: [Float], _ own: [Float], _ mean: [Float], _ away: [Float]?) -> [Float16] {
        var row = center
        let count = row.count
        row.withUnsafeMutableBufferPointer { row in
            let (row, away) = (row.baseAddress!, away ?? [])
            own.withUnsafeBufferPointer { own in
                mean.withUnsafeBufferPointer { mean in
                    let (own, mean) = (own.baseAddress!, mean.baseAddress!)
                    var place = 0
                    while place < count {
                        row[place] = 0.75 * row[place] + 0.62 * own[place]
                        row[place] += mean[place] + (away.isEmpty ? 0 : away[place])
                        place += 1
                    }
                }
            }
            makeUnit(row, count)
        }
        return [Float16](unsafeUninitializedCapacity: count) { halfFloats, initialized in
            let halfFloats = halfFloats.baseAddress!
            row.withUnsafeBufferPointer { row in
                let row = row.baseAddress!
                var place = 0
                while place < count {
                    halfFloats[place] = Float16(row[place])
                    place += 1
                }
            }
            initialized = count
        }
    }

    /// A direction at random; the first dimensions have more of it. Taken from a store of numbers, since drawing each
    /// takes a debug build minutes.
    private static func shaped(_ dimensions: Int, _ random: inout SeededGenerator) -> [Float] {
        let start = Int.random(in: 0..<Self.noise.count - dimensions, using: &random)
        let stride = Int.random(in: 0..<Self.noise.count, using: &random)
        return [Float](unsafeUninitializedCapacity: dimensions) { values, initialized in
            let values = values.baseAddress!
            let (noise, shape, count) = (Self.noise.baseAddress!, Self.shape.baseAddress!, Self.noise.count)
            var place = 0
            while place < dimensions {
                values[place] = (noise[start + place] + noise[(stride + 7 * place) % count]) * shape[place]
                place += 1
            }
            makeUnit(values, dimensions)
            initialized = dimensions
        }
    }

    // Nobody writes to them once they are made.
    nonisolated(unsafe) private static let shape = kept((0..<4_096).map { 1 / (1 + Float($0)).squareRoot() })
    nonisolated(unsafe) private static let noise: UnsafeBufferPointer<Float> = {
        var random = SeededGenerator(seed: 1)
        return kept(
            (0..<100_003).map { _ in
                (0..<4).reduce(Float(0)) { sum, _ in sum + Float.random(in: -1...1, using: &random) }
            })
    }()

    /// For as long as the process lives.
    private static func kept(_ values: [Float]) -> UnsafeBufferPointer<Float> {
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: values.count)
        _ = memory.initialize(from: values)
        return UnsafeBufferPointer(memory)
    }

    private static func makeUnit(_ values: UnsafeMutablePointer<Float>, _ count: Int) {
        var sum: Float = 0
        var place = 0
        while place < count {
            sum += values[place] * values[place]
            place += 1
        }
        let length = sum.squareRoot()
        place = 0
        while place < count {
            values[place] /= length
            place += 1
        }
    }
}

extension ModelID {
    static func ofWidth(_ dimensions: Int) -> ModelID {
        ModelID(name: "test", fingerprint: "t\(dimensions)", dimensions: dimensions)
    }
}

/// An index in a folder of its own.
struct TestIndex {
    let folder = TemporaryFolder()
    let model: ModelID
    let threads: SearchThreads

    init(dimensions: Int, threads: Int = 2) {
        model = .ofWidth(dimensions)
        self.threads = SearchThreads(count: threads)
    }

    var path: DiskPath { folder.path.appending("test.evx") }

    func make(_ rows: [[Float16]], stamp: Int64 = 1) throws {
        // The same in each run: one in some hundred rotations misses one photo too many of the few that a test asks for.
        let writer = try VectorIndexWriter(making: path, model: model, seed: 1)
        try add(rows, from: 0, with: writer)
        try writer.commit(VectorStamp(number: stamp, token: stamp))
    }

    func append(_ rows: [[Float16]], from first: Int, to index: VectorIndex, stamp: Int64 = 2) throws {
        let writer = try VectorIndexWriter(appendingTo: index, at: path)
        try add(rows, from: first, with: writer)
        try writer.commit(VectorStamp(number: stamp, token: stamp))
    }

    private func add(_ rows: [[Float16]], from first: Int, with writer: VectorIndexWriter) throws {
        let ids = rows.indices.map { PhotoID(Int64(first + $0)) }
        var all: [Float16] = []
        for row in rows { all += row }
        try all.withUnsafeBufferPointer { halfFloats in
            if !rows.isEmpty { try writer.append(ids, halfFloats) }
        }
    }

    func open(after earlier: VectorIndex? = nil, kernels: Kernels? = nil) async throws -> VectorIndex {
        try await VectorIndex.open(
            path, model: model, threads: threads, after: earlier, kernels: kernels ?? Kernels.chosen())
    }
}

/// How many of the exact answers were found.
func recall(_ index: VectorIndex, _ queries: [Embedding], top: Int, among filter: RowFilter? = nil) async throws
    -> Double
{
    let found = try await index.search(queries, top: top, among: filter)
    let exact = try await index.search(queries, top: top, among: filter, exactly: true)
    let hits = zip(found, exact).reduce(0) { $0 + Set($1.0).intersection($1.1).count }
    return Double(hits) / Double(max(1, exact.reduce(0) { $0 + $1.count }))
}

/// Vectors as a catalogue has them.
struct StoredVectors: VectorReading {
    private static let rowsInABlock = 64

    private let model: ModelID
    private let rows: [[Float16]]

    init(_ rows: [[Float16]], of model: ModelID) {
        self.rows = rows
        self.model = model
    }

    func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void
    ) async throws -> VectorStamp {
        for start in stride(from: 0, to: model == self.model ? rows.count : 0, by: Self.rowsInABlock) {
            let places = start..<min(start + Self.rowsInABlock, rows.count)
            var block: [Float16] = []
            for row in rows[places] { block += row }
            try block.withUnsafeBufferPointer { try body(places.map { PhotoID(Int64($0)) }, $0) }
        }
        return VectorStamp(number: 0, token: 0)
    }

    func vectors(of photos: [PhotoID], model: ModelID) async throws -> [PhotoID: Embedding] {
        var vectors: [PhotoID: Embedding] = [:]
        for photo in photos where model == self.model && rows.indices.contains(Int(photo.value)) {
            let row = rows[Int(photo.value)].map { Float($0) }
            vectors[photo] = Embedding(normalizing: row, fingerprint: model.fingerprint)
        }
        return vectors
    }

    func countOfMoments(of model: ModelID) async throws -> Int { 0 }
}
