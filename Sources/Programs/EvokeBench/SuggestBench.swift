import Evoke
import EvokeValues

/// Times suggestions for two hundred prefixes, in a library made by Benchmarks/large_library.py --facts whose places
/// 'evoke index' has looked up.
struct SuggestBench {
    private let library: PhotoLibrary
    private let clock = ContinuousClock()

    init(_ folder: FilePath) async throws {
        library = try await PhotoLibrary.open(LibraryConfiguration(library: folder), access: .read)
    }

    func run() async throws {
        let columns = try await time { _ = try await library.count(meeting: .test(.rating(1...5))) }
        Figures.show("suggest_columns", ["ms": 1_000 * columns])
        let preparing = try await time { try await library.prepareToSuggest() }
        Figures.show("suggest_prepare", ["ms": 1_000 * preparing])
        for text in ["a", "type:", "lens:", "rating:", "shape:", "color:"] {
            let first = try await time { _ = try await library.suggest(text) }
            Figures.show("suggest_first: \(text)", ["ms": 1_000 * first])
        }
        var (times, found) = ([Double](), 0)
        for text in Self.beginnings {
            times.append(try await time { found += try await library.suggest(text).count })
        }
        var figures = Figures.percentiles(times)
        figures["beginnings"] = Double(times.count)
        figures["suggestions"] = Double(found)
        Figures.show("suggest", figures)
        for (text, seconds) in zip(Self.beginnings, times).sorted(by: { $0.1 > $1.1 }).prefix(5) {
            Figures.show("suggest_slowest: \(text)", ["ms": 1_000 * seconds])
        }
    }

    private func time(_ body: () async throws -> Void) async throws -> Double {
        let started = clock.now
        try await body()
        return (clock.now - started) / .seconds(1)
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
    private static let beginnings =
        ["", "a red car ", "place:", "near:"].flatMap { start in letters.map { start + $0 } }
        + (0..<40).map { "tag:word\($0)" } + (2_000..<2_020).map { "date:\($0)" } + (0..<20).map { "in:00\($0)" }
        + ["camera:", "camera:n", "camera:ni", "camera:c", "camera:x", "camera:d75", "type:", "rating:", "shape:"]
        + ["color:", "color:r", "lens:", "sort:", "last s", "heute", "fits:"]
}
