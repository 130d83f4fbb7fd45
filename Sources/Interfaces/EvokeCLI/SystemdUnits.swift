import Evoke
import EvokeSystem
import EvokeValues

/// The timer and the service that refresh a library, as files of the user's systemd.
struct SystemdUnits {
    static let timer = "evoke-index.timer"
    private static let service = "evoke-index.service"
    private static let pause = "OnUnitInactiveSec="
    private static let start = "ExecStart="

    let folder: FilePath

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

    func write(every interval: Interval, library: FilePath) throws(EvokeError) {
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

    /// What is written down; nil when nothing is.
    func current() throws(EvokeError) -> (every: String, command: String)? {
        guard FileSystem.isFile(folder.appending(Self.timer)) else { return nil }
        return (try value(of: Self.pause, in: Self.timer), try value(of: Self.start, in: Self.service))
    }

    private func value(of key: String, in file: String) throws(EvokeError) -> String {
        let text = String(decoding: try FileSystem.read(folder.appending(file)), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key) }
        return String(line?.dropFirst(key.count) ?? "?")
    }

    private static func service(program: FilePath, library: FilePath) -> String {
        // A service has another environment than the shell in which things were tried out.
        let names = [
            "EVOKE_MODELS", "EVOKE_PLACES", "EVOKE_VECTORS", "EVOKE_DECODING", "XDG_DATA_HOME", "XDG_CACHE_HOME",
            "XDG_DATA_DIRS",
            "PGPASSFILE", "PGSERVICEFILE",
        ]
        let variables = names.compactMap { name in
            LibraryConfiguration.processVariable(name).map {
                "Environment=\(quoted(FilePath("\(name)=").bytes + $0.bytes))\n"
            }
        }
        // Only in arguments does a dollar stand for something.
        let argument = quoted(library.bytes).split(separator: "$", omittingEmptySubsequences: false)
        return """
            [Unit]
            Description=Refresh Evoke's library of photos

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
        Description=Refresh Evoke's library of photos every \(interval.text)

        [Timer]
        OnActiveSec=2m
        \(pause)\(interval.text)

        [Install]
        WantedBy=timers.target

        """
    }

    /// One word for systemd: in quotes, percents doubled, and all that is not plain as its number.
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
