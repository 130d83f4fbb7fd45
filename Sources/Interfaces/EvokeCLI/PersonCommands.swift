import Evoke
import EvokeClient
import EvokeValues
import EvokeWebAPI

extension Command {
    private static let mostDoubts = 100

    static let peopleSuggestions = Command(
        name: "people suggestions",
        summary: "List faces that may be somebody's",
        operands: "",
        operandKind: .nothing,
        options: [.library, .json],
        details: [
            "Each line has a photo, the face in it (from 1, the largest first), whose it may be, and why it is not theirs "
                + "without asking: it is small, blurred or turned, or it is nearer to them than to whom it is with. 'evoke "
                + "people name PHOTO NAME --face N' says that it is theirs, and 'evoke people not PHOTO NAME --face N' that "
                + "it is not.",
            "--json prints one object a line: {\"path\", \"photo\", \"face\", \"person\", \"reason\"}.",
        ],
        examples: ["evoke people suggestions"],
        run: { arguments, terminal in
            let doubts = try await doubts(arguments, terminal)
            for suggestion in doubts.suggestions {
                guard let path = doubts.paths[suggestion.face.photo] else { continue }
                if arguments.has(.json) {
                    try terminal.print(JSONText.of(FaceSuggestion(suggestion, in: path)))
                } else {
                    try terminal.print(
                        [path.display, "\(suggestion.face.face)", suggestion.person.words, suggestion.reason.rawValue]
                            .joined(separator: "\t"))
                }
            }
            if doubts.suggestions.isEmpty { terminal.say("Nothing is suggested.") }
            return .done
        })

    static let peopleQuestions = Command(
        name: "people questions",
        summary: "List who may be the same person",
        operands: "",
        operandKind: .nothing,
        options: [.library, .json],
        details: [
            "The answer that settles most faces comes first. Each line has two people, how alike they are ('alike', or "
                + "'perhaps'), how many faces the answer settles, and a photo of each. 'evoke people same A B' says that "
                + "they are one, and 'evoke people different A B' that they are two.",
            "--json prints one object a line: {\"person\", \"other\", \"reason\", \"settles\", \"faces\", \"others\"}, with "
                + "up to four faces of each.",
        ],
        examples: ["evoke people questions"],
        run: { arguments, terminal in
            let doubts = try await doubts(arguments, terminal)
            for asked in doubts.questions {
                if arguments.has(.json) {
                    try terminal.print(JSONText.of(MergeSuggestion(asked)))
                    continue
                }
                let photos = [asked.faces, asked.others].map {
                    $0.first.flatMap { doubts.paths[$0.photo]?.display } ?? ""
                }
                try terminal.print(
                    ([asked.person.words, asked.other.words, asked.reason.rawValue, "\(asked.settles)"] + photos)
                        .joined(separator: "\t"))
            }
            if doubts.questions.isEmpty { terminal.say("There is nothing to ask.") }
            return .done
        })

    private static func doubts(_ arguments: Arguments, _ terminal: Terminal) async throws -> PeopleSuggestions {
        try await PhotoLibrary.peopleSuggestions(
            atMost: mostDoubts, LibraryConfiguration(library: arguments.path(.library)),
            upgrading: UpgradeDisplay(terminal).show)
    }

    static let peopleSame = Command(
        name: "people same",
        summary: "Say that two are the same person",
        operands: "PERSON PERSON",
        operandKind: .files,
        options: [.library],
        details: [
            "Each is a number of 'evoke people', or a name. The one with a name stays; else, and where both have one, the first. 'evoke people "
                + "undo' takes it back."
        ],
        examples: ["evoke people same Anna 12"],
        run: { arguments, terminal in
            let (one, other) = try await arguments.twoPeople(of: "people same", terminal)
            return try await say(.same(one, other), arguments, terminal)
        })

    static let peopleDifferent = Command(
        name: "people different",
        summary: "Say that two are not the same person",
        operands: "PERSON PERSON",
        operandKind: .files,
        options: [.library],
        details: [
            "They are never taken for one again, whatever they look like. Each is a number of 'evoke people', or a "
                + "name. 'evoke people undo' takes it back."
        ],
        examples: ["evoke people different 12 15"],
        run: { arguments, terminal in
            let (one, other) = try await arguments.twoPeople(of: "people different", terminal)
            return try await say(.different(one, other), arguments, terminal)
        })

    static let peopleShow = Command(
        name: "people show",
        summary: "List somebody again who was hidden",
        operands: "PERSON",
        operandKind: .files,
        options: [.library],
        details: ["A number of 'evoke people --hidden', or a name."],
        examples: ["evoke people show 12"],
        run: { arguments, terminal in
            guard arguments.operands.count == 1 else { throw UsageError("Name one person.", of: "people show") }
            return try await say(
                .hidden(arguments.person(arguments.operands[0], terminal), false), arguments, terminal)
        })

    static func say(
        _ word: PersonEdit, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        try await PhotoLibrary.say(
            word, LibraryConfiguration(library: arguments.path(.library)), upgrading: UpgradeDisplay(terminal).show)
        terminal.say("Noted. 'evoke people undo' takes it back.")
        return .done
    }
}

extension LibraryPerson {
    var line: String {
        let years = years.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" } ?? ""
        return ["\(id.value)", shownName, "\(photos)", "\(faces)", years].joined(separator: "\t")
    }

    /// As commands take them.
    fileprivate var words: String { name == nil ? "\(id.value)" : shownName }

    private var shownName: String { name.map { FilePath($0).display } ?? "" }
}

extension PersonID {
    /// A number as it is listed, or as a query has it; nil for all else, such as the name of a photo.
    init?(listed operand: FilePath) {
        let operand = operand.bytes.first == UInt8(ascii: "#") ? FilePath(bytes: operand.bytes.dropFirst()) : operand
        guard !operand.bytes.isEmpty, operand.bytes.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let number = Int64(operand.display), number > 0
        else { return nil }
        self.init(number)
    }
}

extension Arguments {
    /// By a number, or else by a name.
    fileprivate func person(_ operand: FilePath, _ terminal: Terminal) async throws -> PersonID {
        if let number = PersonID(listed: operand) { return number }
        let name = String(decoding: operand.bytes, as: UTF8.self)
        let people = try await PhotoLibrary.people(
            LibraryConfiguration(library: path(.library)), upgrading: UpgradeDisplay(terminal).show)
        guard let person = people.first(where: { $0.name?.folded == name.folded }) else {
            throw UsageError("Nobody is called '\(operand.display)'. 'evoke people' shows who is known.")
        }
        return person.id
    }

    fileprivate func twoPeople(of command: String, _ terminal: Terminal) async throws -> (PersonID, PersonID) {
        guard operands.count == 2 else { throw UsageError("Name two people.", of: command) }
        return (try await person(operands[0], terminal), try await person(operands[1], terminal))
    }
}
