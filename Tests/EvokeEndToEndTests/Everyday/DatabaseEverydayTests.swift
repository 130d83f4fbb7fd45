import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// A library in PostgreSQL.
@Suite struct DatabaseEverydayTests {
    @Test func isIndexedSearchedAndServedAsAFolderIs() async throws {
        let server = try await PostgresServer.running()
        let library = try GeneratedLibrary(photos: 4)
        let address = try server.newLibrary(in: server.newDatabase())
        for place in [address, library.folder] { #expect(try await library.index(into: place).code == 0) }
        func answers(_ place: DiskPath) async throws -> [String] {
            let words = ["search", "--all", "--json", "--library", place.display, "a boat at sea"]
            let results = try await library.program.run("exec", words).results
            return results.map { "\($0["path"] ?? "") \($0["score"] ?? "") \($0["rank"] ?? "")" }
        }
        let (here, there) = try await (answers(library.folder), answers(address))
        #expect(here.count == 4 && here == there, "to the bit")

        let served = try await ServedLibrary(library.program, ["--library", address.display])
        #expect(try await served.get("/api/search?q=a+boat").results.count == 4)
        try library.photos.write("004.png", TestPicture.png(4))
        #expect(try await library.index(into: address).code == 0)
        try await wait(for: "the server to take it in") {
            try await served.get("/api/search?q=a+boat").results.count == 5
        }
        served.signal(SIGTERM)
        #expect(await served.outcome().code == 0)
        let checked = try await library.program.run("library", "status", "--library", address.display, "--check")
        #expect(checked.code == 0, "\(checked.text) \(checked.errors)")
    }
}
