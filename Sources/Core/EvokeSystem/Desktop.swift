package import EvokeValues

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
    package static func open(_ address: String) throws(EvokeError) -> DetachedProgram? {
        for words in [["xdg-open"], ["gio", "open"]] where DetachedProgram.find(words[0]) != nil {
            let all = (isService ? outside : []) + words + [address]
            guard let program = DetachedProgram.find(all[0]) else { return nil }
            return try DetachedProgram(program, all, doing: "open a file with")
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
