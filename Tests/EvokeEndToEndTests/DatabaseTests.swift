import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// A library in a database, with the real program.
@Suite struct DatabaseTests {
    @Test(arguments: PostgresServer.Version.allCases)
    func isServedOnWhenTheDatabaseIsStartedAgain(version: PostgresServer.Version) async throws {
        let server = try await PostgresServer.running(version)
        let (program, database) = (Program(), try server.newDatabase())
        let address = server.newLibrary(in: database).display
        for (place, name) in ["cat.png", "dog.png", "doge.png"].enumerated() {
            try program.home.write("photos/\(name)", TestPicture.png(place + 3))
        }
        let photos = program.home.path.appending("photos").display
        #expect(try await program.run("index", "--library", address, photos).code == 0)
        // By the environment, over the socket of a server, and with what is saved.
        let served = try await ServedLibrary(program, environment: ["EVOKE_LIBRARY": address])
        try server.psql(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = '\(database)' AND application_name LIKE 'evoke %'
            """)
        for request in ["search?q=dog", "library", "photos?top=2", "days", "health"] {
            #expect(try await served.get("/api/\(request)").status == 200, "\(request)")
        }
        let saved = try await program.run("search", "--library", address, "--save", "dogs", "--paths", "\"dog\"")
        #expect(saved.code == 0 && saved.lines.count == 2, "\(saved.errors)")
        let status = try await program.run("library", "status", "--library", address)
        #expect(status.text.contains("Photos    3") && status.text.contains(address), "\(status.text)")
        #expect(try await program.run("library", "forget", "--yes", "--library", address, photos).code == 0)
        let empty = try await program.run("library", "status", "--library", address, "--check", "--read-photos")
        #expect(empty.code == 0, "\(empty.text) \(empty.errors)")
    }

    /// By pgvector, and scored by Evoke: the answers are those of an index on this machine.
    @Test func vectorsAreSearchedInTheDatabase() async throws {
        let server = try await PostgresServer.running()
        let (program, database) = (Program(), try server.newDatabase())
        let address = server.newLibrary(in: database).display
        for place in 3..<7 { try program.home.write("photos/\(place).png", TestPicture.png(place)) }
        let photos = program.home.path.appending("photos").display
        let indexed = try await program.run("index", "--library", address, "--vectors", "database", photos)
        #expect(indexed.code == 0, "\(indexed.errors)")
        let indexes = "SELECT count(*) FROM pg_indexes WHERE indexname LIKE 'near%' AND indexdef LIKE '%hnsw%'"
        #expect(try server.psql(indexes, in: database).hasPrefix("8"))

        let questions = [["a boat at sea"], ["waves", "-mosaic", "--all"], ["in:photos", "a dog", "sort:name"]]
        let there = try await answers(program, address, questions.map { $0 + ["--vectors", "database"] })
        #expect(try await answers(program, address, questions) == there, "to the bit")
    }

    /// Without an index each photo is looked at, and that is said once there are so many that it takes long.
    @Test func aServerSaysThatTheDatabaseHasNoIndexOfVectors() async throws {
        let server = try await PostgresServer.running()
        let (program, database) = (Program(), try server.newDatabase())
        let address = server.newLibrary(in: database).display
        try program.home.write("photos/a.png", TestPicture.png(3))
        let photos = program.home.path.appending("photos").display
        #expect(try await program.run("index", "--library", address, photos).code == 0)
        try server.psql(
            """
            INSERT INTO evoke.photos(library, photo, folder, name, size, modified, inode)
                SELECT library, n + 1, folder, convert_to(n::text, 'UTF8'), 1, 1, 1
                FROM evoke.photos, generate_series(1, 20000) AS n;
            INSERT INTO evoke.vectors
                SELECT library, n + 1, model, half_floats FROM evoke.vectors, generate_series(1, 20000) AS n
            """, in: database)
        let said = program.home.path.appending("said")
        let served = try await ServedLibrary(program, ["--library", address, "--vectors", "database"], said: said)
        let words = try await wait(for: "what it says") {
            String(decoding: try FileSystem.read(said), as: UTF8.self)
        } until: {
            $0.hasSuffix("\n")
        }
        #expect(words.contains("there is none for the model") && words.contains("--vectors database"), "\(words)")
        served.signal(SIGTERM)
        #expect(await served.outcome().code == 0)
    }

    /// A password is where libpq looks for it, and nowhere else.
    @Test func aPasswordIsNeitherInAnAddressNorShown() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        try server.psql("CREATE ROLE keyholder LOGIN PASSWORD 'geheim'")
        try server.psql("CREATE EXTENSION vector; GRANT CREATE ON DATABASE \(database) TO keyholder", in: database)
        let program = Program()
        try program.home.write("photos/a.png", TestPicture.png(3))
        let photos = program.home.path.appending("photos").display
        let address = server.address(ofLibrary: "x", in: database, user: "keyholder").display

        let locked = try await program.run("index", "--library", address, photos)
        #expect(locked.code == 1 && locked.errors.contains("PGPASSFILE"), "\(locked.errors)")
        let keys = try program.home.write("keys", "\(server.folder):5432:*:keyholder:geheim\n".utf8)
        try FileSystem.setMode(0o600, of: keys)
        let environment = ["PGPASSFILE": keys.display]
        let indexed = try await program.run(
            "exec", ["index", "--library", address, photos], environment: environment)
        #expect(indexed.code == 0, "\(indexed.errors)")
        let status = try await program.run(
            "exec", ["library", "status", "--library", address], environment: environment)
        #expect(status.code == 0 && status.text.contains("Photos    1"))

        let spoken = address.replacing("postgres:///", with: "postgres://keyholder:geheim@/")
        for command in [["index", photos], ["search", "dog"], ["library", "status"], ["serve"], ["watch"]] {
            let refused = try await program.run("exec", command + ["--library", spoken])
            #expect(refused.code != 0 && refused.errors.contains("PGPASSFILE"), "\(command): \(refused.errors)")
            #expect(!(refused.errors + refused.text).contains("geheim"))
        }
        for outcome in [locked, indexed, status] { #expect(!(outcome.errors + outcome.text).contains("geheim")) }
    }

    /// What was asked, and what was found with which score, without what took how long.
    private func answers(
        _ program: Program, _ library: String, _ questions: [[String]]
    ) async throws -> [[String]] {
        var answers: [[String]] = []
        for question in questions {
            let outcome = try await program.run("exec", ["search", "--library", library, "--json"] + question)
            #expect(outcome.code == 0, "\(question): \(outcome.errors)")
            let results = try outcome.objects().first?["results"] as? [[String: Any]] ?? []
            answers.append(
                results.map { "\($0["path"] ?? "") \($0["score"] ?? "") \($0["fits"] ?? "") \($0["rank"] ?? "")" })
        }
        return answers
    }
}
