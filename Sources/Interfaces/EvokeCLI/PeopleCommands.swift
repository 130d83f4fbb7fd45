import Evoke
import EvokeValues

extension Option {
    fileprivate static let forgetPeople = Option(
        "--forget", .flag, "Delete all that is known of people, too: faces, names, and what was said of them")
}

extension Command {
    static let people = Command.group(name: "people", summary: "Know who is in photos", [.peopleOn, .peopleOff])

    private static let peopleOn = Command(
        name: "people on",
        summary: "Have faces found in the photos of a library, and kept",
        operands: "",
        operandKind: .nothing,
        options: [.library],
        details: [
            "Until then, nothing about faces is computed or kept. From then on, 'evoke index', 'evoke watch' and 'evoke "
                + "serve' look for faces in each photo, after all else. What they find is kept in the library, where its "
                + "photos are listed: where each face is, how sure and how sharp it is, and the numbers that tell it from "
                + "others. It never leaves this machine, unless the library does, and is in no log.",
            "'evoke people off' stops that, and 'evoke people off --forget' deletes all of it.",
        ],
        examples: ["evoke people on"],
        run: { arguments, terminal in
            let places = try Places(library: arguments.path(.library))
            try await PhotoLibrary.keepPeople(true, places, upgrading: UpgradeDisplay(terminal).show)
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
        options: [.library, .forgetPeople],
        details: [
            "What is known stays, and is used again after 'evoke people on'.",
            "--forget deletes faces, names, and all that was said of them, also what would undo it. The library's file is "
                + "written anew for that, so that nothing is left in it, in its log, or in a copy from before an upgrade; "
                + "backups of your own are yours to delete, and so are saved searches with names in them. Of a library in "
                + "a database the rows are deleted; its server may keep them in its files, logs and backups for a while.",
        ],
        examples: ["evoke people off", "evoke people off --forget"],
        run: { arguments, terminal in
            let places = try Places(library: arguments.path(.library))
            let upgrade = UpgradeDisplay(terminal)
            guard arguments.has(.forgetPeople) else {
                try await PhotoLibrary.keepPeople(false, places, upgrading: upgrade.show)
                terminal.say("People are off. What is known is kept; --forget deletes it.")
                return .done
            }
            terminal.say("Deleting all that is known of people, and writing the library anew without it.")
            try await PhotoLibrary.forgetPeople(places, upgrading: upgrade.show)
            terminal.say("People are off, and nothing of them is left in the library.")
            return .done
        })
}
