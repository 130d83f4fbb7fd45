package import EvokeSystem
import EvokeValues

/// Details of the machine for troubleshooting performance; nil if the system does not tell.
extension Machine {
    /// The processor's product name.
    package static var processor: String? { value(of: "model name", in: "/proc/cpuinfo", after: ":") }

    /// The processor's instruction set extensions.
    package static var instructions: Set<String> {
        let words =
            value(of: "flags", in: "/proc/cpuinfo", after: ":")
            ?? value(of: "Features", in: "/proc/cpuinfo", after: ":")
        return Set((words ?? "").split(separator: " ").map(String.init))
    }

    /// The system's name and version.
    package static var system: String? {
        value(of: "PRETTY_NAME", in: "/etc/os-release", after: "=").map { $0.filter { $0 != "\"" } }
    }

    /// Available memory in bytes.
    package static var freeMemory: Int64? {
        let words = value(of: "MemAvailable", in: "/proc/meminfo", after: ":")?.split(separator: " ")
        return words?.first.flatMap { Int64($0) }.map { $0 * 1_024 }
    }

    /// The load average of the last minute.
    package static var load: Double? {
        lines(of: "/proc/loadavg").first?.split(separator: " ").first.flatMap { Double($0) }
    }

    /// Reads a file that holds only a number.
    package static func number(in file: String) -> Int? { lines(of: file).first.flatMap { Int($0) } }

    private static func value(of name: String, in file: String, after sign: Character) -> String? {
        for line in lines(of: file) {
            let halves = line.split(separator: sign, maxSplits: 1)
            guard halves.count == 2, trimmed(halves[0]) == name else { continue }
            return trimmed(halves[1])
        }
        return nil
    }

    private static func lines(of file: String) -> [Substring] {
        // What the system does not tell is not shown.
        let bytes = (try? FileSystem.read(DiskPath(file))) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
