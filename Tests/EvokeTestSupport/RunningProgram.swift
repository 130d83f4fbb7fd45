import EvokeLinux
import EvokeSystem
import EvokeValues
import EvokeWorkers
public import Foundation
import Glibc

/// A program that runs beside a test.
///
/// Not Foundation's `Process`: what is started in the same moment, such as a server for all tests, inherits its pipes,
/// and whoever reads them waits for the end of that, too.
public final class RunningProgram: Sendable {
    public struct Outcome: Sendable {
        /// Below zero for the signal that ended it.
        public let code: Int32
        public let output: Data
        public let errors: String

        public var text: String { String(decoding: output, as: UTF8.self) }
        public var lines: [String] { text.split(separator: "\n").map(String.init) }
        /// One JSON object a line.
        public func objects() throws -> [[String: Any]] {
            try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
        }
    }

    public let id: Int32
    /// Nil while it runs.
    private let code = Locked<Int32?>(nil)
    private let output: Task<[UInt8], Never>
    private let errors: Task<[UInt8], Never>
    private let end: Task<Void, Never>

    /// - Parameter words: the program, which is looked for in PATH, and its arguments.
    /// - Parameter environment: all of it; nil for the test's own.
    public init(_ words: [String], environment: [String: String]? = nil) throws {
        Self.count()
        let (out, theirOut) = try Sockets.pair()
        let (err, theirErr) = try Sockets.pair()
        defer { for end in [theirOut, theirErr] { close(end) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, theirOut, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, theirErr, STDERR_FILENO)
        for descriptor in 3..<Int32(1_024) { posix_spawn_file_actions_addclose(&actions, descriptor) }
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
        var process = pid_t()
        let started = withCStrings(words) { arguments in
            withCStrings(variables) { posix_spawnp(&process, words[0], &actions, nil, arguments + [nil], $0 + [nil]) }
        }
        guard started == 0 else {
            for end in [out, err] { close(end) }
            throw Installed.Missing(description: "\(words[0]) cannot be started: \(Errno(code: started).words)")
        }
        id = process
        // Threads for what blocks: Swift's own pool has few, and waiting readers would hold all of them.
        let threads = BlockingExecutor(width: 3)
        output = Task { await threads.run { Self.read(out) } }
        errors = Task { await threads.run { Self.read(err) } }
        end = Task { [id, code] in await threads.run { Self.wait(for: id, noting: code) } }
    }

    /// `make test` limits how many programs are started.
    private static func count() {
        guard let file = getenv("EVOKE_COUNT_PROGRAMS"), let lines = fopen(file, "a") else { return }
        fputs("1\n", lines)
        fclose(lines)
    }

    public var isRunning: Bool { code.withLock { $0 == nil } }

    public func interrupt() { signal(SIGINT) }
    public func terminate() { signal(SIGTERM) }

    public func signal(_ number: Int32) {
        code.withLock { code in
            if code == nil { kill(id, number) }
        }
    }

    /// Returns once all of it stands still: a thread that is on a core when the signal comes goes on for a moment.
    public func stop() async throws {
        signal(SIGSTOP)
        let threads = DiskPath("/proc/\(id)/task")
        try await EvokeTestSupport.wait(for: "each thread to stand still") {
            let names = (try? FileSystem.names(in: threads)) ?? []
            return names.allSatisfy { name in
                let stat = (try? FileSystem.read(threads.appending(name).appending("stat"))) ?? []
                // The name of the program stands in brackets, and may hold anything.
                let state = String(decoding: stat, as: UTF8.self).split(separator: ")").last?.dropFirst().first
                return state.map { "TZX".contains($0) } ?? true
            }
        }
    }

    public func outcome() async -> Outcome {
        let (output, errors) = await (output.value, errors.value)
        await end.value
        return Outcome(
            code: code.withLock { $0 ?? 0 }, output: Data(output), errors: String(decoding: errors, as: UTF8.self))
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }

    /// Its number is another's as soon as its end was asked for, so nobody may send it a signal from then on.
    private static func wait(for process: Int32, noting code: Locked<Int32?>) {
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        code.withLock { code in
            var status: Int32 = 0
            waitpid(process, &status, 0)
            code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
        }
    }
}
