/// One option of a command, as data: the parser, the help and the completions are made from it.
struct Option: Sendable {
    enum Value: Sendable {
        /// It is there or not, and takes no value.
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
        self.name = name
        self.value = value
        self.help = help
        self.mayRepeat = mayRepeat
    }

    static let library = Option(
        "--library", .file("DIR"),
        "The library's folder, or the address of its database (default: $EVOKE_LIBRARY, else ~/.local/share/evoke)")
    static let vectors = Option(
        "--vectors", .text("WHERE"),
        "Where vectors are searched: 'replica' on this machine (the default), 'database' in the library's own, or "
            + "'milvus://HOST:PORT'")
    static let model = Option("--model", .file("M"), "A model's name, or the path of its directory")
    static let variant = Option(
        "--variant", .text("V"), "Which of the model's published precisions: fp32, fp16, int8, ... (default: the best)")
    static let precision = Option(
        "--precision", .text("P"),
        "How to compute: bf16, f32, or full, which also decodes photos in full (default: the fastest that is safe)")
    static let without = Option(
        "--without", .text("WHAT"), "Leave out a part of the work, until it is asked for: 'text' in photos")
    static let encrypt = Option("--encrypt", "Keep the model's files encrypted on the shelf")
    static let top = Option("--top", .text("N"), "How many photos to show (default: 10); or -n N")
    static let json = Option("--json", "Print JSON, for programs")
    static let paths = Option("--paths", "Print the paths alone, one a line")
    static let null = Option("-0", "Print the paths alone, each ended by a NUL byte, for xargs -0")
    static let help = Option("--help", .flag, "Show this help; so does -h", mayRepeat: true)

    static let short = ["-h": help.name, "-n": top.name]

    private init(_ name: String, _ help: String) {
        self.init(name, .flag, help)
    }

    /// "--top N"
    var usage: String { name + (placeholder.map { " \($0)" } ?? "") }

    var placeholder: String? {
        switch value {
        case .flag: nil
        case .text(let name), .file(let name): name
        }
    }
}
