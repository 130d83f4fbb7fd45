import Evoke
import Glibc
import PhotoCore

/// Lets another process of this program go on with a download that has been prepared, when this one is gone.
enum BackgroundDownload {
    static func start(_ name: String, _ downloads: Downloads, _ terminal: Terminal) async throws -> ExitCode {
        let process = try spawn(["evoke", "models", "downloads", "run", name])
        // Until it has taken the download over, or has ended with what it wrote down.
        var status: Int32 = 0
        while !downloads.isHeld(name), waitpid(process, &status, WNOHANG) == 0 {
            try await Task.sleep(for: .milliseconds(20))
        }
        if let state = downloads.download(of: name), state.state == .failed, let problem = state.problem {
            throw problem
        }
        terminal.say("Fetching '\(name)' in the background. 'evoke models downloads' shows how far it is.")
        return .done
    }

    private static func spawn(_ words: [String]) throws -> pid_t {
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // Whatever else the caller has open, such as a lock, is not to be kept by somebody who stays.
        for descriptor in 3..<Int32(1_024) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A session of its own: closing the terminal does not end it.
        let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which Swift does not see
        posix_spawnattr_setflags(&attributes, newSession)
        var process = pid_t()
        let code = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &arguments, environ)
        guard code == 0 else {
            throw EvokeError.system(code, doing: "start another evoke", subject: FilePath("/proc/self/exe"))
        }
        return process
    }
}
