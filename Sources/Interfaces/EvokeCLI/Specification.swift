import EvokeValues

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
    static let model = Option("--model", .file("M"), "A model's name, or the path of its directory")
    static let variant = Option(
        "--variant", .text("V"), "Which of the model's published precisions: fp32, fp16, int8, ... (default: the best)")
    static let precision = Option(
        "--precision", .text("P"),
        "How to compute: bf16, f32, or full, which also decodes photos in full (default: the fastest that is safe)")
    static let encrypt = Option("--encrypt", "Keep the model's files encrypted on the shelf")
    static let top = Option("--top", .text("N"), "How many photos to show (default: 10)")
    static let json = Option("--json", "Print JSON, for programs")
    static let paths = Option("--paths", "Print the paths alone, one a line")
    static let null = Option("-0", "Print the paths alone, each ended by a NUL byte, for xargs -0")
    static let help = Option("--help", .none, "Show this help; so does -h", mayRepeat: true)

    private init(_ name: String, _ help: String) {
        self.init(name, .none, help)
    }

    /// "--top N"
    var usage: String { name + (placeholder.map { " \($0)" } ?? "") }

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
    /// Where there are some, the next word names one of them, and the command itself cannot be run.
    var subcommands: [Command] = []
    let run: @Sendable (Arguments, Terminal) async throws -> ExitCode
}

extension Command {
    /// A name for several commands.
    static func group(name: String, summary: String, _ subcommands: [Command]) -> Command {
        Command(
            name: name, summary: summary, operands: "COMMAND", operandKind: .files, options: [], details: [],
            examples: subcommands.compactMap(\.examples.first), subcommands: subcommands,
            run: { arguments, _ in
                let names = subcommands.map(\.lastName)
                guard let word = arguments.operands.first?.display else {
                    throw UsageError("Say which: \(names.joined(separator: ", ")).", of: name)
                }
                throw UsageError.unknownCommand("\(name) \(word)", among: subcommands.map(\.name))
            })
    }

    /// "evoke search [OPTIONS] QUERY"
    var usage: String {
        ["evoke", name, options.isEmpty ? "" : "[OPTIONS]", operands].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The word that follows the group's name: "add" of "models add".
    var lastName: String { String(name.split(separator: " ").last ?? "") }
}

/// What scripts go by; the help, `docs/cli.md` and the README explain each.
enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    /// Done, but for what could not be read or answered.
    case partly = 3
    case wrongUsage = 64
    case interrupted = 130

    /// Of a command that ended with an error: its own words may be wrong, as it or the library found.
    static func of(_ error: any Error) -> ExitCode {
        error is UsageError || (error as? EvokeError)?.kind == .wrongUsage ? .wrongUsage : .failed
    }

    /// Of a command that did something with so many things, and could not with so many others.
    static func of(done: Int, failed: Int) -> ExitCode { failed == 0 ? .done : done > 0 ? .partly : .failed }
}
