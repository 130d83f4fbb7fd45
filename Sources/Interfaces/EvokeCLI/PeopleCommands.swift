import Evoke
import EvokeClient
import EvokeValues
import EvokeWebAPI

extension Option {
    fileprivate static let forgetPeople = Option("--forget", "Delete all faces and names, too")
}

extension Option {
    fileprivate static let hiddenPeople = Option("--hidden", "List hidden people only")
    fileprivate static let face = Option("--face", .text("N"), "Which face in the photo, from 1, the largest first")
}

extension Command {
    static let people = Command(
        name: "people", summary: "List people in the photos, or name them",
        options: [.library, .hiddenPeople, .json],
        details: [
            "Lists everyone with a name, and unnamed people seen in two photos or more, the largest first: number, "
                + "name, photos, faces, and years, with tabs. 'evoke people name NUMBER NAME' names someone; 'evoke "
                + "search person:anna' or 'person:#11' finds the photos.",
            "People that you named, hid or told apart keep their numbers. Other numbers change when people are "
                + "merged.",
            "--json prints one object a line: {\"number\", \"name\", \"photos\", \"faces\", \"hidden\", \"first\", "
                + "\"last\", \"face\": {\"photo\", \"face\"}}.",
        ],
        examples: ["evoke people", "evoke people --json", "evoke people on"],
        subcommands: [
            .peopleOn, .peopleOff, .peopleSuggestions, .peopleQuestions, .peopleName, .peopleNot, .peopleSame,
            .peopleDifferent, .peopleHide, .peopleShow, .peopleUndo, .peopleExport, .peopleImport,
        ],
        run: { arguments, terminal in
            let all = try await arguments.library(terminal).people.list()
            let people = all.filter { $0.isHidden == arguments.has(.hiddenPeople) }
            if terminal.resultsAreShown, !arguments.has(.json), !people.isEmpty {
                try terminal.print(terminal.dim("Number\tName\tPhotos\tFaces\tYears"))
            }
            for person in people {
                try terminal.print(arguments.has(.json) ? JSONText.of(PersonAnswer(person)) : person.line)
            }
            if people.isEmpty {
                terminal.message(
                    arguments.has(.hiddenPeople)
                        ? "No hidden people."
                        : !all.isEmpty
                            ? "All people are hidden. List them with 'evoke people --hidden'."
                            : "No people yet. Run 'evoke people on', then 'evoke index'.")
            }
            return .done
        })

    private static let peopleOn = Command(
        name: "people on",
        summary: "Turn on face recognition",
        options: [.library, .recognizer],
        details: [
            "It is off until you turn it on. Then 'evoke index', 'evoke watch' and 'evoke serve' find faces in "
                + "photos. Where they are and the vectors that tell them apart are stored in the library and nowhere "
                + "else.",
            "--recognizer chooses another model for telling faces apart (see 'evoke models available'); all faces "
                + "are found again, and names stay. '--recognizer \(PhotoFaceFinder.usualRecognizer)' goes back.",
            "'evoke people off' turns it off; with --forget, it deletes everything.",
        ],
        examples: ["evoke people on", "evoke people on --recognizer sface"],
        run: { arguments, terminal in
            let library = try await arguments.library(terminal)
            if let name = arguments.text(.recognizer) {
                try await library.people.tellApart(by: name)
                terminal.message("Using '\(name)' to tell faces apart; all faces will be found again.")
            }
            try await library.people.keep(true)
            terminal.message(
                "People are on. Run 'evoke index' to find faces. They are stored in "
                    + "'\(library.configuration.address.display)' and nowhere else.")
            return .done
        })

    private static let peopleOff = Command(
        name: "people off",
        summary: "Turn off face recognition",
        options: [.library, .forgetPeople, .yes],
        details: [
            "What is known stays, and is used again after 'evoke people on'.",
            "--forget deletes faces, names and all decisions about them for good, after asking. The library's file "
                + "is rewritten so that nothing is left in it. Your backups, sidecars and saved searches may still "
                + "have names; delete them yourself. A database server may keep deleted rows in its files and logs "
                + "for a while.",
        ],
        examples: ["evoke people off", "evoke people off --forget"],
        run: { arguments, terminal in
            guard arguments.has(.forgetPeople) else {
                try await arguments.library(terminal).people.keep(false)
                terminal.message("People are off. Known faces and names are kept; --forget deletes them.")
                return .done
            }
            let question =
                "Delete all faces and names? They cannot be restored."
            guard try arguments.confirm(question, terminal) else { return .done }
            terminal.message("Deleting all faces and names, and rewriting the library without them.")
            try await arguments.library(terminal).people.forget()
            terminal.message(
                "People are off, and all faces and names are deleted from the library. Your backups and the sidecars from "
                    + "'evoke people export' may still have them."
            )
            return .done
        })

    private static let peopleName = Command(
        name: "people name",
        summary: "Name a person or a face",
        operands: "NUMBER|PHOTO NAME",
        operandKind: .files,
        options: [.library, .face],
        details: [
            "With a number from 'evoke people', names that person. A name that someone else has is refused: use "
                + "'evoke people same' to merge them.",
            "With a photo, names a face in it and in its copies, even if faces are found again later. Case and "
                + "accents of known names do not matter. Undo with 'evoke people undo'.",
        ],
        examples: ["evoke people name 12 \"Anna Smith\"", "evoke people name party.jpg \"Anna Smith\" --face 2"],
        run: { arguments, terminal in
            let (photo, name) = try arguments.photoAndName()
            if let person = try arguments.listed(photo) {
                return try await apply(
                    .named(person, name), "Named person \(person.value) \"\(name)\".", arguments, terminal)
            }
            return try await apply(.named(name), of: photo, "Named the face \"\(name)\".", arguments, terminal)
        })

    private static let peopleNot = Command(
        name: "people not",
        summary: "Say that a face is not this person",
        operands: "PHOTO NAME",
        operandKind: .files,
        options: [.library, .face],
        details: ["It is never suggested for this person again. Undo with 'evoke people undo'."],
        examples: ["evoke people not party.jpg Anna --face 2"],
        run: { arguments, terminal in
            let (photo, name) = try arguments.photoAndName()
            return try await apply(.not(name), of: photo, "The face is not \"\(name)\".", arguments, terminal)
        })

    private static let peopleHide = Command(
        name: "people hide",
        summary: "Hide a person or a face",
        operands: "NUMBER|PHOTO",
        operandKind: .files,
        options: [.library, .face],
        details: [
            "With a number from 'evoke people', that person is no longer listed; 'evoke people show' lists them "
                + "again. With a photo, a face is a stranger's, or not a face. Undo with 'evoke people undo'."
        ],
        examples: ["evoke people hide 12", "evoke people hide party.jpg --face 3"],
        run: { arguments, terminal in
            let whom = try arguments.operands(1...1, or: "Give one person or one photo.")[0]
            if let person = try arguments.listed(whom) {
                return try await apply(.hidden(person, true), "Hid person \(person.value).", arguments, terminal)
            }
            return try await apply(.hidden, of: whom, "Hid the face.", arguments, terminal)
        })

    private static let peopleUndo = Command(
        name: "people undo",
        summary: "Undo the last change of people",
        options: [.library],
        details: ["Repeat it to undo earlier changes, up to a hundred."],
        examples: ["evoke people undo"],
        run: { arguments, terminal in
            let isUndone = try await arguments.library(terminal).people.undo()
            terminal.message(isUndone ? "Undone." : "Nothing to undo.")
            return .done
        })

    private static func apply(
        _ edit: FaceEdit, of photo: DiskPath, _ done: String, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        var face: Int?
        if let text = arguments.text(.face) {
            guard let number = Int(text), number > 0 else {
                throw UsageError("'--face' needs a number from 1, not '\(text)'.")
            }
            face = number
        }
        try await arguments.library(terminal).people.apply(edit, ofFace: face, in: photo)
        terminal.message("\(done) Undo with 'evoke people undo'.")
        return .done
    }
}

extension Arguments {
    /// A person's number; nil for a photo (write './12' for a photo named 12).
    fileprivate func listed(_ operand: DiskPath) throws(UsageError) -> PersonID? {
        guard let person = PersonID(listed: operand) else { return nil }
        guard text(.face) == nil else { throw UsageError("'--face' is only for photos.") }
        return person
    }

    fileprivate func photoAndName() throws(UsageError) -> (DiskPath, String) {
        (try operands(2...2, or: "Give a photo, then the name.")[0], words[1])
    }
}
