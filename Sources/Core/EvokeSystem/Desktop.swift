package import EvokeValues

/// The desktop of the user who runs this process, asked through its own programs. Each is started with its words apart,
/// and no shell is in between.
package enum Desktop {
    /// Whether there is a session in which windows open.
    package static var isThere: Bool {
        if screens.contains(where: { Environment.variable($0) != nil }) { return true }
        guard isService, case .success(let text) = ShortProgram.output(of: showVariables, limit: patience, upTo: 65_536)
        else { return false }
        return text.split(separator: "\n").contains { line in screens.contains { line.hasPrefix($0 + "=") } }
    }

    /// Opens what an address of the kind `file:///...` names, as a double click would; nil where no program is there that
    /// could. How the program that is given back ends says how it went.
    package static func open(_ address: String) throws(EvokeError) -> DetachedProgram? {
        for words in [["xdg-open"], ["gio", "open"]] where DetachedProgram.find(words[0]) != nil {
            let all = (isService ? outside : []) + words + [address]
            guard let program = DetachedProgram.find(all[0]) else { return nil }
            return try DetachedProgram(program, all, doing: "open a file with")
        }
        return nil
    }

    /// Has the file manager show a file in its folder; false where there is none that can.
    package static func show(_ address: String) -> Bool {
        let words = [
            "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.FileManager1",
            "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1.ShowItems", "array:string:\(address)",
            "string:",
        ]
        return switch ShortProgram.output(of: words, limit: patience) {
        // One that is slow to start has been asked.
        case .success, .failure(.late): true
        case .failure(.absent), .failure(.failed): false
        }
    }

    private static let screens = ["WAYLAND_DISPLAY", "DISPLAY"]
    private static let patience = Duration.seconds(10)

    /// Whether systemd has started this process as a service. That may have begun before the session, and what it starts
    /// is as confined as itself: so the user's systemd is asked to start it.
    private static var isService: Bool { Environment.variable("SYSTEMD_EXEC_PID")?.display == "\(OwnProcess.number)" }
    private static let outside = ["systemd-run", "--user", "--quiet", "--collect", "--"]
    private static let showVariables = ["systemctl", "--user", "show-environment"]
}
