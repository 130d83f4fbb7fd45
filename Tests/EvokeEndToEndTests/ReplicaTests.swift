import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Servers that follow a library in a database, with the real program.
@Suite struct ReplicaTests {
    @Test func serversFollowWhatIsWrittenAndAnswerAlike() async throws {
        let house = try await House()
        try await house.index(["cat", "dog", "boat"])
        let replicas = try await [house.replica(), house.replica()]
        for replica in replicas { try await wait(for: "a replica") { try await house.lag(of: replica) == 0 } }
        // New, changed and gone.
        try await house.index(["doge", "house"])
        try house.program.home.write("photos/dog.png", TestPicture.png(40))
        try await house.index([])
        house.program.home.remove("photos/cat.png")
        try await house.index([])
        let expected = try await house.answers(nil)
        #expect(expected.allSatisfy { $0.count == 4 })
        for replica in replicas {
            try await wait(for: "what was written") { try await house.answers(replica) == expected }
            #expect(try await house.lag(of: replica) == 0)
        }
        let status = try await house.program.run("library", "status", "--library", house.address)
        #expect(status.text.contains("Server    up to date"), "\(status.text) \(status.errors)")
        try house.stop(replicas)
    }

    @Test func aServerThatLagsTooMuchSaysSoAndRefuses() async throws {
        let house = try await House()
        try await house.index(["cat", "dog"])
        let (strict, lenient) = try await (house.replica(["--most-lag", "1"]), house.replica())
        for replica in [strict, lenient] { try await wait(for: "a replica") { try await house.lag(of: replica) == 0 } }
        try house.letNobodyIn()
        try await wait(for: "the limit") { try await strict.get("/api/health").json["status"] as? String == "lagging" }
        let refused = try await strict.get("/api/search?q=dog")
        #expect(refused.status == 503 && refused.headers["retry-after"] == "5", "\(refused.json)")
        #expect((refused.json["detail"] as? String)?.contains("seconds behind") == true, "\(refused.json)")
        try await sayThatItLags(lenient, house)
        try house.letIn()
        try await house.index(["boat"])
        for replica in [strict, lenient] {
            try await wait(for: "the new photo") { try await replica.get("/api/search?q=dog").results.count == 3 }
        }
        try house.stop([strict, lenient])
    }

    private func sayThatItLags(_ lenient: ServedLibrary, _ house: House) async throws {
        try await wait(for: "the other to notice") { try await house.lag(of: lenient) > 0 }
        let (before, health) = (try await house.lag(of: lenient), try await lenient.get("/api/health"))
        #expect(health.json["status"] as? String == "ok")
        #expect(health.json["lag_ms"] as? Int ?? 0 >= before, "it grows")
        let metrics = String(decoding: try await lenient.get("/metrics").body, as: UTF8.self)
        let lag = try #require(metrics.firstMatch(of: /\nevoke_library_lag_seconds ([0-9.]+)\n/)).1
        #expect(try #require(Double(lag)) * 1_000 >= Double(before) - 1)
        // What needs no database goes on.
        #expect(try await lenient.send(#"{"text": "a dog"}"#, to: "/api/embed").status == 200)
    }
}

/// A library in a database, and its photos.
private struct House {
    let program = Program()
    let server: PostgresServer
    let database: String
    let address: String

    init() async throws {
        server = try await PostgresServer.running()
        database = try server.newDatabase()
        address = server.newLibrary(in: database).display
    }

    /// With these photos more.
    func index(_ names: [String]) async throws {
        for (place, name) in names.enumerated() {
            try program.home.write("photos/\(name).png", TestPicture.png(place + 3 + name.utf8.count))
        }
        let photos = program.home.path.appending("photos").display
        let indexed = try await program.run("index", "--library", address, photos)
        #expect(indexed.code == 0, "\(indexed.errors)")
    }

    /// With its own place for what is made of the library, as on a machine of its own; the first has that of commands.
    func replica(_ options: [String] = []) async throws -> ServedLibrary {
        let isFirst = !FileSystem.isFolder(program.home.path.appending("replicas"))
        let name = "replicas/\(UInt32.random(in: 0...UInt32.max))"
        try program.home.write("\(name)/in", "".utf8)
        let cache = program.home.path.appending(name).display
        return try await ServedLibrary(
            program, ["--library", address] + options, environment: isFirst ? [:] : ["XDG_CACHE_HOME": cache])
    }

    func stop(_ replicas: [ServedLibrary]) throws { for replica in replicas { replica.signal(15) } }

    func lag(of replica: ServedLibrary) async throws -> Int {
        try await replica.get("/api/health").json["lag_ms"] as? Int ?? -1
    }

    /// What is found with which score: by a server, or without one.
    func answers(_ replica: ServedLibrary?) async throws -> [[String]] {
        var answers: [[String]] = []
        for words in ["a boat at sea", "dog type:png", "sort:name"] {
            let results: [[String: Any]]
            if let replica {
                let query = words.replacing(" ", with: "+")
                results = try await replica.get("/api/search?q=\(query)").results
            } else {
                let elsewhere = program.home.path.appending("alone").display
                let outcome = try await program.run(
                    "exec", ["search", "--library", address, "--json", words],
                    environment: ["XDG_CACHE_HOME": elsewhere])
                results = try outcome.objects().first?["results"] as? [[String: Any]] ?? []
            }
            answers.append(results.map { "\($0["path"] ?? "") \($0["score"] ?? "") \($0["rank"] ?? "")" })
        }
        return answers
    }

    func letNobodyIn() throws {
        try server.psql("ALTER DATABASE \(database) ALLOW_CONNECTIONS false")
        try server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
    }

    func letIn() throws { try server.psql("ALTER DATABASE \(database) ALLOW_CONNECTIONS true") }
}
