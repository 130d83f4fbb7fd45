import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// What is kept of compiled graphs makes starts quick, and no answer wrong or late.
@Suite struct CompiledGraphTests {
    private let home = TemporaryFolder()
    private var cache: FilePath { home.path.appending("cache") }

    /// Where readers wait for those who compile, the second search never ends.
    @Test func aProcessThatIsStoppedWhileItCompilesHoldsUpNobody() async throws {
        let program = try await AlbumLibrary.program()
        let environment = ["XDG_CACHE_HOME": cache.display]
        let search = try await self.search()
        let stopped = try await stoppedInTheMiddle {
            try program.start("exec", arguments: search, environment: environment)
        }

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
        var (database, work) = ("", [String]())
        let stopped = try await stoppedInTheMiddle {
            database = try server.newDatabase()
            let address = server.newLibrary(in: database).display
            let planned = try await program.run("index", "--library", address, "--for-workers", photos.path.display)
            #expect(planned.code == 0, "\(planned.errors)")
            work = ["work", "--until-empty", "--library", address]
            return try program.start("exec", arguments: work, environment: environment)
        }
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

    /// A blob that was damaged on the disk costs a line and a second.
    @Test func aDamagedGraphIsMadeAnewAndSaid() async throws {
        let program = try await AlbumLibrary.program()
        let environment = ["XDG_CACHE_HOME": cache.display]
        let search = try await self.search()
        let right = try await program.run("exec", search, environment: environment)
        let graph = try #require(try FileSystem.names(in: compiled).first { $0.suffix(6) == Array(".graph".utf8)[...] })
        var bytes = try FileSystem.read(compiled.appending(graph))
        bytes[bytes.count / 2] ^= 1
        try FileSystem.replace(compiled.appending(graph), with: bytes)

        let mended = try await program.run("exec", search, environment: environment)
        #expect(try mended.code == 0 && ids(mended) == ids(right))
        #expect(mended.errors.contains("made anew") && mended.errors.split(separator: "\n").count == 1)
        let again = try await program.run("exec", search, environment: environment)
        #expect(try again.errors.isEmpty && ids(again) == ids(right))
    }

    /// Its activations are rounded together where photos go together, which nobody can repeat.
    @Test func quantizedVectorsAreTheSameEachTime() async throws {
        let library = try GeneratedLibrary(photos: 40)
        let model = try PublishedModel.folder("hub-clip").display
        var vectors: [[FilePath: [UInt16]]] = []
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

    /// A graph that gives no numbers is no fault of the photos.
    @Test func aModelThatFailsEndsTheRun() async throws {
        let library = try GeneratedLibrary(photos: 12)
        let model = try TinyModel(in: home, imageGraph: "image-nan.onnx").folder.display
        let index = [
            "index", "--library", library.folder.display, "--model", model, "--precision", "f32",
            library.photos.path.display,
        ]
        let outcome = try await library.program.run("exec", index)
        #expect(outcome.code == 1 && outcome.errors.contains("not at fault"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("png"), "no photo is named: \(outcome.errors)")
        #expect(try await library.status()["failed"] as? Int == 0)
    }

    /// Its graphs say that they take any number at once, and take one.
    @Test func aFreeBatchThatIsNoneIsIndexed() async throws {
        let library = try GeneratedLibrary(photos: 12)
        let tiny = try TinyModel(in: home, imageGraph: "image-one.onnx", textGraph: "text-one.onnx")
        let shelf = ["EVOKE_MODELS": home.path.appending("shelf").display]
        let program = library.program
        let added = try await program.run("exec", ["models", "add", "one", tiny.folder.display], environment: shelf)
        #expect(added.code == 0, "\(added.errors)")
        let index = ["index", "--library", library.folder.display, "--model", "one", library.photos.path.display]
        let outcome = try await program.run("exec", index, environment: shelf)
        #expect(outcome.code == 0 && outcome.errors.contains("12 new"), "\(outcome.errors)")
    }

    /// A model that goes takes along what was made of it.
    @Test func removingAModelRemovesItsCompiledGraphs() async throws {
        let program = Program()
        let tiny = try TinyModel(in: home)
        let environment = ["EVOKE_MODELS": home.path.appending("shelf").display, "XDG_CACHE_HOME": cache.display]
        let added = try await program.run(
            "exec", ["models", "add", "tiny", tiny.folder.display], environment: environment)
        #expect(added.code == 0, "\(added.errors)")
        #expect(try !FileSystem.names(in: compiled).isEmpty)
        let removed = try await program.run("exec", ["models", "remove", "tiny"], environment: environment)
        #expect(removed.code == 0, "\(removed.errors)")
        #expect(try !FileSystem.names(in: compiled).contains { $0.suffix(6).elementsEqual(".graph".utf8) })
    }

    private var compiled: FilePath { cache.appending("evoke/compiled") }

    /// In a library that no server answers for.
    private func search() async throws -> [String] {
        ["search", "--library", try await ServedAlbum.copy().display, "--json", "a cat"]
    }

    /// On a busy machine the compiling may end between a look and the signal; then another is begun.
    private func stoppedInTheMiddle(_ start: () async throws -> RunningProgram) async throws -> RunningProgram {
        for _ in 0..<50 {
            let started = try await start()
            try await wait(for: "the compiling") { !started.isRunning || isCompiling() }
            try await started.stop()
            if started.isRunning, isCompiling() { return started }
            started.signal(SIGCONT)
            #expect(await started.outcome().code == 0)
            try FileSystem.erase(cache)
        }
        throw NothingMore(description: "fifty processes, none of which could be stopped while it compiled")
    }

    private func isCompiling() -> Bool {
        ((try? FileSystem.names(in: compiled)) ?? []).contains { $0.suffix(5).elementsEqual(".turn".utf8) }
    }

    private func ids(_ outcome: Program.Outcome) throws -> [Int] {
        let results = try #require(outcome.objects().first?["results"] as? [[String: Any]])
        return results.compactMap { $0["id"] as? Int }
    }
}
