import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Other users of the machine, who reach a server on localhost as its owner does. Only root can become one of them.
@Suite struct NeighbourTests {
    @Test func neighboursNeedTheToken() async throws {
        let program = Program()
        let library = program.home.path.appending("library")
        let server = try await ServedLibrary(program, ["--library", library.display])
        #expect(server.address.query == nil, "its owner needs no token")
        #expect(try await server.get("/api/health").status == 200)
        let file = library.appending("token")
        #expect(FileSystem.status(of: file).map { $0.permissions & 0o777 } == 0o600)
        let token = String(decoding: try FileSystem.read(file).dropLast(), as: UTF8.self)
        guard geteuid() == 0 else { return }
        let body = "{\"path\": \"/\"}"
        let add =
            "POST /api/library/roots HTTP/1.1|Content-Type: application/json|Content-Length: \(body.utf8.count)||\(body)"
        for request in ["GET /api/library HTTP/1.1||", "GET /api/photos/1/original HTTP/1.1||", add] {
            #expect(try await neighbour(asks: request, server).hasPrefix("HTTP/1.1 401 "), "\(request)")
        }
        let known = "GET /api/library HTTP/1.1|Authorization: Bearer \(token)||"
        #expect(try await neighbour(asks: known, server).hasPrefix("HTTP/1.1 200 "))
    }

    @Test func anOpenServerLetsEverybodyIn() async throws {
        let program = Program()
        let library = program.home.path.appending("library")
        let server = try await ServedLibrary(program, ["--open", "--library", library.display])
        #expect(server.address.query == nil)
        for target in ["/api/health", "/api/people"] { #expect(try await server.get(target).status == 200) }
        guard geteuid() == 0 else { return }
        #expect(try await neighbour(asks: "GET /api/library HTTP/1.1||", server).hasPrefix("HTTP/1.1 200 "))
        // Who is in photos is told to the owner alone.
        #expect(try await neighbour(asks: "GET /api/people HTTP/1.1||", server).hasPrefix("HTTP/1.1 401 "))
    }

    /// A bar is a new line.
    private func neighbour(asks request: String, _ server: ServedLibrary) async throws -> String {
        let halves = request.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let text = "\(halves[0])|Host: localhost|Connection: close|\(halves[1])".replacing("|", with: "\\r\\n")
        let outcome = try await server.program.run(
            """
            exec setpriv --reuid=65533 --regid=65533 --clear-groups bash -c '
                exec 3<>/dev/tcp/127.0.0.1/\(server.port); printf "%b" "$1" >&3; cat <&3' bash '\(text)'
            """, [])
        return outcome.text
    }
}
