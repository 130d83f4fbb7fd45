import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// A library copied into a database, with the real program.
/// One after the other, since each keeps the album from being copied by another.
@Suite(.serialized) struct LibraryCopyTests {
    private static let questions = [
        ["a bird in a tree"], ["boat"], ["sort:name"], ["food on a table", "--top", "30"], ["camera:nikon"],
    ]

    @Test(arguments: PostgresServer.Version.allCases)
    func isSearchedAsBefore(version: PostgresServer.Version) async throws {
        let album = try await AlbumLibrary.program()
        let address = try await newAddress(version)
        let folder = album.home.path.appending(".local/share/evoke").display
        let copied = try await album.run("library", "copy", folder, address)
        #expect(copied.code == 0, "\(copied.errors)")
        #expect(copied.lines.contains { $0.hasPrefix("vectors\t") }, "\(copied.text)")
        let before = try await answers(album, folder)
        #expect(before.contains { !$0.isEmpty })
        #expect(try await answers(album, address) == before, "to the bit")
        let again = try await album.run("library", "copy", folder, address)
        #expect(again.code == 64 && again.errors.contains("a library in it already"), "\(again.code) \(again.errors)")
    }

    /// At each instant of a copy.
    @Test func aKilledCopyGoesOn() async throws {
        let album = try await AlbumLibrary.program()
        let folder = album.home.path.appending(".local/share/evoke").display
        let (program, begun) = (Program(), ContinuousClock.now)
        let undisturbed = program.home.path.appending("undisturbed").display
        #expect(try await album.run("library", "copy", folder, undisturbed).code == 0)
        let whole = ContinuousClock.now - begun
        let undisturbedAnswers = try await answers(album, undisturbed)
        for (place, share) in [0.2, 0.4, 0.6, 0.8, 0.95].enumerated() {
            let address =
                place.isMultiple(of: 2)
                ? try await newAddress(.eighteen) : program.home.path.appending("copy \(place)").display
            let run = try album.start(arguments: ["library", "copy", folder, address])
            // An instant is what is wanted here, and not that something has happened.
            try await Task.sleep(for: whole * share)
            run.signal(SIGKILL)
            _ = await run.outcome()
            // The server takes a moment to notice.
            var rest = try await album.run("library", "copy", folder, address)
            for _ in 0..<100 where rest.errors.contains("is writing to it") {
                try await Task.sleep(for: .milliseconds(100))
                rest = try await album.run("library", "copy", folder, address)
            }
            // It may have been done before it was killed.
            #expect(rest.code == 0 || rest.errors.contains("a library in it already"), "\(rest.errors)")
            #expect(try await answers(album, address) == undisturbedAnswers)
        }
    }

    @Test func wrongCopiesAreRefused() async throws {
        let program = Program()
        let nothing = program.home.path.appending("nothing").display
        for words in [[nothing], [nothing, "a", "b"]] {
            #expect(try await program.run("exec", ["library", "copy"] + words).code == 64)
        }
        let refused = try await program.run("library", "copy", nothing, program.home.path.appending("new").display)
        #expect(refused.code != 0 && refused.errors.contains("there is no library"), "\(refused.errors)")
        #expect(FileSystem.isMissing(program.home.path.appending("new")))
        let same = try await program.run("library", "copy", nothing, nothing)
        #expect(same.code != 0 && same.errors.contains("into itself"), "\(same.errors)")
    }

    private func newAddress(_ version: PostgresServer.Version) async throws -> String {
        let server = try await PostgresServer.running(version)
        return try server.newLibrary(in: server.newDatabase()).display
    }

    /// What was found, with which score.
    private func answers(_ program: Program, _ library: String) async throws -> [[String]] {
        var answers: [[String]] = []
        for question in Self.questions {
            let outcome = try await program.run("exec", ["search", "--library", library, "--json"] + question)
            #expect(outcome.code == 0, "\(question): \(outcome.errors)")
            let results = try outcome.objects().first?["results"] as? [[String: Any]] ?? []
            answers.append(results.map { "\($0["path"] ?? "") \($0["score"] ?? "") \($0["rank"] ?? "")" })
        }
        return answers
    }
}
