import Evoke
import EvokeSystem
import EvokeValues
import Glibc

/// Where results and messages go.
struct Terminal: Sendable {
    let resultsAreShown: Bool
    let messagesAreShown: Bool
    private let hasColours: Bool

    static let current = Terminal(
        resultsAreShown: isatty(STDOUT_FILENO) == 1, messagesAreShown: isatty(STDERR_FILENO) == 1,
        hasColours: getenv("NO_COLOR") == nil && getenv("TERM").map { String(cString: $0) } != "dumb")

    /// Results, to standard output. A reader that has gone away ends the program, as it ends any filter.
    func print(_ line: String) throws(EvokeError) {
        try print(bytes: Array(line.utf8) + [UInt8(ascii: "\n")])
    }

    func print(bytes: [UInt8]) throws(EvokeError) {
        guard Self.write(bytes, to: STDOUT_FILENO) else {
            throw .system(errno, doing: "print the results to", subject: FilePath("standard output"))
        }
    }

    /// Messages, to standard error.
    func say(_ line: String) {
        write(line + "\n")
    }

    /// A part of a line, to standard error.
    func write(_ text: String) {
        _ = Self.write(Array(text.utf8), to: STDERR_FILENO)
    }

    func say(error: any Error) {
        say(
            (messagesAreShown && hasColours ? "\u{1B}[31mevoke:\u{1B}[0m " : "evoke: ")
                + ((error as? EvokeError)?.said ?? "\(error)"))
    }

    /// That a newer version of the model does not load, and what else goes wrong and is mended.
    func say(setbackOf engine: Engine) {
        if let setback = engine.setback { say(error: setback) }
        engine.onNotice { say(error: $0) }
    }

    func dim(_ text: String) -> String { resultsAreShown && hasColours ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

    func bold(_ text: String) -> String { resultsAreShown && hasColours ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { FileSystem.writeAll($0, to: descriptor) }
    }
}
