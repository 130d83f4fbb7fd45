import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Libraries that are kept fresh, and what is taken out of them.
@Suite(.serialized) struct WatchTests {
    private let folder = TemporaryFolder()
    private let program = Program()

    @Test func aWatchedLibraryFollowsItsFolder() async throws {
        try await index(1)
        let watch = try program.start(arguments: ["watch"])
        try addPhoto("new/er/b.png")
        try await until { $0 == ["0.png", "new/er/b.png"] }

        // Written in pieces, with the folder read between them.
        let whole = try FileSystem.read(photo(2))
        let slow = folder.path.appending("slow.png").withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
        _ = write(slow, whole, whole.count / 2)
        try addPhoto("c.png")
        try await until { $0.contains("c.png") }
        #expect(try await found() == ["0.png", "c.png", "new/er/b.png"])
        _ = whole.withUnsafeBytes { write(slow, $0.baseAddress! + whole.count / 2, whole.count - whole.count / 2) }
        close(slow)
        try await until { $0.contains("slow.png") }

        try folder.move("new", to: "old")
        try await until { $0 == ["0.png", "c.png", "old/er/b.png", "slow.png"] }
        folder.remove("c.png")
        try await until { $0 == ["0.png", "old/er/b.png", "slow.png"] }

        // Others may write meanwhile.
        #expect(try await program.run("index").errors.contains("3 unchanged"))

        watch.terminate()
        let outcome = await watch.outcome()
        #expect(outcome.code == 0 && outcome.output.isEmpty)
        #expect(!outcome.errors.contains("Could not"), "no file was read before its end:\n\(outcome.errors)")
        #expect(!outcome.errors.contains(" changed"), "nor twice:\n\(outcome.errors)")
    }

    @Test func interruptingTheWatchIsAnInterruption() async throws {
        try await index(1)
        let watch = try program.start(arguments: ["watch"])
        try addPhoto("b.png")
        try await until { $0.contains("b.png") }
        watch.interrupt()
        #expect(await watch.outcome().code == 130)
    }

    @Test func whatIsForgottenIsNotFound() async throws {
        try addPhoto("in/a.png")
        try addPhoto("in/b.png")
        try await index(2)
        let single = try await program.run("forget", folder.path.appending("in/a.png").display)
        #expect(single.code == 0 && single.errors.contains("Forgot 1 photo "), "\(single.errors)")
        let inner = try await program.run("forget", folder.path.appending("in").display)
        #expect(inner.errors.contains("Forgot 1 photo ") && inner.errors.contains("comes back"), "\(inner.errors)")
        #expect(try await found() == ["0.png", "1.png"])
        #expect(FileSystem.isFile(folder.path.appending("in/a.png")))
        #expect(try await program.run("index").errors.contains("2 copied, 2 unchanged"))

        try folder.move("in", to: ".in")
        let root = try await program.run("forget", "/no/such/photo.jpg", folder.path.display)
        #expect(root.code == 3 && root.errors.contains("'/no/such/photo.jpg'"), "\(root.errors)")
        #expect(root.errors.contains("Forgot 4 photos ") && root.errors.contains("No longer remembered"))
        #expect(try await found().isEmpty)
        #expect(try await program.run("index").errors.contains("no folders yet"))
    }

    @Test func schedulesATimerWhereSystemdAnswers() async throws {
        try await index(1)
        let tools = TemporaryFolder()
        let systemctl = try tools.write("systemctl", "#!/bin/sh\necho \"$@\" >> '\(tools.path)/calls'\n".utf8)
        _ = systemctl.withCString { chmod($0, 0o755) }
        let path = "\(tools.path):/usr/bin:/bin"
        let made = try await schedule("--every", "90m", path: path)
        #expect(made.code == 0 && made.errors.contains("every 90m"), "\(made.errors)")
        let timer = String(decoding: try FileSystem.read(units.appending("evoke-index.timer")), as: UTF8.self)
        #expect(timer.contains("\nOnUnitInactiveSec=90m\n"))
        let service = String(decoding: try FileSystem.read(units.appending("evoke-index.service")), as: UTF8.self)
        let binary = try #require(FileSystem.resolve(try Installed.program()))
        let library = program.home.path.appending(".local/share/evoke")
        #expect(service.contains("\nExecStart=\"\(binary)\" index --library \"\(library)\"\n"), "\(service)")
        #expect(service.contains("\nSuccessExitStatus=3\n"), "a photo that cannot be read is no failed unit")
        #expect(service.contains("\nNice=10\n") && service.contains("\nIOSchedulingClass=idle\n"))

        #expect(try await schedule(path: path).text.hasPrefix("Every 90m: "))
        #expect(try await schedule("--off", path: path).code == 0)
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
        try await index(1)
        let tools = TemporaryFolder()
        if let script {
            let systemctl = try tools.write("systemctl", "#!/bin/sh\n\(script)\n".utf8)
            _ = systemctl.withCString { chmod($0, 0o755) }
        }
        let made = try await schedule("--every", "1h", path: tools.path.display)
        #expect(made.code == 0 && made.errors.contains("systemctl --user enable"), "\(made.errors)")
        #expect(try FileSystem.names(in: units).count == 2)
        #expect(try await schedule("--off", path: tools.path.display).code == 0)
        #expect(try FileSystem.names(in: units).isEmpty)
    }

    private var units: FilePath { program.home.path.appending("configuration/systemd/user") }

    private func schedule(_ arguments: String..., path: String) async throws -> Program.Outcome {
        try await program.run(
            "exec", ["schedule"] + arguments,
            environment: ["PATH": path, "XDG_CONFIG_HOME": program.home.path.appending("configuration").display])
    }

    private func index(_ count: Int) async throws {
        for number in 0..<count { try addPhoto("\(number).png", number) }
        #expect(try await program.run("index", folder.path.display).code == 0)
    }

    /// Waits until the library holds what it should.
    private func until(_ isSo: ([String]) -> Bool) async throws {
        try await wait(for: "the library to follow its folder", watching: found, until: isSo)
    }

    /// The names of all photos that a search finds.
    private func found() async throws -> [String] {
        try await program.run("search", "--all", "--paths", "--top", "50", "x").lines
            .map { String($0.dropFirst(folder.path.bytes.count + 1)) }.sorted()
    }

    private func addPhoto(_ name: String, _ number: Int = 0) throws {
        _ = try folder.copy(photo(number), to: name)
    }

    private func photo(_ number: Int) throws -> FilePath {
        let album = try Installed.album().display
        let names = try FileManager.default.subpathsOfDirectory(atPath: album).filter { $0.hasSuffix(".png") }.sorted()
        return FilePath(album).appending(names[number])
    }
}
