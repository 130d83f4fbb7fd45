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
        #expect(
            again.code == 64 && again.errors.contains("already contains a library"), "\(again.code) \(again.errors)")
    }

    /// Into a database, and into a folder.
    @Test(arguments: [true, false]) func aKilledCopyGoesOn(isIntoDatabase: Bool) async throws {
        let album = try await AlbumLibrary.program()
        let folder = album.home.path.appending(".local/share/evoke").display
        let program = Program()
        func target(_ name: String) async throws -> String {
            isIntoDatabase ? try await newAddress(.eighteen) : program.home.path.appending(name).display
        }
        func copy(to place: String, _ signal: SignalAt? = nil) async throws -> Program.Outcome {
            try await album.run(
                "exec", ["library", "copy", folder, place], environment: signal?.environment ?? [:])
        }
        let counting = try SignalAt()
        let undisturbed = try await target("undisturbed")
        #expect(try await copy(to: undisturbed, counting).code == 0)
        let expected = try await answers(album, undisturbed)
        for call in SignalAt.spread(3, over: try counting.calls) {
            let place = try await target("killed at \(call)")
            #expect(try await copy(to: place, SignalAt(call: call)).code == -SIGKILL, "call \(call)")
            // A server takes a moment to notice.
            try await wait(for: "the rest of the copy") {
                let rest = try await copy(to: place)
                #expect(rest.code == 0 || rest.errors.contains("is writing to it"), "call \(call): \(rest.errors)")
                return rest.code == 0
            }
            #expect(try await answers(album, place) == expected, "call \(call)")
        }
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
