import Evoke
import EvokeSystem
import EvokeValues

/// Where results and messages go.
struct Terminal: Sendable {
    let resultsAreShown: Bool
    let messagesAreShown: Bool
    private let hasColours: Bool

    static let current = Terminal(
        resultsAreShown: StandardStream.output.isTerminal, messagesAreShown: StandardStream.errors.isTerminal,
        hasColours: !Environment.has("NO_COLOR") && Environment.variable("TERM") != FilePath("dumb"))

    /// Results, to standard output. A reader that has gone away ends the program, as it ends any filter.
    func print(_ line: String) throws(EvokeError) {
        try print(bytes: Array(line.utf8) + [UInt8(ascii: "\n")])
    }

    func print(bytes: [UInt8]) throws(EvokeError) {
        do throws(Errno) {
            try StandardStream.output.write(bytes)
        } catch {
            throw .system(error.code, doing: "print the results to", subject: FilePath("standard output"))
        }
    }

    /// Messages, to standard error.
    func say(_ line: String) {
        write(line + "\n")
    }

    /// A part of a line, to standard error.
    func write(_ text: String) {
        // There is nobody else to tell.
        try? StandardStream.errors.write(Array(text.utf8))
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

    var columns: Int { StandardStream.errors.columns ?? 80 }
}
