import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

/// Runs of indexing that systemd starts.
@Suite struct ScheduleTests {
    private let program = Program()

    @Test func schedulesATimerWhereSystemdAnswers() async throws {
        try await index()
        let tools = TemporaryFolder()
        let systemctl = try tools.write("systemctl", "#!/bin/sh\necho \"$@\" >> '\(tools.path)/calls'\n".utf8)
        try FileSystem.setMode(0o755, of: systemctl)
        let path = "\(tools.path):/usr/bin:/bin"
        let made = try await schedule("--every", "90m", path: path)
        #expect(made.code == 0 && made.errors.contains("every 90m"), "\(made.errors)")
        let timer = String(decoding: try FileSystem.read(units.appending("evoke-index.timer")), as: UTF8.self)
        #expect(timer.contains("\nOnUnitInactiveSec=90m\n"), "\(timer)")
        let service = String(decoding: try FileSystem.read(units.appending("evoke-index.service")), as: UTF8.self)
        let binary = try #require(FileSystem.resolve(try Installed.program()))
        let library = program.home.path.appending(".local/share/evoke")
        // A photo that cannot be read is no failed unit.
        let lines = [
            "ExecStart=\"\(binary)\" index --library \"\(library)\"", "SuccessExitStatus=3", "Nice=10",
            "IOSchedulingClass=idle",
        ]
        #expect(lines.allSatisfy { service.contains("\n\($0)\n") }, "\(service)")

        #expect(try await schedule(path: path).text.hasPrefix("Every 90m: "))
        #expect(try await schedule("off", path: path).code == 0)
        #expect(try FileSystem.names(in: units).isEmpty)
        #expect(try await schedule(path: path).errors.contains("Nothing is scheduled"))
        let calls = String(decoding: try FileSystem.read(tools.path.appending("calls")), as: UTF8.self)
        #expect(
            calls.split(separator: "\n") == [
                "--user daemon-reload", "--user enable --now evoke-index.timer",
                "--user is-active --quiet evoke-index.timer", "--user disable --now evoke-index.timer",
                "--user daemon-reload",
            ])
    }

    @Test(arguments: ["exit 1", nil]) func saysWhatToRunWhereSystemdDoesNotAnswer(script: String?) async throws {
        try await index()
        let tools = TemporaryFolder()
        if let script {
            let systemctl = try tools.write("systemctl", "#!/bin/sh\n\(script)\n".utf8)
            try FileSystem.setMode(0o755, of: systemctl)
        }
        let made = try await schedule("--every", "1h", path: tools.path.display)
        #expect(made.code == 0 && made.errors.contains("systemctl --user enable"), "\(made.errors)")
        #expect(try FileSystem.names(in: units).count == 2)
        #expect(try await schedule("off", path: tools.path.display).code == 0)
        #expect(try FileSystem.names(in: units).isEmpty)
    }

    private var units: DiskPath { program.home.path.appending("configuration/systemd/user") }

    private func schedule(_ arguments: String..., path: String) async throws -> Program.Outcome {
        try await program.run(
            "exec", ["schedule"] + arguments,
            environment: ["PATH": path, "XDG_CONFIG_HOME": program.home.path.appending("configuration").display])
    }

    private func index() async throws {
        try program.home.write("photos/0.png", TestPicture.png(0))
        #expect(try await program.run("index", program.home.path.appending("photos").display).code == 0)
    }
}
