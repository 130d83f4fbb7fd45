import CatalogSQLite
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Glibc
import Testing

/// The texts in photos are read when nothing else is to be done, with the real program and the graphs of bootstrap.
@Suite(.serialized) struct TextPassTests {
    private let program = Program()
    private let photos = TemporaryFolder()

    private var library: FilePath { program.home.path.appending("library") }

    private func environment(_ library: String? = nil) throws -> [String: String] {
        ["EVOKE_MODELS": try Installed.models().display, "EVOKE_LIBRARY": library ?? self.library.display]
    }

    @discardableResult
    private func run(_ arguments: String..., in library: String? = nil) async throws -> Program.Outcome {
        try await program.run("exec", arguments, environment: environment(library))
    }

    private func start(_ arguments: String..., in library: String? = nil) throws -> RunningProgram {
        try program.start(arguments: arguments, environment: environment(library))
    }

    private func add(_ name: String, _ picture: String = "english.png") throws {
        try photos.write(name, FileSystem.read(TextPicture.file(picture)))
    }

    /// Each holds something else, and shows one of four pictures: nobody looks behind the end of a PNG.
    private func addMany(_ count: Int, ending: [UInt8] = []) throws {
        let pictures = try ["english.png", "german.png", "turned-90.png"].map {
            try FileSystem.read(TextPicture.file($0))
        }
        for number in 0..<count {
            let picture = number % 4 == 3 ? TestPicture.png(number) : pictures[number % 4]
            try photos.write(GeneratedLibrary.name(number), picture + [UInt8(number)] + ending)
        }
    }

    /// What was read in each photo so far.
    private func texts(in place: FilePath? = nil) async throws -> [String: PictureText] {
        let catalog = try await SQLiteCatalog.open(in: place ?? library, access: .read)
        var texts: [String: PictureText] = [:]
        for card in try await catalog.cards(after: PhotoID(-1), limit: 1_000) {
            texts[String(decoding: card.path.name, as: UTF8.self)] = try await catalog.text(of: card.id)?.text
        }
        try await catalog.close()
        return texts
    }

    private func found(_ query: String, in library: String? = nil) async throws -> Set<String> {
        let outcome = try await run("search", "--paths", "--top", "500", query, in: library)
        return Set(outcome.lines.map { String($0.split(separator: "/").last ?? "") })
    }

    @Test func aWatchReadsTheTextOfAPhotoThatComes() async throws {
        try add("a.png")
        try await run("index", "--without", "text", photos.path.display)
        let watch = try start("watch")
        try add("b.png", "german.png")
        try await wait(for: "the text of the photo that came") {
            try await found("text:gebäck") == ["b.png"] || !watch.isRunning
        }
        #expect(try await found("text:bread") == ["a.png"], "and of what was there before")
        watch.terminate()
        let outcome = await watch.outcome()
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test func aWatchWithoutTextsReadsNone() async throws {
        try add("a.png")
        try await run("index", "--without", "text", photos.path.display)
        let watch = try start("watch", "--without", "text")
        try add("b.png", "german.png")
        try await wait(for: "the photo") { try await found("type:png").contains("b.png") || !watch.isRunning }
        // One that read texts would begin with it now, and the next photo takes a while to settle.
        let opened = FolderWatch(photos.path)
        try add("c.png", "turned-90.png")
        try await wait(for: "the next photo") { try await found("type:png").contains("c.png") || !watch.isRunning }
        #expect(opened.opened.contains("c.png") && !opened.opened.contains("a.png") && !opened.opened.contains("b.png"))
        watch.terminate()
        #expect(await watch.outcome().code == 0)
        #expect(try await texts().isEmpty)
    }

    @Test(arguments: [false, true]) func aServerReadsTextsUnlessItIsToldNotTo(isWithout: Bool) async throws {
        try add("a.png")
        try await run("index", "--without", "text", photos.path.display)
        let server = try await ServedLibrary(
            program, isWithout ? ["--without", "text"] : [], environment: environment())
        try add("b.png", "german.png")
        let path = "{\"path\": \"\(photos.path.display)\"}"
        #expect(try await server.send(path, to: "/api/library/roots").status < 300)
        try await wait(for: "the end of indexing") {
            let photos = try await server.get("/api/library").json["photos"] as? Int
            let state = try await state(of: server)
            return photos == 2 && state == "idle"
        }
        #expect(try await texts().count == (isWithout ? 0 : 2))
        server.signal(SIGTERM)
        #expect(await server.outcome().code == 0)
    }

    /// No photo is opened while it is paused, and all are read afterwards.
    @Test func readingIsPausedAndGoesOn() async throws {
        try addMany(60)
        try await run("index", "--without", "text", photos.path.display)
        let opened = FolderWatch(photos.path)
        let server = try await ServedLibrary(program, environment: environment())
        try await wait(for: "the first photos") { opened.opened.count > 4 }
        #expect(try await state(of: server) == "reading")
        #expect(try await set("paused", of: server) < 300)
        #expect(try await state(of: server) == "paused")
        let before = try await texts()
        #expect(!before.isEmpty && before.count < 60)
        opened.forget()
        for _ in 0..<20 { #expect(try await server.get("/api/search?q=bread").status == 200) }
        #expect(opened.opened.isEmpty)
        #expect(try await texts() == before)
        #expect(try await set("running", of: server) < 300)
        try await wait(for: "the rest", watching: { try await texts().count }, until: { $0 == 60 })
        server.signal(SIGTERM)
        #expect(await server.outcome().code == 0)
    }

    private func set(_ state: String, of server: ServedLibrary) async throws -> Int {
        try await server.send("{\"state\": \"\(state)\"}", to: "/api/library/indexing", method: "PUT").status
    }

    private func state(of server: ServedLibrary) async throws -> String? {
        (try await server.get("/api/library").json["indexing"] as? [String: Any])?["state"] as? String
    }

    /// What was noted is never read again, and a kill costs the photos in hand: those that are noted together, and those
    /// that are being read or wait for an earlier one.
    @Test func killsInARowLoseNoText() async throws {
        let (count, kills) = (32, 6)
        let atRisk = 8 + 2 * ProcessInfo.processInfo.activeProcessorCount
        try addMany(count)
        try await run("index", "--without", "text", photos.path.display)
        let seed =
            ProcessInfo.processInfo.environment["EVOKE_TEST_SEED"].flatMap(UInt64.init) ?? .random(in: 1...999_999)
        print("The instants of the kills come from EVOKE_TEST_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        var before: Set<String> = []
        var (runs, killed, mostNoted, mostRepeated) = (0, 0, 0, 0)
        while killed < kills, runs < 3 * kills {
            let comment: Comment = "run \(runs), EVOKE_TEST_SEED=\(seed)"
            if before.count == count {
                // Others take their place.
                try addMany(count, ending: [UInt8(runs)])
                try await run("index", "--without", "text", photos.path.display)
                before = Set(try await texts().keys)
                #expect(before.isEmpty, comment)
            }
            let opened = FolderWatch(photos.path)
            let index = try start("index")
            // Enough for some of the runs to note something.
            let (photo, later) = (
                Int.random(in: 4...18, using: &random), UInt32.random(in: 0..<300_000, using: &random)
            )
            if killed == kills - 1, mostNoted == 0 {
                // On a slow machine, each of the others may come before anything is noted.
                try await wait(for: "a text that is noted") { try await !texts().isEmpty || !index.isRunning }
                index.signal(SIGKILL)
            } else {
                try await opened.wait(for: min(photo, count - before.count), by: index) {
                    usleep(later)
                    index.signal(SIGKILL)
                }
            }
            let outcome = await index.outcome()
            killed += outcome.code == -SIGKILL ? 1 : 0
            let now = Set(try await texts().keys)
            #expect(now.isSuperset(of: before), comment)
            #expect(opened.opened.isDisjoint(with: before), "what was noted is read again: \(comment)")
            let repeated = opened.opened.subtracting(now).count
            #expect(repeated <= atRisk, comment)
            before = now
            runs += 1
            (mostNoted, mostRepeated) = (max(mostNoted, now.count), max(mostRepeated, repeated))
        }
        print("\(killed) of \(runs) runs were killed")
        print("A kill cost \(mostRepeated) photos at most")
        #expect(mostNoted > 0, "each was killed before anything was noted")
        #expect(killed == kills, "the others were done before they were killed")
        let rest = try await run("index")
        #expect(rest.code == 0, "\(rest.errors)")
        let undisturbed = program.home.path.appending("undisturbed")
        try await run("index", photos.path.display, in: undisturbed.display)
        let expected = try await texts(in: undisturbed)
        #expect(try await texts() == expected)
        #expect(try await found("text:\"fresh bread\"").count == count / 2)
        let check = try await run("status", "--check")
        #expect(check.code == 0, "\(check.text)")
    }

    /// Of two workers that share the texts, one is killed with some in its hands; a third leaves them out.
    @Test func workersShareTheTexts() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let address = server.newLibrary(in: database).display
        try addMany(40)
        let planned = try await run("index", "--for-workers", "--without", "text", photos.path.display, in: address)
        #expect(planned.code == 0 && planned.errors.contains("40 left to workers"), "\(planned.errors)")
        let encoded = try await run("work", "--until-empty", "--without", "text", in: address)
        #expect(encoded.code == 0, "\(encoded.errors)")
        #expect(try await found("text:bread", in: address).isEmpty)

        let opened = FolderWatch(photos.path)
        let killed = try start("work", "--until-empty", in: address)
        try await opened.wait(for: 9, by: killed) { killed.signal(SIGKILL) }
        #expect(await killed.outcome().code == -SIGKILL)
        let status = try await run("status", "--json", in: address)
        let queue = try #require(status.objects().first?["queue"] as? [String: Any], "\(status.errors)")
        #expect(queue["texts_claimed"] as? Int ?? 0 > 0 && queue["waiting"] as? Int == 0, "\(queue)")
        let readers = (queue["workers"] as? [[String: Any]] ?? []).filter { $0["is_reader"] as? Bool == true }
        #expect(readers.count == 1)
        try server.psql("UPDATE evoke.work SET until = clock_timestamp() - interval '1 s'", in: database)

        let workers = try (0..<2).map { _ in try start("work", "--until-empty", "--json", in: address) }
        for worker in workers {
            let outcome = await worker.outcome()
            #expect(outcome.code == 0, "\(outcome.errors)")
            let events = try outcome.objects().compactMap { $0["event"] as? String }
            #expect(events.last == "finished" && Set(events).isSubset(of: ["reading", "finished"]), "\(events)")
        }
        #expect(try server.psql("SELECT count(*) FROM evoke.work", in: database) == "0\n")
        #expect(try server.psql("SELECT count(*) FROM evoke.texts", in: database) == "40\n")
        #expect(try await found("text:\"fresh bread\"", in: address).count == 20)
        #expect(try await found("text:gebäck", in: address).count == 10)
        let check = try await run("status", "--check", in: address)
        #expect(check.code == 0, "\(check.text)")
    }
}
