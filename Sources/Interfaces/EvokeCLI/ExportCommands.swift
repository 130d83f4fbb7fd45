import Evoke
import EvokeValues

extension Command {
    static let exporting = Command.group(
        name: "export", summary: "Write what you said of your photos, for other programs", [.exportXMP])

    private static let exportXMP = Command(
        name: "export xmp",
        summary: "Write tags, stars and captions into sidecars",
        operands: "",
        operandKind: .nothing,
        options: [.library],
        details: [
            "What you gave photos with 'evoke tag', 'evoke rate' and 'evoke caption', or in the app, is written into the .xmp "
                + "file beside each photo, where digiKam, darktable and Lightroom read it. What a sidecar says stays in it, "
                + "and no photo is written to. Where a photo or its sidecar has other stars or another description, both "
                + "stay as they are, and that is said.",
            "Favourites and albums stay in the library: no standard has a place for them. Whose faces are where is written by "
                + "'evoke people export'.",
        ],
        examples: ["evoke export xmp"],
        run: { arguments, terminal in
            let report = try await exchange(terminal) { failed, notify in
                try await PhotoLibrary.exportMarks(
                    Places(library: arguments.path(.library)), upgrading: UpgradeDisplay(terminal).show, failed: failed,
                    notify: notify)
            }
            terminal.say(
                report.photos == 0
                    ? "Nothing was written: there is nothing of yours that photos and their sidecars do not say."
                    : "Written into the sidecars of \(Amount.of(report.photos, "photo")).")
            if report.differing > 0 {
                let has = report.differing == 1 ? "has" : "have"
                terminal.say(
                    "\(Amount.of(report.differing, "photo")) \(has) other stars or another description in the file or its "
                        + "sidecar, and both were left.")
            }
            return .of(done: report.photos, failed: report.failed)
        })
}
