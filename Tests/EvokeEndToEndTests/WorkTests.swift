import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Several workers on one library, with the real program.
@Suite struct WorkTests {
    /// One worker is stopped with photos in its hands and wakes up when they are done, one is killed, and others go on.
    @Test(arguments: PostgresServer.Version.allCases)
    func everyPhotoIsDoneOnceWhateverBecomesOfItsWorker(version: PostgresServer.Version) async throws {
        let house = try await House(version, photos: 200)
        let planned = try await house.run(house.indexing + ["--for-workers"])
        #expect(planned.code == 0 && planned.errors.contains("200 queued for workers"), "\(planned.errors)")
        #expect(try house.count("photos") == 0)

        // On a machine of its own: on this one, it could stop with a lock on compiled graphs, for which others wait.
        var watch = FolderWatch(house.library.photos.path)
        let elsewhere = TemporaryFolder()
        let stopped = try house.worker(environment: ["XDG_CACHE_HOME": elsewhere.path.display])
        try await watch.wait(for: 20, by: stopped) { stopped.signal(SIGSTOP) }
        watch = FolderWatch(house.library.photos.path)
        let killed = try house.worker()
        try await watch.wait(for: 20, by: killed) { killed.signal(SIGKILL) }
        #expect(await killed.outcome().code == -SIGKILL)
        #expect(try house.count("work WHERE until > clock_timestamp()") > 0, "they have photos still")
        try house.endLeases()
        for worker in [try house.worker(), try house.worker()] {
            let outcome = await worker.outcome()
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        #expect(try house.count("work") == 0)
        let vectors = try house.vectors()
        #expect(vectors.count == 200)
        let writes = try house.server.psql("SELECT vector_change FROM evoke.libraries", in: house.database)

        stopped.signal(SIGCONT)
        let late = await stopped.outcome()
        #expect(late.code == 0, "\(late.errors)")
        #expect(try house.vectors() == vectors)
        #expect(try house.server.psql("SELECT vector_change FROM evoke.libraries", in: house.database) == writes)
        try await house.expectWhatOneIndexes(vectors)
    }

    @Test func aWorkerThatIsToldToStopGivesBackAtOnce() async throws {
        let house = try await House(.eighteen, photos: 120)
        #expect(try await house.run(house.indexing + ["--for-workers"]).code == 0)
        let watch = FolderWatch(house.library.photos.path)
        let worker = try house.worker(untilEmpty: false)
        try await watch.wait(for: 10, by: worker) { worker.signal(SIGTERM) }
        let outcome = await worker.outcome()
        #expect(outcome.code == 0 && outcome.errors.contains("Stopped"), "\(outcome.errors)")
        #expect(try house.count("work WHERE until IS NOT NULL OR tried <> '{}'") == 0)
        #expect(try house.count("workers") == 0)
        // Whoever indexes works, too, until nothing is left.
        let rest = try await house.run(house.indexing)
        #expect(rest.code == 0, "\(rest.errors)")
        try await house.expectWhatOneIndexes(house.vectors())
    }

    /// Each worker that opens it is killed. Those taken along with it are done all the same.
    @Test func aPhotoThatKillsItsWorkersIsSetAside() async throws {
        let house = try await House(.eighteen, photos: 30)
        #expect(try await house.run(house.indexing + ["--for-workers"]).code == 0)
        let poison = GeneratedLibrary.name(17)
        for _ in 0..<3 {
            let watch = FolderWatch(house.library.photos.path)
            let worker = try house.worker()
            try await watch.follow(worker) { opened in
                guard opened.contains(poison) else { return false }
                worker.signal(SIGKILL)
                return true
            }
            #expect(await worker.outcome().code == -SIGKILL)
            try house.endLeases()
        }
        let last = try await house.worker().outcome()
        #expect(last.code == 3 && last.errors.contains("1 unreadable"), "\(last.errors)")
        #expect(try house.count("photos") == 29)
        let status = try await house.run(["library", "status", "--library", house.address, "--failed"])
        #expect(status.lines.count == 1 && status.text.contains(poison), "\(status.text)")
        #expect(status.text.contains("every worker that tried it failed") && status.text.contains("--reread"))

        let again = try await house.run(house.indexing + ["--reread"])
        #expect(again.code == 0, "\(again.errors)")
        try await house.expectWhatOneIndexes(house.vectors())
    }
}

/// A library in a database, and its photos.
private struct House {
    let server: PostgresServer
    let database: String
    let address: String
    let library: GeneratedLibrary

    init(_ version: PostgresServer.Version, photos: Int) async throws {
        server = try await PostgresServer.running(version)
        database = try server.newDatabase()
        address = server.newLibrary(in: database).display
        library = try GeneratedLibrary(photos: photos)
    }

    var indexing: [String] { get throws { try library.indexing(into: DiskPath(address)) } }

    func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await library.program.run("exec", arguments)
    }

    func worker(untilEmpty: Bool = true, environment: [String: String] = [:]) throws -> RunningProgram {
        try library.program.start(
            arguments: ["work", "--library", address] + (untilEmpty ? ["--until-empty"] : []),
            environment: environment)
    }

    func count(_ rows: String) throws -> Int {
        let text = try server.psql("SELECT count(*) FROM evoke.\(rows)", in: database)
        return Int(text.dropLast()) ?? -1
    }

    /// As when a minute passes.
    func endLeases() throws {
        try server.psql(
            """
            UPDATE evoke.work SET until = clock_timestamp() - interval '1 s' WHERE until IS NOT NULL;
            UPDATE evoke.workers SET seen = seen - interval '2 minutes'
            """, in: database)
    }

    /// What each photo's vector is, to the bit.
    func vectors() throws -> [String: String] {
        let rows = try server.psql(
            """
            SELECT convert_from(p.name, 'UTF8') || ' ' || encode(halfvec_send(v.half_floats), 'hex')
            FROM evoke.vectors v JOIN evoke.photos p USING (library, photo)
            """, in: database)
        let pairs = rows.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
    }

    /// One process in a folder has each photo and its vector as these workers have.
    func expectWhatOneIndexes(_ vectors: [String: String]) async throws {
        #expect(try await library.index().code == 0)
        let expected = try await library.vectors().map { path, halfFloats in
            let header = String(format: "%04x0000", halfFloats.count)
            return (
                String(decoding: path.name, as: UTF8.self),
                header + halfFloats.map { String(format: "%04x", $0) }.joined()
            )
        }
        #expect(vectors == Dictionary(uniqueKeysWithValues: expected))
        let check = try await run(["library", "status", "--check", "--library", address])
        #expect(check.code == 0, "\(check.text)")
    }
}
