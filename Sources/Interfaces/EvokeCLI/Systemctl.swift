import EvokeSystem

/// Talks to the user's systemd through its own program.
enum Systemctl {
    /// Runs `systemctl --user` with each of the lists in turn, until one fails; whether all succeeded.
    @discardableResult
    static func run(_ commands: [[String]]) -> Bool {
        commands.allSatisfy { command in
            if case .success = ShortProgram.output(of: ["systemctl", "--user"] + command) { true } else { false }
        }
    }
}
