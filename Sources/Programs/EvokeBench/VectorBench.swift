import EvokeSystem
import EvokeValues
import Foundation

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
        guard let folder = options["--vectors"].map({ FilePath($0) }), let top = options["--top"].flatMap(Int.init),
            let threads = options["--threads"].flatMap(Int.init), top > 0, threads > 0
        else { return }
        let set = try VectorSet.read(folder)
        let index = FilePath(NSTemporaryDirectory()).appending("evoke-bench-\(getpid()).evx")
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
        throw EvokeError.system(errno, doing: "run", subject: FilePath(program))
    }
}
