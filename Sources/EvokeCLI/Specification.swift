import PhotoCore

/// One option of a command, as data: the parser, the help and the completions are made from it.
struct Option: Sendable {
    enum Value: Sendable {
        case none
        case text(String)
        case file(String)
    }

    /// `--top`, or a single `-0`.
    let name: String
    let value: Value
    let help: String
    let mayRepeat: Bool

    init(_ name: String, _ value: Value = .none, _ help: String, mayRepeat: Bool = false) {
        self.name = name
        self.value = value
        self.help = help
        self.mayRepeat = mayRepeat
    }

    static let library = Option(
        "--library", .file("DIR"), "The library's folder (default: $EVOKE_LIBRARY, else ~/.local/share/evoke)")
    static let model = Option("--model", .text("M"), "A model's name, or the path of its directory")
    static let top = Option("--top", .text("N"), "How many photos to show (default: 10)")
    static let json = Option("--json", "Print JSON, for programs")
    static let paths = Option("--paths", "Print the paths alone, one a line")
    static let null = Option("-0", "Print the paths alone, each ended by a NUL byte, for xargs -0")
    static let help = Option("--help", "Show this help")

    private init(_ name: String, _ help: String) {
        self.init(name, .none, help)
    }

    var placeholder: String? {
        switch value {
        case .none: nil
        case .text(let name), .file(let name): name
        }
    }
}

/// One command, as data.
struct Command: Sendable {
    enum Operand: Sendable {
        case none, text, files
    }

    let name: String
    let summary: String
    /// What follows the options: "PATH...".
    let operands: String
    let operandKind: Operand
    let options: [Option]
    /// Paragraphs that the help shows below the options.
    let details: [String]
    let examples: [String]
    let run: @Sendable (Arguments, Terminal) async throws -> ExitCode
}

enum ExitCode: Int32, Sendable {
    case done = 0
    case failed = 1
    case wrongUsage = 64
    case interrupted = 130
}
