import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@Suite struct DoctorTests {
    private let program = Program()

    @Test func looksAtALibraryAndReports() async throws {
        try program.home.write("album/one.png", TestPicture.png(1))
        let album = program.home.path.appending("album").display
        #expect(try await program.run("index", album).code == 0)
        let shown = try await program.run("doctor")
        #expect(shown.code == 0, "\(shown.text) \(shown.errors)")
        for words in [
            "Photos: 1.", "Model", "Photos that it looks at: 1.", "No server runs", "Text in photos is not read",
        ] {
            #expect(shown.text.contains(words), "\(shown.text)")
        }
        let report = try await program.run("doctor", "--json")
        let object = try #require(try report.objects().first)
        let topics = try #require(object["findings"] as? [[String: String]]).compactMap { $0["topic"] }
        #expect(topics.count > 10 && topics.contains("processor"))
        #expect(object["server"] as? Bool == false)
        #expect(!report.text.contains(program.home.path.display), "\(report.text)")
    }

    @Test func whatDoesNotWorkIsAFailure() async throws {
        let empty = TemporaryFolder()
        let outcome = try await program.run("exec", ["doctor"], environment: ["EVOKE_MODELS": empty.path.display])
        #expect(outcome.code == 1 && outcome.errors.contains("1 thing must be put right"), "\(outcome.text)")
        #expect(outcome.text.contains("Run ./bootstrap to build it"), "\(outcome.text)")
        #expect(outcome.text.contains("There is no library yet. Run 'evoke index FOLDER'."), "\(outcome.text)")
        #expect(try await program.run("doctor", "me").code == 64)
    }
}
