import Evoke
import EvokeSystem
import EvokeTestSupport
import Testing

@testable import EvokeWebAPI

/// Changes of marks that a server writes into sidecars, where that is set for its library.
@Suite struct MarkSidecarTests {
    @Test func changesAreWrittenAfterTheAnswer() async throws {
        let service = try await TestService(pictures: 1)
        let photo = try await service.id(of: "0.png")
        let sidecar = service.folder.path.appending("photos/0.png.xmp")
        func text() -> String { String(decoding: (try? FileSystem.read(sidecar)) ?? [], as: UTF8.self) }
        try await service.library.configuration.opened().marks.keepSidecars(true)
        _ = await service.send("{\"photos\": [\(photo)], \"add\": {\"tags\": [\"sea\"]}}", to: "/api/marks")
        try await wait(for: "the sidecar") { text().contains("sea") }
        _ = await service.send("", to: "/api/marks/undo")
        try await wait(for: "the sidecar") { !text().contains("sea") }
        try await wait(for: "the note of it") {
            try await service.library.configuration.opened().status().sidecarsWaiting == 0
        }
        try await service.library.configuration.opened().marks.keepSidecars(false)
        #expect(try await service.library.configuration.opened().status().sidecarsWaiting == nil)
    }
}
