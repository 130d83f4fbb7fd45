import Glibc

/// Talks to the user's systemd through its own program.
enum Systemctl {
    enum Outcome {
        case done, failed, absent
    }

    /// Runs `systemctl --user` with each of the lists in turn, until one fails.
    static func run(_ commands: [[String]]) -> Outcome {
        for command in commands {
            let outcome = run(command)
            guard outcome == .done else { return outcome }
        }
        return .done
    }

    private static func run(_ arguments: [String]) -> Outcome {
        var words = (["systemctl", "--user"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // What it says of a session that is not there would only confuse.
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var process = pid_t()
        switch posix_spawnp(&process, "systemctl", &actions, nil, &words, environ) {
        case 0: break
        case ENOENT: return .absent
        default: return .failed
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? .done : .failed
    }
}
