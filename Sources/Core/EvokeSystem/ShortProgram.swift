import EvokeValues
import Glibc

/// Runs another program for its exit status or a few lines of output.
package enum ShortProgram {
    package enum Failure: Error {
        case absent, failed, late
    }

    /// No shell is involved. The program is killed after the time limit, or if it prints too much.
    package static func output(
        of words: [String], limit: Duration? = nil, upTo bytes: Int = 4_096
    ) -> Result<String, Failure> {
        // A socket, because Swift has no call for a pipe that child processes do not inherit.
        guard let (own, theirs) = try? Sockets.pair() else { return .failure(.failed) }
        defer { close(own) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, theirs, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var process = pid_t()
        let code = withCStrings(words) { posix_spawnp(&process, words[0], &actions, nil, $0 + [nil], environ) }
        close(theirs)
        guard code == 0 else { return .failure(code == ENOENT ? .absent : .failed) }

        let text = read(own, upTo: bytes, until: limit.map { .now + $0 })
        let child = ChildProcess(process)
        if text == nil { child.kill() }
        let ending = child.wait()
        guard let text else { return .failure(.late) }
        return ending.isSuccess ? .success(text) : .failure(.failed)
    }

    /// Reads to the end; nil if that took too long, or if there was too much.
    private static func read(
        _ descriptor: Int32, upTo most: Int, until deadline: ContinuousClock.Instant?
    ) -> String? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 256)
        while bytes.count < most {
            let left = deadline.map { ContinuousClock.now.duration(to: $0) }
            guard Descriptors.isReady(descriptor, within: left) else { return nil }
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
        return nil
    }
}
