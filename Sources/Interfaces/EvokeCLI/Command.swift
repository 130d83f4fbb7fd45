import Evoke
import EvokeValues

/// One command, as data: the parser, the help, the manual and the completions are made from it.
struct Command: Sendable {
    enum Operand: Sendable {
        case nothing, text, files
        /// A search query: a word with one dash excludes something, unless it is an option.
        case query
    }

    /// All of its words: "mark tag add".
    let name: String
    let summary: String
    /// What follows the options: "PATH...".
    var operands = ""
    var operandKind = Operand.nothing
    var options: [Option] = []
    /// Paragraphs that the help shows below the options.
    var details: [String] = []
    let examples: [String]
    var fields: [QueryField] = []
    var subcommands: [Command] = []
    /// Another spelling of its last word.
    var alias: String?
    let run: @Sendable (Arguments, Terminal) async throws -> ExitCode
}

extension Command {
    /// A group of commands. By itself it does what `bare` does, or asks for a subcommand.
    static func group(
        name: String, summary: String, bare: Command? = nil, details: [String] = [], _ subcommands: [Command]
    ) -> Command {
        let names = subcommands.map(\.lastName).joined(separator: ", ")
        let needsMore: @Sendable (Arguments, Terminal) async throws -> ExitCode = { _, _ in
            throw UsageError("Missing subcommand: \(names).")
        }
        return Command(
            name: name, summary: summary, operands: bare == nil ? "COMMAND" : "",
            options: bare?.options ?? [], details: details, examples: subcommands.compactMap(\.examples.first),
            subcommands: subcommands, run: bare?.run ?? needsMore)
    }

    /// "evoke search [OPTIONS] QUERY"
    var usage: String {
        ["evoke", name, options.isEmpty ? "" : "[OPTIONS]", operands].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// "add" of "models add".
    var lastName: String { String(name.split(separator: " ").last ?? "") }

    var tree: [Command] { [self] + subcommands.flatMap(\.tree) }

    func isCalled(_ word: String) -> Bool { word == lastName || word == alias }
}

/// One option of a command, as data: the parser, the help and the completions are made from it.
struct Option: Sendable {
    enum Value: Sendable {
        /// Takes no value.
        case flag
        case text(String)
        case file(String)
    }

    /// `--top`, or a single `-0`.
    let name: String
    let value: Value
    let help: String
    let mayRepeat: Bool

    init(_ name: String, _ value: Value, _ help: String, mayRepeat: Bool = false) {
        (self.name, self.value, self.help, self.mayRepeat) = (name, value, help, mayRepeat)
    }

    init(_ name: String, _ help: String, mayRepeat: Bool = false) {
        self.init(name, .flag, help, mayRepeat: mayRepeat)
    }

    static let library = Option(
        "--library", .file("DIR"),
        "The library's folder or database (default: $EVOKE_LIBRARY, else ~/.local/share/evoke)")
    static let vectors = Option(
        "--vectors", .text("WHERE"),
        "Search vectors in a local 'replica' (default), in the 'database', or in 'milvus://HOST:PORT'")
    static let model = Option("--model", .file("M"), "A model's name, or the path of its folder")
    static let variant = Option(
        "--variant", .text("V"), "Published variant of the model: fp32, fp16, int8, ... (default: the best)")
    static let precision = Option(
        "--precision", .text("P"),
        "Precision: bf16, f32, or full, which also decodes at full size (default: the fastest safe one)")
    static let without = Option("--without", .text("WHAT"), "Skip a step: 'text' (text recognition)")
    static let encrypt = Option("--encrypt", "Encrypt the model's files on disk")
    static let top = Option("--top", .text("N"), "Show at most N photos (default: 10); also -n N")
    static let json = Option("--json", "Print JSON")
    static let paths = Option("--paths", "Print paths only, one a line")
    static let null = Option("-0", "Print paths only, ended by NUL bytes, for xargs -0")
    static let help = Option("--help", "Show this help; also -h", mayRepeat: true)

    static let short = ["-h": help.name, "-n": top.name]

    /// "--top N"
    var usage: String { name + (placeholder.map { " \($0)" } ?? "") }

    var placeholder: String? {
        switch value {
        case .flag: nil
        case .text(let name), .file(let name): name
        }
    }
}
