import EvokeValues
import Glibc

/// Another program, run for its success, or for the few lines that it prints.
package enum ShortProgram {
    package enum Failure: Error {
        case absent, failed, late
    }

    /// No shell is in between. Whatever it does, it is gone after the limit.
    package static func output(of words: [String], limit: Duration? = nil) -> Result<String, Failure> {
        // A socket, since a pipe that other programs do not inherit has no call in Swift.
        var ends = [Int32](repeating: -1, count: 2)
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return .failure(.failed) }
        defer { close(ends[0]) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
        close(ends[1])
        guard code == 0 else { return .failure(code == ENOENT ? .absent : .failed) }

        let text = read(ends[0], until: limit.map { .now + $0 })
        if text == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard let text else { return .failure(.late) }
        return status == 0 ? .success(text) : .failure(.failed)
    }

    /// To its end; nil when that did not come in time, or after more than a few lines could need.
    private static func read(_ descriptor: Int32, until deadline: ContinuousClock.Instant?) -> String? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 256)
        while bytes.count < 4_096 {
            let left = deadline.map { Int32(nearest: max(0, ContinuousClock.now.duration(to: $0) / .milliseconds(1))) }
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let answer = poll(&ready, 1, left ?? -1)
            if answer < 0, errno == EINTR { continue }
            guard answer > 0 else { return nil }
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
        return nil
    }
}
