import EvokeNameTrial
import EvokeValues
import Foundation

/// Checks that each name in a library has its own photo's vector, metadata, and thumbnail, whatever was done to files.
enum NameBench {
    static func run(rounds: Int, seed: String?) async throws {
        let seed = seed.flatMap { UInt64($0) } ?? .random(in: 1...999_999)
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "evoke-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // It is in the temporary folder.
        defer { try? FileManager.default.removeItem(at: folder) }
        var trial = try await NameTrial(in: DiskPath(folder.path()), seed: seed)
        let clock = ContinuousClock()
        let started = clock.now
        for round in 0..<rounds {
            let faults = try await trial.round()
            guard faults.isEmpty else {
                throw EvokeError(
                    .libraryDamaged, doing: "match names and photos", subject: "round \(round) of seed \(seed)",
                    reason: "\(faults.count) are wrong: \(faults.prefix(5).joined(separator: "; "))")
            }
        }
        Figures.show(
            "names",
            ["rounds": Double(rounds), "seed": Double(seed), "seconds": (clock.now - started) / .seconds(1)])
    }
}
