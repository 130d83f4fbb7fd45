import Evoke
import EvokeLinux
import EvokeSystem
import EvokeValues

extension Option {
    static let every = Option("--every", .text("TIME"), "Refresh this often: 30m, 1h, 1d")
}

extension Command {
    static let schedule = Command(
        name: "schedule",
        summary: "Refresh the library regularly in the background",
        options: [.library, .every],
        details: [
            "--every writes a systemd user timer that runs 'evoke index' at low priority, and starts it. Without "
                + "options, shows what is scheduled.",
            "To see changes within seconds, keep 'evoke watch' or 'evoke serve' running instead.",
        ],
        examples: ["evoke schedule --every 1h", "evoke schedule"],
        subcommands: [scheduleOff],
        run: { arguments, terminal in
            let units = try SystemdUnits()
            if let text = arguments.text(.every) {
                let configuration = try LibraryConfiguration(library: arguments.path(.library))
                guard let interval = Interval(text) else {
                    throw UsageError("'--every' needs a time from 1m to 366d, such as 30m, 1h or 1d, not '\(text)'.")
                }
                guard try await arguments.libraryIfAny(terminal)?.roots().isEmpty == false else {
                    throw UsageError("The library has no folders yet. Run 'evoke index FOLDER' first.")
                }
                try units.write(every: interval, library: configuration.address)
                if SystemdUnits.systemctl([["daemon-reload"], ["enable", "--now", SystemdUnits.timer]]) {
                    terminal.message("Refreshing '\(configuration.address)' every \(interval.text).")
                } else {
                    terminal.message(
                        "Wrote \(units.folder.appending(SystemdUnits.timer)), but systemd has no user session here. In "
                            + "one, run 'systemctl --user daemon-reload' and 'systemctl --user enable --now "
                            + "\(SystemdUnits.timer)'.")
                }
            } else if let current = try units.current() {
                try terminal.print("Every \(current.every): \(current.command)")
                if !SystemdUnits.systemctl([["is-active", "--quiet", SystemdUnits.timer]]) {
                    terminal.message(
                        "The timer is not running. Start it with 'systemctl --user enable --now \(SystemdUnits.timer)'."
                    )
                }
            } else {
                terminal.message("Nothing is scheduled. Use 'evoke schedule --every 1h'.")
            }
            return .done
        })

    private static let scheduleOff = Command(
        name: "schedule off",
        summary: "Stop refreshing the library",
        options: [.library],
        examples: ["evoke schedule off"],
        run: { _, terminal in
            let units = try SystemdUnits()
            guard try units.current() != nil else {
                terminal.message("There is no schedule.")
                return .done
            }
            // Stopped while systemd still knows it; if none runs, there is nothing to stop.
            SystemdUnits.systemctl([["disable", "--now", SystemdUnits.timer]])
            try units.remove()
            SystemdUnits.systemctl([["daemon-reload"]])
            terminal.message("Removed the schedule.")
            return .done
        })
}

/// A number of minutes, hours or days, as systemd writes it.
struct Interval {
    let text: String

    init?(_ text: String) {
        let minutes: [Character: Int] = ["m": 1, "h": 60, "d": 1_440]
        guard let unit = text.last.flatMap({ minutes[$0] }), let count = Int(text.dropLast()),
            text.first?.isNumber == true, (1...366 * 1_440 / unit).contains(count)
        else { return nil }
        self.text = "\(count)\(text.suffix(1))"
    }
}

/// The timer and the service that refresh a library, as files of the user's systemd.
struct SystemdUnits {
    static let timer = "evoke-index.timer"
    private static let service = "evoke-index.service"
    private static let pause = "OnUnitInactiveSec="
    private static let start = "ExecStart="

    let folder: DiskPath

    init() throws(EvokeError) {
        if let configuration = LibraryConfiguration.processVariable("XDG_CONFIG_HOME"), configuration.isAbsolute {
            folder = configuration.appending("systemd/user")
        } else if let home = LibraryConfiguration.processVariable("HOME") {
            folder = home.appending(".config/systemd/user")
        } else {
            throw EvokeError(
                .wrongUsage, doing: "find your files", subject: "", reason: "neither XDG_CONFIG_HOME nor HOME is set",
                remedy: "Set one of them.")
        }
    }

    func write(every interval: Interval, library: DiskPath) throws(EvokeError) {
        guard let program = FileSystem.resolve(OwnProcess.program) else {
            throw .system(Errno.last.code, doing: "find the program itself at", subject: OwnProcess.program)
        }
        try FileSystem.makeFolder(folder)
        try FileSystem.replace(
            folder.appending(Self.service), with: Array(Self.service(program: program, library: library).utf8))
        try FileSystem.replace(folder.appending(Self.timer), with: Array(Self.timer(every: interval).utf8))
    }

    func remove() throws(EvokeError) {
        for name in [Self.timer, Self.service] {
            try FileSystem.erase(folder.appending(name))
        }
    }

    /// What is scheduled; nil if nothing is.
    func current() throws(EvokeError) -> (every: String, command: String)? {
        guard FileSystem.isFile(folder.appending(Self.timer)) else { return nil }
        return (try value(of: Self.pause, in: Self.timer), try value(of: Self.start, in: Self.service))
    }

    private func value(of key: String, in file: String) throws(EvokeError) -> String {
        let text = String(decoding: try FileSystem.read(folder.appending(file)), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key) }
        return String(line?.dropFirst(key.count) ?? "?")
    }

    private static func service(program: DiskPath, library: DiskPath) -> String {
        // A service does not inherit the shell's environment.
        let names = [
            "EVOKE_MODELS", "EVOKE_PLACES", "EVOKE_VECTORS", "EVOKE_DECODING", "XDG_DATA_HOME", "XDG_CACHE_HOME",
            "XDG_DATA_DIRS",
            "PGPASSFILE", "PGSERVICEFILE",
        ]
        let variables = names.compactMap { name in
            LibraryConfiguration.processVariable(name).map {
                "Environment=\(quoted(DiskPath("\(name)=").bytes + $0.bytes))\n"
            }
        }
        // Only in arguments, dollars are special.
        let argument = quoted(library.bytes).split(separator: "$", omittingEmptySubsequences: false)
        return """
            [Unit]
            Description=Refresh Evoke's photo library

            [Service]
            Type=oneshot
            \(variables.joined())\(start)\(quoted(program.bytes)) index --library \(argument.joined(separator: "$$"))
            SuccessExitStatus=\(ExitCode.partly.rawValue)
            Nice=10
            IOSchedulingClass=idle

            """
    }

    private static func timer(every interval: Interval) -> String {
        """
        [Unit]
        Description=Refresh Evoke's photo library every \(interval.text)

        [Timer]
        OnActiveSec=2m
        \(pause)\(interval.text)

        [Install]
        WantedBy=timers.target

        """
    }

    /// Runs `systemctl --user` with each of the lists in turn, until one fails; whether all succeeded.
    @discardableResult
    static func systemctl(_ commands: [[String]]) -> Bool {
        commands.allSatisfy { command in
            if case .success = ShortProgram.output(of: ["systemctl", "--user"] + command) { true } else { false }
        }
    }

    /// One word for systemd: in quotes, with special bytes escaped.
    static func quoted(_ bytes: [UInt8]) -> String {
        let plain = bytes.map { byte in
            switch byte {
            case UInt8(ascii: "%"): "%%"
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), ..<0x20, 0x7F...:
                "\\x" + byte.hexadecimal
            default: String(Unicode.Scalar(byte))
            }
        }
        return "\"\(plain.joined())\""
    }
}
