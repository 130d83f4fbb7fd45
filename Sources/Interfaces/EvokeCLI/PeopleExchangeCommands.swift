import Evoke
import EvokeValues

extension Command {
    static let peopleExport = Command(
        name: "people export",
        summary: "Write whose faces are in photos into their sidecars",
        operands: "",
        operandKind: .nothing,
        options: [.library],
        details: [
            "Every face that has a name by your word is noted in the .xmp file beside its photo, with its place: as regions "
                + "of the Metadata Working Group, which digiKam and Lightroom read. What a sidecar says stays in it, "
                + "and no photo is written to. A face that has another name there keeps that one.",
            "Sidecars can be read by whoever can read the folder. Nothing takes the names out of them again: "
                + "'evoke people off --forget' deletes what the library knows.",
        ],
        examples: ["evoke people export"],
        run: { arguments, terminal in
            let report = try await exchange(terminal) { failed, notify in
                try await PhotoLibrary.exportPeople(
                    LibraryConfiguration(library: arguments.path(.library)), upgrading: UpgradeDisplay(terminal).show,
                    failed: failed,
                    notify: notify)
            }
            terminal.say(
                report.faces == 0
                    ? "Nothing was written: no face has a name by your word that its sidecar does not have."
                    : "Names were written for \(Amount.of(report.faces, "face")), into the sidecars of "
                        + "\(Amount.of(report.photos, "photo")).")
            report.sayWhatDiffers("in a sidecar", terminal)
            return .of(done: report.photos, failed: report.failed)
        })

    static let peopleImport = Command(
        name: "people import",
        summary: "Take over who is in photos from other programs",
        operands: "",
        operandKind: .nothing,
        options: [.library],
        details: [
            "Reads the regions with names that digiKam, Lightroom and Picasa write, from the photos of the library and their "
                + "sidecars. Run 'evoke index' first where photos are new. What you have said here already is "
                + "not changed by it. 'evoke people undo' takes all of it back.",
            "People have to be on. Faces that are found later at these places have the names, too.",
        ],
        examples: ["evoke people import"],
        run: { arguments, terminal in
            let report = try await exchange(terminal) { failed, notify in
                try await PhotoLibrary.importPeople(
                    LibraryConfiguration(library: arguments.path(.library)), upgrading: UpgradeDisplay(terminal).show,
                    failed: failed,
                    notify: notify)
            }
            terminal.say(
                report.faces == 0
                    ? "No face got a name: photos and their sidecars name nobody who has none here."
                    : "\(Amount.of(report.faces, "face")) in \(Amount.of(report.photos, "photo")) got a name. "
                        + "'evoke people undo' takes it back.")
            report.sayWhatDiffers("in a photo or its sidecar", terminal)
            return .of(done: report.photos, failed: report.failed)
        })
}

extension PeopleExchange {
    fileprivate func sayWhatDiffers(_ place: String, _ terminal: Terminal) {
        guard differing > 0 else { return }
        let has = differing == 1 ? "has" : "have"
        terminal.say("\(Amount.of(differing, "face")) \(has) another name \(place), and both were left.")
    }
}
