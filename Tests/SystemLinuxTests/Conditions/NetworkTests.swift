import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import SystemLinux

@Suite struct NetworkTests {
    /// Asks a program that is such a script.
    private func unmetered(_ script: String) async throws -> Circumstance {
        let folder = TemporaryFolder()
        let file = try folder.write("bus", Array("#!/bin/sh\n\(script)\n".utf8))
        try #require(file.withCString { chmod($0, 0o700) } == 0)
        return await MachineCircumstances(supplies: folder.path, busProgram: file.display).unmetered()
    }

    @Test(arguments: [(1, false), (2, true), (3, false), (4, true)])
    func whatNetworkManagerSays(_ number: Int, _ isMet: Bool) async throws {
        let answer = try await unmetered("echo 'u \(number)'")
        #expect(answer == (isMet ? .met : .notMet("the connection is metered")))
    }

    @Test func theRightQuestionIsAsked() async throws {
        let answer = try await unmetered(
            """
            [ "$1" = --system ] || exit 1
            shift 2
            [ "$*" = "get-property org.freedesktop.NetworkManager /org/freedesktop/NetworkManager \
            org.freedesktop.NetworkManager Metered" ] && echo 'u 2'
            """)
        #expect(answer == .met)
    }

    @Test(
        arguments: [
            "echo 'u 0'", "echo 'u 5'", "echo 's \"2\"'", "true", "echo 'u 2'; exit 1", "echo 'u 2' >&2", "kill -9 $$",
            "yes",
        ])
    func whatIsNoAnswerIsUnknown(_ script: String) async throws {
        guard case .unknown(let reason) = try await unmetered(script) else {
            Issue.record("it should not be known")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func withoutTheProgramItIsUnknown() async throws {
        let answer = await MachineCircumstances(supplies: DiskPath("/"), busProgram: "evoke-no-such").unmetered()
        #expect(answer == .unknown("'evoke-no-such' is missing, so NetworkManager cannot be asked"))
    }
}
