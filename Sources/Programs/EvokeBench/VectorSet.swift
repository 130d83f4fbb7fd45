import EvokeSystem
import EvokeValues
import EvokeVectorIndex
import Foundation

/// A set of vectors made by `Benchmarks/vectors.py`.
struct VectorSet: Decodable {
    private enum CodingKeys: String, CodingKey {
        case count, queries, k
        case dimensions = "dim"
        case textQueries = "text_queries"
    }

    let count, dimensions, queries, textQueries, k: Int

    static func read(_ folder: FilePath) throws -> VectorSet {
        try JSONDecoder().decode(VectorSet.self, from: Data(FileSystem.read(folder.appending("meta.json"))))
    }

    /// Builds an index of all vectors without loading a large set into memory at once.
    func makeIndex(_ file: FilePath, of folder: FilePath) throws {
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
