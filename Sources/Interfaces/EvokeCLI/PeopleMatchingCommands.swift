import Evoke
import EvokeClient
import EvokeValues
import EvokeWebAPI

extension Command {
    private static let mostOpenQuestions = 100

    static let peopleSuggestions = Command(
        name: "people suggestions",
        summary: "List faces that may belong to someone",
        options: [.library, .json],
        details: [
            "One line per face, with tabs: photo, face (from 1, the largest first), person, and why it is uncertain. "
                + "Confirm with 'evoke people name PHOTO NAME --face N', reject with 'evoke people not PHOTO NAME "
                + "--face N'.",
            "--json prints one object a line: {\"path\", \"photo\", \"face\", \"person\", \"reason\"}.",
        ],
        examples: ["evoke people suggestions"],
        run: { arguments, terminal in
            let openQuestions = try await openQuestions(arguments, terminal)
            for suggestion in openQuestions.suggestions {
                guard let path = openQuestions.paths[suggestion.face.photo] else { continue }
                if arguments.has(.json) {
                    try terminal.print(JSONText.of(FaceSuggestion(suggestion, in: path)))
                } else {
                    try terminal.print(
                        [path.display, "\(suggestion.face.face)", suggestion.person.words, suggestion.reason.rawValue]
                            .joined(separator: "\t"))
                }
            }
            if openQuestions.suggestions.isEmpty { terminal.message("No suggestions.") }
            return .done
        })

    static let peopleQuestions = Command(
        name: "people questions",
        summary: "List people who may be the same",
        options: [.library, .json],
        details: [
            "One line per pair, with tabs: two people, how alike they are ('alike' or 'perhaps'), how many faces the "
                + "answer applies to, and a photo of each. Answer with 'evoke people same A B' or 'evoke people "
                + "different A B'.",
            "--json prints one object a line: {\"person\", \"other\", \"reason\", \"settles\", \"faces\", "
                + "\"others\"}, with up to four faces of each.",
        ],
        examples: ["evoke people questions"],
        run: { arguments, terminal in
            let openQuestions = try await openQuestions(arguments, terminal)
            for asked in openQuestions.questions {
                if arguments.has(.json) {
                    try terminal.print(JSONText.of(MergeSuggestion(asked)))
                    continue
                }
                let photos = [asked.faces, asked.others].map {
                    $0.first.flatMap { openQuestions.paths[$0.photo]?.display } ?? ""
                }
                try terminal.print(
                    ([asked.person.words, asked.other.words, asked.reason.rawValue, "\(asked.settles)"] + photos)
                        .joined(separator: "\t"))
            }
            if openQuestions.questions.isEmpty { terminal.message("No questions.") }
            return .done
        })

    private static func openQuestions(_ arguments: Arguments, _ terminal: Terminal) async throws -> PeopleSuggestions {
        try await arguments.library(terminal).people.suggestions(atMost: mostOpenQuestions)
    }

    static let peopleSame = Command(
        name: "people same",
        summary: "Merge two people",
        operands: "PERSON PERSON",
        operandKind: .files,
        options: [.library],
        details: [
            "Each is a number from 'evoke people', or a name. The one with a name stays, or else the first. Undo "
                + "with 'evoke people undo'."
        ],
        examples: ["evoke people same Anna 12"],
        run: { arguments, terminal in
            let (one, other) = try await arguments.twoPeople(terminal)
            return try await apply(.same(one, other), "Merged two people.", arguments, terminal)
        })

    static let peopleDifferent = Command(
        name: "people different",
        summary: "Say that two people are not the same",
        operands: "PERSON PERSON",
        operandKind: .files,
        options: [.library],
        details: [
            "They are never merged. Each is a number from 'evoke people', or a name. Undo with 'evoke people undo'."
        ],
        examples: ["evoke people different 12 15"],
        run: { arguments, terminal in
            let (one, other) = try await arguments.twoPeople(terminal)
            return try await apply(.different(one, other), "Kept two people apart.", arguments, terminal)
        })

    static let peopleShow = Command(
        name: "people show",
        summary: "List a hidden person again",
        operands: "PERSON",
        operandKind: .files,
        options: [.library],
        details: ["PERSON is a number from 'evoke people --hidden', or a name."],
        examples: ["evoke people show 12"],
        run: { arguments, terminal in
            let person = try arguments.operands(1...1, or: "Give one person.")[0]
            return try await apply(
                .hidden(arguments.person(person, terminal), false), "Listed again.", arguments, terminal)
        })

    static func apply(
        _ edit: PersonEdit, _ done: String, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        try await arguments.library(terminal).people.apply(edit)
        terminal.message("\(done) Undo with 'evoke people undo'.")
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

    private var shownName: String { name.map { DiskPath($0).display } ?? "" }
}

extension PersonID {
    /// Parses "12" or "#12"; nil for anything else, such as the name of a photo.
    init?(listed operand: DiskPath) {
        let operand = operand.bytes.first == UInt8(ascii: "#") ? DiskPath(bytes: operand.bytes.dropFirst()) : operand
        guard !operand.bytes.isEmpty, operand.bytes.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let number = Int64(operand.display), number > 0
        else { return nil }
        self.init(number)
    }
}

extension Arguments {
    /// By a number, or else by a name.
    fileprivate func person(_ operand: DiskPath, _ terminal: Terminal) async throws -> PersonID {
        if let number = PersonID(listed: operand) { return number }
        let name = String(decoding: operand.bytes, as: UTF8.self)
        let people = try await library(terminal).people.list()
        guard let person = people.first(where: { $0.name?.folded == name.folded }) else {
            throw UsageError("No person named '\(operand.display)'. List them with 'evoke people'.")
        }
        return person.id
    }

    fileprivate func twoPeople(_ terminal: Terminal) async throws -> (PersonID, PersonID) {
        let both = try operands(2...2, or: "Give two people.")
        return (try await person(both[0], terminal), try await person(both[1], terminal))
    }
}

extension Command {
    static let peopleExport = Command(
        name: "people export",
        summary: "Write names of faces to sidecars",
        options: [.library],
        details: [
            "Names that you gave are written to the .xmp file beside each photo, with the position of the face (MWG "
                + "regions, as digiKam and Lightroom use). Photos are not changed, and names already there stay.",
            "Anyone who can read the folder can read these files, and nothing removes the names again.",
        ],
        examples: ["evoke people export"],
        run: { arguments, terminal in
            let people = try await arguments.library(terminal).people
            let report = try await withPhotoProgress(terminal) { try await people.export(failed: $0, notify: $1) }
            terminal.message(
                report.faces == 0
                    ? "Nothing to write: all names are already in the sidecars."
                    : "Wrote names of \(Format.count(report.faces, "face")) to the sidecars of "
                        + "\(Format.count(report.photos, "photo")).")
            report.reportConflicts("in a sidecar", terminal)
            return .of(done: report.photos, failed: report.failed)
        })

    static let peopleImport = Command(
        name: "people import",
        summary: "Read names of faces from photos and sidecars",
        options: [.library],
        details: [
            "Reads face regions that digiKam, Lightroom and Picasa wrote. Turn people on and run 'evoke index' "
                + "first. Names that you gave stay. Undo with 'evoke people undo'."
        ],
        examples: ["evoke people import"],
        run: { arguments, terminal in
            let people = try await arguments.library(terminal).people
            let report = try await withPhotoProgress(terminal) { try await people.importNames(failed: $0, notify: $1) }
            terminal.message(
                report.faces == 0
                    ? "No new names found."
                    : "Named \(Format.count(report.faces, "face")) in \(Format.count(report.photos, "photo")). Undo with 'evoke people "
                        + "undo'.")
            report.reportConflicts("in a photo or its sidecar", terminal)
            return .of(done: report.photos, failed: report.failed)
        })
}

extension PeopleExchange {
    fileprivate func reportConflicts(_ place: String, _ terminal: Terminal) {
        guard differing > 0 else { return }
        let has = differing == 1 ? "has" : "have"
        terminal.message("\(Format.count(differing, "face")) \(has) another name \(place); not changed.")
    }
}
