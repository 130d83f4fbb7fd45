import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Servers that nobody starts or ends by hand.
@Suite struct OnDemandTests {
    private let program = Program()

    /// As systemd starts a service with its sockets: whoever connects before the program is there waits for it.
    @Test func takesOverSocketsThatListenAlready() async throws {
        let folder = try await ServedAlbum.copy()
        let (socket, port) = (folder.appending("socket"), program.home.path.appending("port"))
        let server = try start(["--library", folder.display, "--idle", "1"], socket: socket, mode: "600", port: port)
        try await wait(for: "the sockets") { FileSystem.isFile(port) }
        // Only a server can know: the command has no model.
        let asked = try await program.run(
            "exec", ["search", "--library", folder.display, "--json", "a red car"],
            environment: ["EVOKE_MODELS": folder.display])
        #expect(asked.code == 0 && asked.text.contains("results"), "\(asked.errors)")
        let number = try #require(UInt16(String(decoding: try FileSystem.read(port), as: UTF8.self)))
        let outcome = await server.outcome()
        #expect(outcome.code == 0 && outcome.lines == ["http://localhost:\(number)/"], "it ends by itself: \(outcome)")
        #expect(FileSystem.status(of: socket)?.isSocket == true, "it is not the server's own")
        #expect(FileSystem.isMissing(folder.appending("following")), "nobody has asked it to")
    }

    @Test func aSocketForOthersIsRefused() async throws {
        let folder = try await ServedAlbum.copy()
        let port = program.home.path.appending("port")
        let open = try await start(
            ["--library", folder.display], socket: folder.appending("socket"), mode: "666", port: port
        ).outcome()
        #expect(open.code == 1 && open.errors.contains("other users can open it"), "\(open.errors)")
        let elsewhere = try await start(
            ["--library", folder.display], socket: program.home.path.appending("socket"), mode: "600", port: port
        ).outcome()
        #expect(elsewhere.code == 64 && elsewhere.errors.contains("ListenStream="), "\(elsewhere.errors)")
    }

    /// Sockets that were meant for another process, from whose environment this one comes.
    @Test func othersSocketsAreLeftAlone() async throws {
        let server = try await ServedLibrary(
            AlbumLibrary.program(), ["--library", try await ServedAlbum.copy().display],
            environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1"])
        #expect(try await server.get("/api/health").status == 200)
    }

    @Test func aSearchLeavesOneServerBehind() async throws {
        let folder = try await ServedAlbum.copy()
        #expect(try await program.run("config", "resident", "on").code == 0)
        #expect(try await program.run("config").lines == ["resident\ttrue"])
        async let one = search(in: folder)
        async let other = search(in: folder)
        #expect(try await one.code == 0)
        #expect(try await other.code == 0)
        let nowhere = ["EVOKE_MODELS": folder.display]
        try await wait(for: "a server that answers") { try await search(in: folder, nowhere).code == 0 }
        // Whoever came second has found the lock, and ended.
        try await wait(for: "the one that is left", watching: { residents(of: folder).count }, until: { $0 == 1 })

        try await makesRoom(in: folder)
        #expect(try await search(in: folder).code == 0)
        try await wait(for: "another server") { try await search(in: folder, nowhere).code == 0 }
        #expect(try await program.run("config", "resident", "off", "--library", folder.display).code == 0)
        try await wait(for: "its end") { residents(of: folder).isEmpty }
        #expect(try await search(in: folder).code == 0)
        #expect(residents(of: folder).isEmpty)
    }

    /// For one that somebody starts.
    private func makesRoom(in folder: DiskPath) async throws {
        let nowhere = ["EVOKE_MODELS": folder.display]
        let resident = try #require(residents(of: folder).first)
        let server = try await ServedLibrary(program, ["--library", folder.display])
        try await wait(for: "its end") { residents(of: folder) != [resident] }
        #expect(residents(of: folder).isEmpty)
        #expect(try await search(in: folder, nowhere).code == 0)
        #expect(residents(of: folder).isEmpty, "the other one answers")
        server.signal(SIGTERM)
        _ = await server.outcome()
    }

    @Test func aServerWhoseProgramIsReplacedEnds() async throws {
        let folder = try await ServedAlbum.copy()
        let (own, other) = (program.home.path.appending("evoke"), program.home.path.appending("newer"))
        for file in [own, other] {
            try FileManager.default.copyItem(atPath: Installed.program().display, toPath: file.display)
        }
        let server = try program.start(
            "exec '\(own)' \"$@\" #", arguments: ["serve", "--on-demand", "--library", folder.display])
        let nowhere = ["EVOKE_MODELS": folder.display]
        try await wait(for: "a server that answers") { try await search(in: folder, nowhere).code == 0 }
        try FileSystem.move(own, to: program.home.path.appending("older"), doing: "test")
        try FileSystem.move(other, to: own, doing: "test")
        #expect(await server.outcome().code == 0)
    }

    private func search(in folder: DiskPath, _ environment: [String: String] = [:]) async throws -> Program.Outcome {
        try await program.run(
            "exec", ["search", "--library", folder.display, "--json", "a red car"], environment: environment)
    }

    /// The processes that searches in that library have left behind.
    private func residents(of library: DiskPath) -> [Int32] {
        let names = (try? FileSystem.names(in: DiskPath("/proc"))) ?? []
        return names.compactMap { Int32(String(decoding: $0, as: UTF8.self)) }.filter { number in
            func text(_ file: String) -> String {
                String(decoding: (try? FileSystem.read(DiskPath("/proc/\(number)/\(file)"))) ?? [], as: UTF8.self)
            }
            return text("cmdline").contains("--on-demand") && text("environ").contains("EVOKE_LIBRARY=\(library)\0")
        }
    }

    /// Starts 'evoke serve' as its third and fourth open files say: a socket that is a file with that mode, and one on a
    /// port, which `port` then holds.
    private func start(
        _ arguments: [String], socket: DiskPath, mode: String, port: DiskPath
    ) throws -> RunningProgram {
        let script = """
            import fcntl, os, socket, sys
            file, port = socket.socket(socket.AF_UNIX), socket.socket()
            file.bind(sys.argv[1]); os.chmod(sys.argv[1], int(sys.argv[2], 8)); port.bind(("127.0.0.1", 0))
            for one in file, port: one.listen()
            copies = [fcntl.fcntl(one.fileno(), fcntl.F_DUPFD, 100) for one in (file, port)]
            for place, one in enumerate(copies): os.dup2(one, 3 + place)
            for one in copies: os.close(one)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="2")
            with open(sys.argv[3] + "+", "w") as note: note.write(str(port.getsockname()[1]))
            os.rename(sys.argv[3] + "+", sys.argv[3])
            os.execv(sys.argv[4], sys.argv[4:])
            """
        try program.home.write("hand-over.py", script.utf8)
        let words = [program.home.path.appending("hand-over.py"), socket, DiskPath(mode), port].map { "'\($0)'" }
        return try program.start(
            "exec python3 \(words.joined(separator: " "))", arguments: ["serve"] + arguments)
    }
}
