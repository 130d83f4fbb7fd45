import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Nothing is lost, whenever the program is killed.
@Suite struct KillTests {
    private static let photos = 320
    private static let kills = 50
    /// 64, the batch and the photos in hand; with very many cores those in hand are more: the encoder takes eight for
    /// each core at once, and as many again may wait for an earlier one.
    private static let photosAtRisk = max(64, 16 + 16 * ProcessInfo.processInfo.activeProcessorCount + 1)

    @Test func fiftyKillsInARowLoseNothing() async throws {
        let seed =
            ProcessInfo.processInfo.environment["EVOKE_TEST_SEED"].flatMap(UInt64.init) ?? .random(in: 1...999_999)
        print("The instants of the kills come from EVOKE_TEST_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let library = try GeneratedLibrary(photos: Self.photos)
        let undisturbed = library.program.home.path.appending("undisturbed")
        #expect(try await library.index(into: undisturbed).code == 0)

        var recorded: Set<String> = []
        var (runs, kills, mostRepeated) = (0, 0, 0)
        while kills < Self.kills, runs < 2 * Self.kills {
            if recorded.count == Self.photos {
                try library.changeAll()
                recorded = []
            }
            let end = try await killOnce(library, recorded, &random, "run \(runs), EVOKE_TEST_SEED=\(seed)")
            recorded = end.recorded
            mostRepeated = max(mostRepeated, end.repeated)
            runs += 1
            kills += end.wasKilled ? 1 : 0
        }
        #expect(kills == Self.kills, "the others were done before they were killed")
        print("A kill cost \(mostRepeated) photos at most")
        let rest = try await library.index()
        #expect(rest.code == 0, "\(rest.errors)")
        #expect(rest.errors.contains("\(recorded.count) unchanged") || recorded.isEmpty, "\(rest.errors), seed \(seed)")

        let vectors = try await library.vectors()
        #expect(vectors.count == Self.photos)
        #expect(try await vectors == library.vectors(undisturbed), "EVOKE_TEST_SEED=\(seed)")
        #expect(try await counts(library, library.folder) == counts(library, undisturbed))
        #expect(try await answers(library, library.folder) == answers(library, undisturbed))
        let check = try await library.check()
        #expect(check.code == 0, "\(check.text)")
    }

    private struct End {
        let wasKilled: Bool
        let recorded: Set<String>
        /// How many photos were opened in vain.
        let repeated: Int
    }

    /// Starts an indexing and kills it at an instant of its work.
    private func killOnce(
        _ library: GeneratedLibrary, _ before: Set<String>, _ random: inout SeededGenerator, _ comment: Comment
    ) async throws -> End {
        // A fifth of the instants lie before the first photo is opened; the others anywhere up to the last of them,
        // and up to a whole batch's writing later.
        let isEarly = Int.random(in: 0..<5, using: &random) == 0
        let photo = isEarly ? 0 : Int.random(in: 1...96, using: &random)
        let later = UInt32.random(in: 0..<(isEarly ? 120_000 : 15_000), using: &random)

        let watch = FolderWatch(library.photos.path)
        let run = try library.program.start(arguments: library.indexing())
        try await watch.wait(for: min(photo, Self.photos - before.count), by: run) {
            usleep(later)
            run.signal(SIGKILL)
        }
        let outcome = await run.outcome()
        #expect(outcome.code == -SIGKILL || outcome.code == 0, "\(outcome.errors)")

        let opened = watch.opened
        let after = try await library.recorded()
        #expect(after.isSuperset(of: before), comment)
        #expect(opened.isDisjoint(with: before), "what was recorded is done again: \(comment)")
        let repeated = opened.subtracting(after).count
        #expect(repeated <= Self.photosAtRisk, comment)
        return End(wasKilled: outcome.code == -SIGKILL, recorded: after, repeated: repeated)
    }

    private func counts(_ library: GeneratedLibrary, _ folder: FilePath) async throws -> [String: Int] {
        let status = try await library.status(folder)
        let counts = ["photos", "failed", "missing"].map { ($0, status[$0] as? Int ?? -1) }
        let models = try #require(status["models"] as? [[String: Any]])
        return Dictionary(uniqueKeysWithValues: counts + [("models", models.count)])
    }

    private func answers(_ library: GeneratedLibrary, _ folder: FilePath) async throws -> [String: Double] {
        let outcome = try await library.program.run(
            "search", "--library", folder.display, "--json", "--top", "1000", "a cat")
        let results = try #require(outcome.objects().first?["results"] as? [[String: Any]])
        #expect(results.count == Self.photos)
        return try Dictionary(
            uniqueKeysWithValues: results.map {
                (try #require($0["path"] as? String), try #require($0["score"] as? Double))
            })
    }
}
