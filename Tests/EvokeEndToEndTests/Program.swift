import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Glibc

/// Runs the built `evoke` as a user would: a process of its own, with a home of its own.
struct Program {
    struct Outcome {
        let code: Int32
        let output: Data
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(separator: "\n").map(String.init) }
        /// One JSON object a line.
        func objects() throws -> [[String: Any]] {
            try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
        }
    }

    let home: TemporaryFolder

    init(home: TemporaryFolder = TemporaryFolder()) {
        self.home = home
    }

    @discardableResult
    func run(_ arguments: String...) async throws -> Outcome {
        try await run("exec", arguments)
    }

    /// `prefix` is the shell text before the program's name: limits, another user.
    func run(_ prefix: String, _ arguments: [String], environment: [String: String] = [:]) async throws -> Outcome {
        let process = try start(prefix, arguments: arguments, environment: environment)
        return try await process.outcome()
    }

    func start(
        _ prefix: String = "exec", arguments: [String], environment: [String: String] = [:]
    ) throws -> RunningProgram {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let program = try Installed.program().display
        process.arguments = ["-c", "\(prefix) \"$0\" \"$@\"", program] + arguments
        var variables = ProcessInfo.processInfo.environment
        for name in ["EVOKE_LIBRARY", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] { variables[name] = nil }
        variables["HOME"] = home.path.display
        variables["EVOKE_MODELS"] = try StarterAlone.shelf.get().path.display
        variables["XDG_CACHE_HOME"] = SharedCache.folder.path.display
        variables.merge(environment) { $1 }
        process.environment = variables
        return try RunningProgram(process)
    }
}

/// Compiled graphs and the like, kept for all tests: making them takes a second each time.
private enum SharedCache {
    static let folder = TemporaryFolder()
}

/// A shelf without the graphs that read text: else each run of indexing would read all photos. Tests of that name the
/// whole shelf.
private enum StarterAlone {
    static let shelf = Result {
        let folder = TemporaryFolder()
        // Also for the other users that tests become.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path.display)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("starter").display,
            withDestinationPath: Installed.models().appending("starter").display)
        return folder
    }
}

final class RunningProgram: Sendable {
    private let process: Process
    // Threads for what blocks: Swift's own pool has few, and waiting readers would hold all of them.
    private let threads = BlockingExecutor(width: 3)
    private let output: Task<Data, Never>
    private let errors: Task<Data, Never>

    fileprivate init(_ process: Process) throws {
        self.process = process
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        process.standardInput = FileHandle.nullDevice
        try process.run()
        output = Task { [threads] in await threads.run { out.fileHandleForReading.readDataToEndOfFile() } }
        errors = Task { [threads] in await threads.run { err.fileHandleForReading.readDataToEndOfFile() } }
    }

    var isRunning: Bool { process.isRunning }
    var id: Int32 { process.processIdentifier }

    func interrupt() { process.interrupt() }

    /// SIGKILL, SIGSTOP, SIGCONT: what a program cannot answer.
    func signal(_ number: Int32) {
        if isRunning { kill(id, number) }
    }
    func terminate() { process.terminate() }

    /// Returns once all of it stands still: a thread that is on a core when the signal comes goes on for a moment.
    func stop() async throws {
        signal(SIGSTOP)
        let threads = FilePath("/proc/\(id)/task")
        try await wait(for: "each thread to stand still") {
            let names = (try? FileSystem.names(in: threads)) ?? []
            return names.allSatisfy { name in
                let stat = (try? FileSystem.read(threads.appending(name).appending("stat"))) ?? []
                // The name of the program stands in brackets, and may hold anything.
                let state = String(decoding: stat, as: UTF8.self).split(separator: ")").last?.dropFirst().first
                return state.map { "TZX".contains($0) } ?? true
            }
        }
    }

    func outcome() async throws -> Program.Outcome {
        let (out, err) = await (output.value, errors.value)
        await threads.run { [process] in process.waitUntilExit() }
        return Program.Outcome(
            code: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: out, errors: String(decoding: err, as: UTF8.self))
    }
}

/// The demo album in a library, indexed once for all tests that only search it.
enum AlbumLibrary {
    private static let indexing = Task {
        let program = Program()
        let outcome = try await program.run("index", Installed.album().display)
        // Makes the search index, so that no test has to, or hears of it.
        try await program.run("search", "a photo")
        return (program, outcome)
    }

    static func program() async throws -> Program { try await indexing.value.0 }
    static func indexingOutcome() async throws -> Program.Outcome { try await indexing.value.1 }
}
