package import EvokeSystem
package import EvokeValues
import Glibc

package struct ChildProcess: Sendable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// Cannot be blocked; a process waiting for a disk ends once that answers.
    package func kill() { _ = Glibc.kill(number, SIGKILL) }

    package struct Ending: Sendable {
        fileprivate var status: Int32 = 0

        package var isSuccess: Bool { status == 0 }
        /// The exit status of a program that lacks a library.
        package var isForWantOfALibrary: Bool { status == 127 << 8 }
        /// The signal that ended it; 0 if it exited by itself.
        package var signal: Int32 { status & 0x7F }
    }

    package func wait() -> Ending {
        var ending = Ending()
        while waitpid(number, &ending.status, 0) < 0, errno == EINTR {}
        return ending
    }

    /// How it ended; nil while it runs. Poll this until it is not nil, so that the kernel can forget the process. Only
    /// the first answer counts.
    package func ending() -> Ending? {
        var ending = Ending()
        return waitpid(number, &ending.status, WNOHANG) == 0 ? nil : ending
    }

    package func hasEnded() -> Bool { ending() != nil }
}

/// Another process that outlives this one.
package enum DetachedProgram {
    /// - Parameters:
    ///   - variables: added to this process's environment.
    ///   - doing: what it is started for, as in an error.
    package static func start(
        _ program: DiskPath, _ words: [String], variables: [String: String] = [:], doing: String = "start another evoke"
    ) throws(EvokeError) -> ChildProcess {
        var arguments = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = []
        var entry = environ
        while let own = entry.pointee {
            let name = String(cString: own).prefix { $0 != "=" }
            if variables[String(name)] == nil { environment.append(strdup(own)) }
            entry += 1
        }
        environment += variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // What else the caller has open, such as a lock, must not leak into a process that stays.
        for descriptor in 3..<Int32(1_024) { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A new session: closing the terminal does not end it.
        let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which Swift does not import
        posix_spawnattr_setflags(&attributes, newSession)
        var process = pid_t()
        let code = program.withCString { posix_spawn(&process, $0, &actions, &attributes, &arguments, &environment) }
        guard code == 0 else { throw .system(code, doing: doing, subject: program) }
        return ChildProcess(process)
    }

    /// Finds a program as a shell would.
    package static func find(_ name: String) -> DiskPath? {
        guard let path = Environment.variable("PATH") else { return nil }
        return path.bytes.split(separator: UInt8(ascii: ":")).map { DiskPath(bytes: $0).appending(name) }.first {
            file in
            file.isAbsolute && FileSystem.isFile(file) && FileSystem.canRun(file)
        }
    }
}

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

extension OwnProcess {
    /// The file of its program, even if it was renamed or deleted.
    package static let program = DiskPath("/proc/self/exe")

    /// Changes to the root folder, so that the disk it was started on can be unmounted.
    package static func leaveFolder() { _ = chdir("/") }

    /// As many files as the system allows, up to `most`.
    package static func raiseFileLimit(to most: UInt) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, most)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// The desktop of the user who runs this process, reached through its own programs. They get their arguments directly,
/// without a shell.
package enum Desktop {
    /// Whether there is a session in which windows can open.
    package static var isThere: Bool {
        if screens.contains(where: { Environment.variable($0) != nil }) { return true }
        guard isService, case .success(let text) = ShortProgram.output(of: showVariables, limit: patience, upTo: 65_536)
        else { return false }
        return text.split(separator: "\n").contains { line in screens.contains { line.hasPrefix($0 + "=") } }
    }

    /// Opens a `file:///...` address as a double click would; nil if no program can. The returned program's exit status
    /// tells how it went.
    package static func open(_ address: String) throws(EvokeError) -> ChildProcess? {
        for words in [["xdg-open"], ["gio", "open"]] where DetachedProgram.find(words[0]) != nil {
            let all = (isService ? outside : []) + words + [address]
            guard let program = DetachedProgram.find(all[0]) else { return nil }
            return try DetachedProgram.start(program, all, doing: "open a file with")
        }
        return nil
    }

    /// Shows a file in its folder in the file manager; false if none can.
    package static func show(_ address: String) -> Bool {
        let words = [
            "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.FileManager1",
            "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1.ShowItems", "array:string:\(address)",
            "string:",
        ]
        return switch ShortProgram.output(of: words, limit: patience) {
        // A slow one has still been asked.
        case .success, .failure(.late): true
        case .failure(.absent), .failure(.failed): false
        }
    }

    private static let screens = ["WAYLAND_DISPLAY", "DISPLAY"]
    private static let patience = Duration.seconds(10)

    /// Whether systemd started this process as a service. Such a process may have begun before the session, and what it
    /// starts is as confined as itself, so the user's systemd has to start it.
    private static var isService: Bool { Environment.variable("SYSTEMD_EXEC_PID")?.display == "\(OwnProcess.number)" }
    private static let outside = ["systemd-run", "--user", "--quiet", "--collect", "--"]
    private static let showVariables = ["systemctl", "--user", "show-environment"]
}
