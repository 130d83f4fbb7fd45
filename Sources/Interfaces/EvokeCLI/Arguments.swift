import Evoke
import EvokeSystem
import EvokeValues

/// The words after the command's name, checked against its options.
struct Arguments: Sendable {
    private(set) var options: [(name: String, value: DiskPath)] = []
    private(set) var operands: [DiskPath] = []

    /// The words are bytes, since file names need not be UTF-8.
    init(_ words: [DiskPath], for command: Command) throws(UsageError) {
        var rest = words[...]
        var mayBeOption = true
        while let word = rest.popFirst() {
            guard mayBeOption, word.bytes.first == UInt8(ascii: "-"), word.bytes.count > 1 else {
                guard command.operandKind != .files || !word.bytes.isEmpty else {
                    throw UsageError("A path is empty.", of: command.name)
                }
                operands.append(word)
                continue
            }
            if word.bytes.elementsEqual("--".utf8) {
                mayBeOption = false
                continue
            }
            let halves = word.bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let given = String(decoding: halves[0], as: UTF8.self)
            let name = Option.short[given] ?? given
            guard let option = (command.options + [.help]).first(where: { $0.name == name }) else {
                if command.operandKind == .query, !given.hasPrefix("--") {
                    operands.append(word)
                    continue
                }
                throw UsageError.unknownOption(given, of: command)
            }
            guard option.mayRepeat || !options.contains(where: { $0.name == name }) else {
                throw UsageError("'\(name)' is given twice.", of: command.name)
            }
            if option.placeholder == nil {
                guard halves.count == 1 else {
                    throw UsageError("'\(name)' takes no value.", of: command.name)
                }
                options.append((name, DiskPath("")))
            } else if halves.count == 1, rest.first.map(Self.asksForHelp) ?? false {
                // Help in the middle of a command: no value is known yet.
                continue
            } else if let value = halves.count == 2 ? DiskPath(bytes: halves[1]) : rest.popFirst(),
                !value.bytes.isEmpty
            {
                options.append((name, value))
            } else {
                throw UsageError("'\(name)' needs a value.", of: command.name)
            }
        }
    }

    /// Throws if no command takes this value of an option.
    static func check(_ value: DiskPath, of option: Option) throws {
        var given = Arguments()
        given.options = [(option.name, value)]
        if option.placeholder == nil, !["true", "false"].contains(value.display) {
            throw UsageError("'\(option.name.dropFirst(2))' must be true or false, not '\(value.display)'.")
        }
        _ = try (given.count(.top, default: 1), given.precision(), given.wantsTexts(), given.port(), given.idle())
        _ = try (given.mostLag(), given.downloadRequest(""))
        _ = try (given.text(.vectors).map(VectorPlace.init(named:)), given.text(.metrics).map(MetricsAddress.init))
    }

    private init() {}

    mutating func add(_ settings: [(option: Option, value: DiskPath)]) {
        options += settings.filter { !has($0.option) }.map { ($0.option.name, $0.value) }
    }

    private static func asksForHelp(_ word: DiskPath) -> Bool {
        word.bytes.elementsEqual("-h".utf8) || word.bytes.elementsEqual(Option.help.name.utf8)
    }

    /// The operands, if there are as many as that.
    func operands(_ counts: some RangeExpression<Int>, or demand: String) throws(UsageError) -> [DiskPath] {
        guard counts.contains(operands.count) else { throw UsageError(demand) }
        return operands
    }

    /// The operands as text; bytes that are not UTF-8 are replaced.
    var words: [String] { operands.map { String(decoding: $0.bytes, as: UTF8.self) } }

    func has(_ option: Option) -> Bool { path(option) != nil }

    func path(_ option: Option) -> DiskPath? { options.last { $0.name == option.name }?.value }

    /// The value as text; bytes that are not UTF-8 are replaced.
    func text(_ option: Option) -> String? {
        path(option).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// The library and where its vectors are searched.
    func configuration() throws(EvokeError) -> LibraryConfiguration {
        try LibraryConfiguration(library: path(.library), vectors: text(.vectors).map(VectorPlace.init(named:)))
    }

    /// The library, open for reading and small changes. Its model is loaded when it is first needed.
    func library(_ terminal: Terminal) async throws -> PhotoLibrary {
        try await PhotoLibrary.open(
            LibraryConfiguration(library: path(.library)), access: .read, notify: SearchIndexDisplay(terminal).show,
            upgrading: UpgradeDisplay(terminal).show)
    }

    /// The same; nil if there is none.
    func libraryIfAny(_ terminal: Terminal) async throws -> PhotoLibrary? {
        do {
            return try await library(terminal)
        } catch let error as EvokeError where error.kind == .notFound {
            return nil
        }
    }

    func wantsTexts() throws(UsageError) -> Bool {
        guard let word = text(.without) else { return true }
        guard word == "text" else {
            throw UsageError("'--without' can only be text, not '\(word)'.")
        }
        return false
    }

    /// The model given by options; nil if none.
    func model() throws(UsageError) -> ModelChoice? {
        guard let model = text(.model) else {
            guard !has(.variant) else { throw UsageError("'--variant' needs --model.") }
            return nil
        }
        return ModelChoice(model, variant: text(.variant), precision: try precision())
    }

    /// Whether the options ask for another model or precision than the library's own.
    var choosesModel: Bool { has(.model) || has(.variant) || has(.precision) }

    func precision() throws(UsageError) -> Precision? {
        guard let word = text(.precision) else { return nil }
        guard let precision = Precision(rawValue: word) else {
            let known = Precision.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("'--precision' must be one of \(known), not '\(word)'.")
        }
        return precision
    }

    func count(_ option: Option, default standard: Int) throws(UsageError) -> Int {
        guard let text = text(option) else { return standard }
        guard let count = Int(text), count > 0 else {
            throw UsageError("'\(option.name)' needs a whole number above 0, not '\(text)'.")
        }
        return count
    }
}

/// An invalid command line.
struct UsageError: Error {
    let message: String
    /// The command whose help to suggest; nil for the one that runs.
    let command: String?

    init(_ message: String, of command: String? = nil) { (self.message, self.command) = (message, command) }
}

extension Option {
    static let yes = Option("--yes", "Don't ask for confirmation")
    static let dryRun = Option("--dry-run", "List the photos, but change nothing")
}

extension Arguments {
    /// Whether the user says yes, now or with --yes.
    func confirm(_ question: String, _ terminal: Terminal) throws -> Bool {
        if has(.yes) { return true }
        guard OwnProcess.inputIsTerminal, terminal.messagesAreShown else {
            throw UsageError("\(question) Not a terminal; add --yes to go ahead.")
        }
        terminal.write("\(question) [y/N] ")
        let isConfirmed = ["y", "yes"].contains((readLine() ?? "").lowercased())
        if !isConfirmed { terminal.message("Nothing was changed.") }
        return isConfirmed
    }
}
