import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

@Suite struct CheckupTests {
    private let test = SmallLibrary()

    private func findings(_ configuration: LibraryConfiguration) async throws -> [Checkup.Topic: Checkup.Finding] {
        var heard: [Checkup.Finding] = []
        let checkup = try await Checkup.run(configuration) { heard.append($0) }
        #expect(heard.map(\.topic) == checkup.findings.map(\.topic), "each is told as it is found")
        #expect(Set(heard.map(\.topic)).count == heard.count)
        let own = test.folder.path.display
        #expect(heard.allSatisfy { !$0.words.contains(own) }, "a report has nothing of the user's: \(heard)")
        return Dictionary(heard.map { ($0.topic, $0) }) { first, _ in first }
    }

    @Test func aLibraryThatIsWellIsSaidToBe() async throws {
        try await test.indexed().close()
        let found = try await findings(test.configuration)
        #expect(Set(found.keys) == Set(Checkup.Topic.allCases))
        #expect(found.keys.contains { $0.rawValue == "places" }, "programs read topics by name")
        #expect(!found.values.contains { $0.state == .wrong })
        #expect(found[.library]?.detail == test.configuration.library.display)
        for (topic, words) in [
            (Checkup.Topic.library, "Photos: 3."), (.folders, "Folders: 1, all present."),
            (.search, "Photos searched: 3."), (.model, "The library's model loads in "),
        ] {
            #expect(found[topic]?.words.contains(words) == true)
        }
    }

    @Test func withoutALibraryTheRestIsLookedAt() async throws {
        let found = try await findings(test.configuration)
        #expect(found[.library]?.state == .off && found[.library]?.remedies == [.index()])
        #expect(found[.search] == nil && found[.folders] == nil)
        #expect(found[.model]?.state == .wrong, "the starter is not on this shelf")
    }

    @Test func whatIsNotThereIsSaid() async throws {
        try await test.indexed().close()
        try FileSystem.move(test.photos, to: test.folder.path.appending("unplugged"), doing: "move")
        try FileSystem.replace(test.configuration.models[0].appending("tiny/image.onnx"), with: [1, 2, 3])
        let found = try await findings(test.configuration)
        #expect(found[.folders]?.state == .attention && found[.folders]?.detail == test.photos.display)
        #expect(found[.model]?.state == .wrong && found[.search] == nil)
        // And what others may look into.
        try FileSystem.setMode(0o755, of: test.configuration.library)
        #expect(try await findings(test.configuration)[.library]?.state == .attention)
    }

    @Test func aDamagedLibraryIsWrong() async throws {
        try await test.indexed().close()
        try FileSystem.replace(test.configuration.library.appending("library.sqlite"), with: Array("no database".utf8))
        let found = try await findings(test.configuration)
        #expect(found[.library]?.state == .wrong && found[.library]?.detail?.isEmpty == false)
    }
}
