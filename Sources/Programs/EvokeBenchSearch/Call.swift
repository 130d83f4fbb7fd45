import EvokeSystem
import EvokeValues

/// The arguments passed by 'evoke-bench search'.
struct Call {
    let index: FilePath
    let set: FilePath
    let count, dimensions, textQueries, k, top, threads: Int
    let secondsToMake: Double
    let isExact: Bool

    init?(_ words: ArraySlice<String>) {
        let words = Array(words)
        guard words.count == 10 else { return nil }
        let numbers = words[2..<8].compactMap(Int.init)
        guard numbers.count == 6, let seconds = Double(words[8]) else { return nil }
        index = FilePath(words[0])
        set = FilePath(words[1])
        (count, dimensions, textQueries) = (numbers[0], numbers[1], numbers[2])
        (k, top, threads) = (numbers[3], numbers[4], numbers[5])
        secondsToMake = seconds
        isExact = words[9] == "exactly"
    }

    var model: ModelID { ModelID(name: "bench", fingerprint: "bench", dimensions: dimensions) }

    /// The first `textQueries` are texts, the rest photos.
    func queries() throws -> [Embedding] {
        let values: [Float] = try numbers(in: "queries.f32")
        return stride(from: 0, to: values.count, by: dimensions).compactMap {
            Embedding(normalizing: Array(values[$0..<$0 + dimensions]), fingerprint: model.fingerprint)
        }
    }

    /// For each query, the numbers of the nearest, best first.
    func truth() throws -> [[Int32]] {
        let nearest: [Int32] = try numbers(in: "truth.i32")
        return stride(from: 0, to: nearest.count, by: k).map { Array(nearest[$0..<$0 + min(k, top)]) }
    }

    private func numbers<Number>(in name: String) throws(EvokeError) -> [Number] {
        let bytes = try FileSystem.read(set.appending(name))
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Number.self)) }
    }
}
