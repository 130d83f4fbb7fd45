import Evoke
import EvokeValues

extension Command {
    static let configSidecars = Command(
        name: "config write-xmp",
        summary: "Have each change of marks written into sidecars, or no more",
        operands: "[sidecars|off]",
        operandKind: .text,
        options: [.library],
        details: [
            "With 'sidecars', what 'evoke export xmp' writes is written now, and from then on after each change: by a "
                + "command, in the app, by the API or an import. What cannot be written waits, as on a disk that is away: "
                + "'evoke index', 'evoke watch' and each later change write it, and 'evoke status' says how many wait. With "
                + "'off', sidecars stay as they are.",
            "What you take away or change here is taken away or changed in sidecars, where Evoke added it and it stands there "
                + "still as Evoke wrote it. What stood there before stays, and so does what another program has put in its "
                + "place.",
            "What Evoke added is noted in the file 'sidecars' in the library's folder. Where that is damaged, nothing is "
                + "written any more, which each change and 'evoke status' say. 'sidecars' turns it on again: all that stands "
                + "in sidecars by then stays there.",
            "It is set for a library on this machine. Without a word, it is said what is set.",
        ],
        examples: ["evoke config write-xmp sidecars"],
        run: { arguments, terminal in
            let places = try LibraryConfiguration(library: arguments.path(.library))
            switch arguments.operands.map(\.display) {
            case []:
                try terminal.print(PhotoLibrary.keepsSidecars(places) ? "sidecars" : "off")
                return .done
            case ["off"]:
                try await PhotoLibrary.keepSidecars(false, places, upgrading: UpgradeDisplay(terminal).show)
                return .done
            case ["sidecars"]:
                try await PhotoLibrary.keepSidecars(true, places, upgrading: UpgradeDisplay(terminal).show)
                return try await writeSidecars(places, terminal, isNew: true)
            default: throw UsageError("Say 'sidecars' or 'off'.", of: "config write-xmp")
            }
        })

    /// Writes what waits, after a change of marks; says nothing where nobody wants that.
    @discardableResult
    static func writeSidecars(_ places: LibraryConfiguration, _ terminal: Terminal, isNew: Bool = false) async throws
        -> ExitCode
    {
        do throws(EvokeError) {
            guard try PhotoLibrary.keepsSidecars(places) else { return .done }
        } catch {
            terminal.say(error: error)
            return .failed
        }
        let report = try await exchange(terminal) { failed, notify in
            try await PhotoLibrary.writeSidecars(places, failed: failed, notify: notify)
        }
        if isNew || report.photos > 0 {
            terminal.say("Written into the sidecars of \(Amount.of(report.photos, "photo")).")
        }
        report.sayWhatDiffers(terminal)
        return .of(done: report.photos, failed: report.failed)
    }
}

extension MarkExport {
    func sayWhatDiffers(_ terminal: Terminal) {
        guard differing > 0 else { return }
        let has = differing == 1 ? "has" : "have"
        terminal.say(
            "\(Amount.of(differing, "photo")) \(has) other stars or another description in the file or its sidecar, and "
                + "both were left.")
    }
}
