import Evoke
import EvokeValues

extension Command {
    static let exporting = Command.group(
        name: "export", summary: "Write what you said of your photos, for other programs", [.exportXMP])

    private static let exportXMP = Command(
        name: "export xmp",
        summary: "Write tags, stars, captions, favourites and albums into sidecars",
        operands: "",
        operandKind: .nothing,
        options: [.library],
        details: [
            "What you gave photos with 'evoke tag', 'evoke rate' and 'evoke caption', or in the app, is written into the .xmp "
                + "file beside each photo, where digiKam, darktable and Lightroom read it. What a sidecar says stays in it, "
                + "and no photo is written to. Where a photo or its sidecar has other stars or another description, both "
                + "stay as they are, and that is said.",
            "Favourites are noted as photos that are picked, as digiKam and Lightroom note it, and albums as collections of "
                + "the Metadata Working Group. Whose faces are where is written by 'evoke people export'. 'evoke config "
                + "write-xmp sidecars' has each change written as it is made.",
        ],
        examples: ["evoke export xmp"],
        run: { arguments, terminal in
            let report = try await exchange(terminal) { failed, notify in
                try await PhotoLibrary.exportMarks(
                    LibraryConfiguration(library: arguments.path(.library)), upgrading: UpgradeDisplay(terminal).show,
                    failed: failed,
                    notify: notify)
            }
            terminal.say(
                report.photos == 0
                    ? "Nothing was written: there is nothing of yours that photos and their sidecars do not say."
                    : "Written into the sidecars of \(Amount.of(report.photos, "photo")).")
            report.sayWhatDiffers(terminal)
            return .of(done: report.photos, failed: report.failed)
        })
}
