import Evoke
import EvokeValues

extension Command {
    static let forget = Command(
        name: "forget",
        summary: "Take photos out of the library, and leave them on the disk",
        operands: "PATH...",
        operandKind: .files,
        options: [.library, .yes, .dryRun],
        details: [
            "Deletes what the library knows of a photo, or of all in a folder: names, vectors, failures. A folder that "
                + "was indexed by name is no longer refreshed; what lies in another such folder as well stays known. It "
                + "need not be there any more. What lies inside a folder that is still indexed comes back with the next "
                + "'evoke index' for as long as it is on the disk.",
            "Tags, albums and all else that you said of a photo go with its last copy, and 'evoke undo' does not bring them back. "
                + "So it asks first. 'evoke export xmp' keeps most of them in sidecars, and 'evoke library backup' all.",
        ],
        examples: ["evoke forget ~/Pictures/screenshots", "evoke forget /media/stick"],
        run: { arguments, terminal in
            guard !arguments.operands.isEmpty else {
                throw UsageError("Name photos or folders.", of: "forget")
            }
            let places = try LibraryConfiguration(library: arguments.path(.library))
            let cards = try await PhotoLibrary.photos(
                under: arguments.operands, places, upgrading: UpgradeDisplay(terminal).show)
            let chosen = ChosenPhotos(PhotoSet(cards.map(\.id)), cards.map(\.path), needAsking: true)
            let question =
                "Forget \(cards.isEmpty ? "what is there" : Amount.of(cards.count, "photo"))? What you said of photos (tags, "
                + "albums, stars, captions) goes with their last copy, and cannot be brought back."
            guard try chosen.areMeant(question, of: "forget", mayBeNone: true, arguments, terminal) else {
                return .done
            }
            var (done, failed) = (0, 0)
            for path in arguments.operands {
                do {
                    let forgotten = try await PhotoLibrary.forget(
                        path, places, upgrading: UpgradeDisplay(terminal).show)
                    terminal.say(sentence(forgotten, path))
                    done += 1
                } catch let error as EvokeError where error.kind == .notFound {
                    terminal.say(error: error)
                    failed += 1
                }
            }
            return .of(done: done, failed: failed)
        })

    private static func sentence(_ forgotten: Forgotten, _ path: FilePath) -> String {
        let count = forgotten.photos == 1 ? "1 photo" : "\(forgotten.photos) photos"
        let rest =
            forgotten.roots.isEmpty
            ? "What is still there comes back with the next 'evoke index'."
            : "No longer remembered: \(forgotten.roots.map(\.display).joined(separator: ", "))."
        return "Forgot \(count) of '\(path.display)'. \(rest)"
    }
}
