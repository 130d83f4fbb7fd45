package import EvokeValues
import Glibc

/// Another process that outlives this one.
package struct DetachedProgram {
    private let process: ChildProcess

    /// - Parameters:
    ///   - variables: added to this process's environment.
    ///   - doing: what it is started for, as in an error.
    package init(
        _ program: FilePath, _ words: [String], variables: [String: String] = [:], doing: String = "start another evoke"
    ) throws(EvokeError) {
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
        self.process = ChildProcess(process)
    }

    /// Poll this until it is true, so that the kernel can forget the process.
    package func hasEnded() -> Bool { process.ending() != nil }

    /// How it ended; nil while it runs. Only the first answer counts.
    package func ending() -> ChildProcess.Ending? { process.ending() }

    /// Finds a program as a shell would.
    package static func find(_ name: String) -> FilePath? {
        guard let path = Environment.variable("PATH") else { return nil }
        return path.bytes.split(separator: UInt8(ascii: ":")).map { FilePath(bytes: $0).appending(name) }.first {
            file in
            file.isAbsolute && FileSystem.isFile(file) && FileSystem.canRun(file)
        }
    }
}
