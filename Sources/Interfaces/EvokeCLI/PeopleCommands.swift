import Evoke
import EvokeClient
import EvokeValues
import EvokeWebAPI

extension Option {
    fileprivate static let forgetPeople = Option(
        "--forget", .flag, "Delete all that is known of people, too: faces, names, and what was said of them")
}

extension Option {
    fileprivate static let hiddenPeople = Option("--hidden", .flag, "List those who are hidden, and nobody else")
    fileprivate static let face = Option(
        "--face", .text("N"), "Which face, from 1, the largest first; a photo with one face needs none")
}

extension Command {
    static let people = Command(
        name: "people", summary: "List who is in the photos",
        operands: "",
        operandKind: .nothing,
        options: [.library, .hiddenPeople, .json],
        details: [
            "Those who have a name, and those who are seen in two photos or more, the largest first. Each line has a number, "
                + "a name or nothing, how many photos show them, how many faces that is, and from which year to which, with "
                + "tabs between them. 'evoke people name NUMBER NAME' gives a name, and 'evoke search person:anna' finds "
                + "the photos, as 'person:#11' finds those of somebody without a name.",
            "Whoever has been named, hidden, or told from others keeps the number. That of others goes where two are found "
                + "to be one; it is not given again.",
            "--json prints one object a line: {\"number\", \"name\", \"photos\", \"faces\", \"hidden\", \"first\", \"last\", "
                + "\"face\": {\"photo\", \"face\"}}. The last is the face that shows most.",
        ],
        examples: ["evoke people", "evoke people --json", "evoke people on"],
        subcommands: [
            .peopleOn, .peopleOff, .peopleSuggestions, .peopleQuestions, .peopleName, .peopleNot, .peopleSame,
            .peopleDifferent, .peopleHide, .peopleShow, .peopleUndo, .peopleExport, .peopleImport,
        ],
        run: { arguments, terminal in
            let all = try await PhotoLibrary.people(
                LibraryConfiguration(library: arguments.path(.library)), upgrading: UpgradeDisplay(terminal).show)
            let people = all.filter { $0.isHidden == arguments.has(.hiddenPeople) }
            if terminal.resultsAreShown, !arguments.has(.json), !people.isEmpty {
                try terminal.print(terminal.dim("Number\tName\tPhotos\tFaces\tYears"))
            }
            for person in people {
                try terminal.print(arguments.has(.json) ? JSONText.of(PersonAnswer(person)) : person.line)
            }
            if people.isEmpty {
                terminal.say(
                    arguments.has(.hiddenPeople)
                        ? "Nobody is hidden."
                        : !all.isEmpty
                            ? "All are hidden: 'evoke people --hidden' lists them."
                            : "Nobody is known yet. 'evoke people on' has faces found, and 'evoke index' finds them.")
            }
            return .done
        })

    private static let peopleOn = Command(
        name: "people on",
        summary: "Have faces found in the photos of a library, and kept",
        operands: "",
        operandKind: .nothing,
        options: [.library, .recognizer],
        details: [
            "Until then, nothing about faces is computed or kept. From then on, 'evoke index', 'evoke watch' and 'evoke "
                + "serve' look for faces in each photo, after all else. What they find is kept in the library, where its "
                + "photos are listed: where each face is, how sure and how sharp it is, and the numbers that tell it from "
                + "others. It never leaves this machine, unless the library does, and is in no log.",
            "--recognizer has faces told apart by another graph, on whatever machine the library is indexed: 'evoke models "
                + "available' lists some, 'evoke models pull' fetches one, and docs/guide/080_models.md says what else will do. All "
                + "faces are found anew then. Names and all that was said of faces stay, and people are grouped anew. It "
                + "stays so until another one is named; '--recognizer \(PhotoFaceFinder.usualRecognizer)' goes back.",
            "'evoke people off' stops that, and 'evoke people off --forget' deletes all of it.",
        ],
        examples: ["evoke people on", "evoke people on --recognizer sface"],
        run: { arguments, terminal in
            let places = try LibraryConfiguration(library: arguments.path(.library))
            let upgrade = UpgradeDisplay(terminal)
            if let name = arguments.text(.recognizer) {
                try await PhotoLibrary.tellFacesApart(by: name, places, upgrading: upgrade.show)
                terminal.say("Faces are told apart by '\(name)' from now on; all are found anew for that.")
            }
            try await PhotoLibrary.keepPeople(true, places, upgrading: upgrade.show)
            terminal.say(
                "People are on: the next 'evoke index' looks for faces, and so do 'evoke watch' and 'evoke serve' while "
                    + "nothing else is to be done. What they find is kept in '\(places.address.display)' alone.")
            return .done
        })

    private static let peopleOff = Command(
        name: "people off",
        summary: "Look for no more faces",
        operands: "",
        operandKind: .nothing,
        options: [.library, .forgetPeople, .yes],
        details: [
            "What is known stays, and is used again after 'evoke people on'.",
            "--forget deletes faces, names, and all that was said of them, after asking: nothing brings them back. The library's file is "
                + "written anew for that, so that nothing is left in it, in its log, or in a copy from before an upgrade; "
                + "so are libraries that 'evoke library restore' has replaced. Backups of your own are yours to delete, and "
                + "so are saved searches with names in them. Of a library in a database the rows are deleted; its server "
                + "may keep them in its files, logs and backups for a while.",
        ],
        examples: ["evoke people off", "evoke people off --forget"],
        run: { arguments, terminal in
            let places = try LibraryConfiguration(library: arguments.path(.library))
            let upgrade = UpgradeDisplay(terminal)
            guard arguments.has(.forgetPeople) else {
                try await PhotoLibrary.keepPeople(false, places, upgrading: upgrade.show)
                terminal.say("People are off. What is known is kept; --forget deletes it.")
                return .done
            }
            let question =
                "Delete all that is known of people? Names, faces and what was said of them cannot be brought back."
            guard try arguments.isWanted(question, of: "people off", terminal) else { return .done }
            terminal.say("Deleting all that is known of people, and writing the library anew without it.")
            try await PhotoLibrary.forgetPeople(places, upgrading: upgrade.show)
            terminal.say(
                "People are off, and nothing of them is left in the library. Backups that you made still hold names and "
                    + "faces, and so do sidecars that 'evoke people export' wrote: delete what you do not want to keep."
            )
            return .done
        })

    private static let peopleName = Command(
        name: "people name",
        summary: "Say who somebody is, or whose a face is",
        operands: "NUMBER|PHOTO NAME",
        operandKind: .files,
        options: [.library, .face],
        details: [
            "With a number of 'evoke people', that person has the name from then on, and all faces that are seen as "
                + "theirs are theirs. A name that somebody else has is refused: 'evoke people same' says that both are one.",
            "With a photo, the face is theirs from then on, in this photo and its copies, also where the photo is moved, or faces are found "
                + "anew. 'evoke search person:anna' finds it. Whoever is called so already is meant, in any case and with "
                + "any accents. 'evoke people undo' takes it back.",
        ],
        examples: ["evoke people name 12 \"Anna Smith\"", "evoke people name party.jpg \"Anna Smith\" --face 2"],
        run: { arguments, terminal in
            let (photo, name) = try arguments.photoAndName(of: "people name")
            if let person = try arguments.listed(photo) {
                return try await say(.named(person, name), arguments, terminal)
            }
            return try await say(.named(name), of: photo, arguments, terminal)
        })

    private static let peopleNot = Command(
        name: "people not",
        summary: "Say whose a face is not",
        operands: "PHOTO NAME",
        operandKind: .files,
        options: [.library, .face],
        details: ["It is never taken for theirs again. 'evoke people undo' takes it back."],
        examples: ["evoke people not party.jpg Anna --face 2"],
        run: { arguments, terminal in
            let (photo, name) = try arguments.photoAndName(of: "people not")
            return try await say(.not(name), of: photo, arguments, terminal)
        })

    private static let peopleHide = Command(
        name: "people hide",
        summary: "Say that somebody, or a face, is of no interest",
        operands: "NUMBER|PHOTO",
        operandKind: .files,
        options: [.library, .face],
        details: [
            "With a number of 'evoke people', that person is no longer listed, and faces that are found later are "
                + "hidden, too; 'evoke people show' lists them again. With a photo, a face is a stranger's, or no face at "
                + "all. 'evoke people undo' takes it back."
        ],
        examples: ["evoke people hide 12", "evoke people hide party.jpg --face 3"],
        run: { arguments, terminal in
            guard arguments.operands.count == 1 else {
                throw UsageError("Name one person or one photo.", of: "people hide")
            }
            if let person = try arguments.listed(arguments.operands[0]) {
                return try await say(.hidden(person, true), arguments, terminal)
            }
            return try await say(.hidden, of: arguments.operands[0], arguments, terminal)
        })

    private static let peopleUndo = Command(
        name: "people undo",
        summary: "Take back what was said last",
        operands: "",
        operandKind: .nothing,
        options: [.library],
        details: ["Again and again, up to a hundred times."],
        examples: ["evoke people undo"],
        run: { arguments, terminal in
            let isUndone = try await PhotoLibrary.undoPeopleChange(
                LibraryConfiguration(library: arguments.path(.library)), upgrading: UpgradeDisplay(terminal).show)
            terminal.say(isUndone ? "Undone." : "Nothing is left to be undone.")
            return .done
        })

    private static func say(
        _ word: FaceEdit, of photo: FilePath, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        var face: Int?
        if let text = arguments.text(.face) {
            guard let number = Int(text), number > 0 else {
                throw UsageError("The option '--face' needs a number from 1, not '\(text)'.")
            }
            face = number
        }
        try await PhotoLibrary.say(
            word, ofFace: face, in: photo, LibraryConfiguration(library: arguments.path(.library)),
            upgrading: UpgradeDisplay(terminal).show)
        terminal.say("Noted. 'evoke people undo' takes it back.")
        return .done
    }
}

extension Arguments {
    /// A person's number; nil for a photo, which may be called so, too, with './' before it.
    fileprivate func listed(_ operand: FilePath) throws(UsageError) -> PersonID? {
        guard let person = PersonID(listed: operand) else { return nil }
        guard text(.face) == nil else { throw UsageError("The option '--face' is for photos.") }
        return person
    }

    fileprivate func photoAndName(of command: String) throws(UsageError) -> (FilePath, String) {
        guard operands.count == 2 else { throw UsageError("Say which photo, and then the name.", of: command) }
        return (operands[0], String(decoding: operands[1].bytes, as: UTF8.self))
    }
}
