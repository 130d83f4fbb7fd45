import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// What is kept of compiled graphs makes starts quick, and no answer wrong or late.
@Suite struct CompiledGraphTests {
    private let home = TemporaryFolder()
    private var cache: DiskPath { home.path.appending("cache") }

    /// Where readers wait for those who compile, the second search never ends.
    @Test func aProcessThatIsStoppedWhileItCompilesHoldsUpNobody() async throws {
        let program = try await AlbumLibrary.program()
        let environment = ["XDG_CACHE_HOME": cache.display]
        let search = try await self.search()
        let stop = try SignalAt(SIGSTOP, call: 1, renamingTo: ".graph")
        let stopped = try program.start(arguments: search, environment: environment.merging(stop.environment) { $1 })
        try await stop.wait(for: stopped)
        #expect(isCompiling())

        let answer = try await program.run("exec", search, environment: environment)
        #expect(answer.code == 0 && answer.errors.isEmpty, "\(answer.errors)")
        stopped.signal(SIGCONT)
        let late = await stopped.outcome()
        #expect(late.code == 0, "\(late.errors)")
        #expect(try ids(late) == ids(answer) && !ids(answer).isEmpty)
        let left = try FileSystem.names(in: compiled).map { String(decoding: $0, as: UTF8.self) }
        #expect(!left.contains { $0.hasPrefix("making-") || $0.hasSuffix(".turn") }, "\(left)")
    }

    /// It keeps the photos in its hands until its lease ends, and nothing else.
    @Test func aWorkerThatIsStoppedWhileItCompilesHoldsUpNoOther() async throws {
        let server = try await PostgresServer.running()
        let (program, photos) = (Program(), TemporaryFolder())
        for number in 0..<12 { try photos.write("\(number).png", TestPicture.png(number)) }
        let environment = ["XDG_CACHE_HOME": cache.display]
        let database = try server.newDatabase()
        let address = server.newLibrary(in: database).display
        let planned = try await program.run("index", "--library", address, "--for-workers", photos.path.display)
        #expect(planned.code == 0, "\(planned.errors)")
        let work = ["work", "--until-empty", "--library", address]
        let stop = try SignalAt(SIGSTOP, call: 1, renamingTo: ".graph")
        let stopped = try program.start(arguments: work, environment: environment.merging(stop.environment) { $1 })
        try await stop.wait(for: stopped)
        // As when a minute passes.
        try server.psql(
            "UPDATE evoke.work SET until = clock_timestamp() - interval '1 s' WHERE until IS NOT NULL", in: database)

        let other = try await program.run("exec", work, environment: environment)
        #expect(other.code == 0 && isCompiling(), "\(other.errors)")
        let vectors = "SELECT count(*) FROM evoke.vectors"
        #expect(try server.psql(vectors, in: database) == "12\n")
        stopped.signal(SIGCONT)
        #expect(await stopped.outcome().code == 0)
        #expect(try server.psql(vectors, in: database) == "12\n")
    }

    /// Its activations are rounded together where photos go together, which nobody can repeat.
    @Test func quantizedVectorsAreTheSameEachTime() async throws {
        let library = try GeneratedLibrary(photos: 40)
        let model = try PublishedModel.folder("hub-clip").display
        var vectors: [[DiskPath: [UInt16]]] = []
        for name in ["one", "two"] {
            let folder = library.program.home.path.appending(name)
            let outcome = try await library.program.run(
                "exec",
                [
                    "index", "--library", folder.display, "--model", model, "--variant", "quantized", "--precision",
                    "f32", library.photos.path.display,
                ])
            #expect(outcome.code == 0, "\(outcome.errors)")
            vectors.append(try await library.vectors(folder))
        }
        #expect(vectors[0].count == 40 && vectors[0] == vectors[1])
    }

    private var compiled: DiskPath { cache.appending("evoke/compiled") }

    /// In a library that no server answers for.
    private func search() async throws -> [String] {
        ["search", "--library", try await ServedAlbum.copy().display, "--json", "a cat"]
    }

    private func isCompiling() -> Bool {
        ((try? FileSystem.names(in: compiled)) ?? []).contains { $0.suffix(5).elementsEqual(".turn".utf8) }
    }

    private func ids(_ outcome: Program.Outcome) throws -> [Int] {
        let results = try #require(outcome.objects().first?["results"] as? [[String: Any]])
        return results.compactMap { $0["id"] as? Int }
    }
}
