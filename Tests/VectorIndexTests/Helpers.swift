import CKernels
import Glibc
import PhotoCore
import TestSupport

@testable import VectorIndex

/// Vectors like those that models give photos: in a narrow cone, in clusters, more in some directions than in others.
struct PhotoLikeVectors {
    let dimensions: Int
    private(set) var rows: [[Float16]] = []
    private var random: RepeatableNumbers
    private let mean: [Float]
    private let centres: [[Float]]

    init(dimensions: Int, seed: UInt64, clusters: Int = 64) {
        self.dimensions = dimensions
        random = RepeatableNumbers(state: seed &* 0x9E37_79B9_7F4A_7C15)
        var generator = random
        mean = Self.shaped(dimensions, &generator)
        centres = (0..<clusters).map { _ in Self.shaped(dimensions, &generator) }
        random = generator
    }

    /// `away` is what the middle of the cone is shifted by.
    mutating func add(_ count: Int, away: [Float]? = nil) {
        for _ in 0..<count {
            let centre = centres.randomElement(using: &random)!
            let own = Self.shaped(dimensions, &random)
            var row = zip(centre, own).map { (centre: Float, own: Float) -> Float in 0.75 * centre + 0.62 * own }
            for place in row.indices { row[place] += mean[place] + (away?[place] ?? 0) }
            rows.append(Self.unit(row).map { Float16($0) })
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

    /// A direction at random; the first dimensions have more of it. Taken from a store of numbers, since drawing each
    /// takes a debug build minutes.
    private static func shaped(_ dimensions: Int, _ random: inout RepeatableNumbers) -> [Float] {
        let start = Int.random(in: 0..<Self.noise.count - dimensions, using: &random)
        let stride = Int.random(in: 0..<Self.noise.count, using: &random)
        return unit(
            (0..<dimensions).map { place in
                (Self.noise[start + place] + Self.noise[(stride + 7 * place) % Self.noise.count]) * Self.shape[place]
            })
    }

    private static let shape = (0..<4_096).map { 1 / (1 + Float($0)).squareRoot() }
    private static let noise: [Float] = {
        var random = RepeatableNumbers(state: 1)
        return (0..<100_003).map { _ in
            (0..<4).reduce(Float(0)) { sum, _ in sum + Float.random(in: -1...1, using: &random) }
        }
    }()

    private static func unit(_ values: [Float]) -> [Float] {
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { $0 / length }
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

    var path: FilePath { folder.path.appending("test.evx") }

    func make(_ rows: [[Float16]], stamp: Int64 = 1) throws {
        let writer = try VectorIndexWriter(making: path, model: model)
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
        try rows.flatMap { $0 }.withUnsafeBufferPointer { halves in
            if !rows.isEmpty { try writer.append(ids, halves) }
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
    let rows: [[Float16]]

    init(_ rows: [[Float16]]) {
        self.rows = rows
    }

    func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void
    ) async throws -> VectorStamp {
        for (place, row) in rows.enumerated() {
            try row.withUnsafeBufferPointer { try body([PhotoID(Int64(place))], $0) }
        }
        return try await vectorStamp()
    }

    func vector(of photo: PhotoID, model: ModelID) async throws -> Embedding? { nil }
    func vectorStamp() async throws -> VectorStamp { VectorStamp(number: 1, token: 1) }
    func vectorChanges(since stamp: VectorStamp, model: ModelID, limit: Int) async throws -> VectorChanges? { nil }
}
