import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// A library that is read from a standby of its database, with the real program.
@Suite struct StandbyTests {
    @Test func isSearchedAndServedAndNeverWrittenTo() async throws {
        let (primary, standby) = try await PostgresServer.withStandby()
        let program = Program()
        let library = PostgresServer.newName("library")
        let (address, copy) = (
            primary.address(ofLibrary: library).display, standby.address(ofLibrary: library).display
        )
        let photos = program.home.path.appending("photos").display
        let none = try await program.run("serve", "--port", "0", "--library", copy)
        #expect(none.code == 1 && none.errors.contains("it is read-only"), "\(none.errors)")

        try program.home.write("photos/cat.png", TestPicture.png(3))
        #expect(try await program.run("index", "--library", address, photos).code == 0)
        try await wait(for: "the standby to have it") {
            try await program.run("search", "--library", copy, "--paths", "cat").lines.count == 1
        }
        let served = try await ServedLibrary(program, ["--library", copy])
        try await wait(for: "the server to look") {
            try await served.get("/api/health").json["standby"] as? Bool == true
        }
        // It follows what is written, and does not say that nothing is missing.
        try program.home.write("photos/dog.png", TestPicture.png(4))
        #expect(try await program.run("index", "--library", address).code == 0)
        try await wait(for: "the new photo") { try await served.get("/api/search?q=a+photo").results.count == 2 }
        #expect(try await served.get("/api/health").json["lag_ms"] == nil)
        let metrics = String(decoding: try await served.get("/metrics").body, as: UTF8.self)
        #expect(metrics.contains("evoke_library_up 1") && !metrics.contains("evoke_library_lag_seconds"))
        let status = try await program.run("library", "status", "--library", copy)
        #expect(status.text.contains("Server    follows a standby"), "\(status.text)")

        try await refuse(program, copy, served)
        try await promote(standby, [served, try await strict(program, copy)])
    }

    /// One that may lag so much, and cannot know.
    private func strict(_ program: Program, _ copy: String) async throws -> ServedLibrary {
        let strict = try await ServedLibrary(
            program, ["--library", copy, "--most-lag", "60"],
            environment: ["XDG_CACHE_HOME": program.home.path.appending("strict").display])
        try await wait(for: "it to look") { try await strict.get("/api/health").json["standby"] as? Bool == true }
        let refused = try await strict.get("/api/search?q=dog")
        #expect(refused.status == 503 && "\(refused.json)".contains("delay is unknown"), "\(refused.json)")
        return strict
    }

    private func refuse(_ program: Program, _ copy: String, _ served: ServedLibrary) async throws {
        let photos = program.home.path.appending("photos").display
        let saved = try await served.send(#"{"query": "dog"}"#, to: "/api/searches/dogs", method: "PUT")
        #expect(saved.status == 409 && saved.json["kind"] as? String == "readOnly", "\(saved.json)")
        for command in [
            ["index"], ["work", "--until-empty"], ["search", "--save", "dogs", "dog"],
            ["library", "forget", "--yes", photos],
        ] {
            let outcome = try await program.run("exec", command + ["--library", copy])
            #expect(outcome.code == 1 && outcome.errors.contains("it is read-only"), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        }
    }

    private func promote(_ standby: PostgresServer, _ servers: [ServedLibrary]) async throws {
        // As the primary, it is heard, over the same connection.
        try standby.psql("SELECT pg_promote()")
        for server in servers {
            try await wait(for: "the server to hear it") {
                try await server.get("/api/health").json["lag_ms"] as? Int == 0
            }
            #expect(try await server.get("/api/search?q=a+photo").results.count == 2)
            server.signal(SIGTERM)
        }
    }
}
