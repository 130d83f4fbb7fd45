import Evoke
import EvokeClient
import EvokeValues

extension Option {
    static let recognizer = Option(
        "--recognizer", .text("NAME"),
        "The graph on the shelf that tells faces apart (default: \(PhotoFaceFinder.usualRecognizer))")
}

extension Command {
    static let faces = Command(
        name: "faces",
        summary: "Find the faces in photos",
        operands: "PHOTO...",
        operandKind: .files,
        options: [.library, .recognizer, .json],
        details: [
            "Prints a line for each face, the largest first: its box (left, top, width, height, in pixels of the upright "
                + "photo), how sure it is (0 to 1), how sharp (0 to 1), and whose it is where the library knows the photo and "
                + "the name, with tabs between them. Of several photos, each line begins with the photo's path. Nothing is "
                + "printed for a photo without faces.",
            "--json prints one object a line: {\"path\", \"faces\": [{\"box\": [x, y, width, height], \"confidence\", "
                + "\"sharpness\", \"vector\", \"person\"}]}. Vectors that are at most 0.57 from each other, by the straight "
                + "line between them, are most likely of one person; with another --recognizer, it is the 'pair' that "
                + "'evoke models show' has. 'person' is a name, or null where the library knows none.",
            "Nothing of it is kept. 'evoke people on' has faces found in a library, and kept.",
        ],
        examples: ["evoke faces party.jpg", "evoke faces --json ~/Pictures/*.jpg"],
        run: { arguments, terminal in
            guard !arguments.operands.isEmpty else { throw UsageError("Name photos.", of: "faces") }
            let finder = try await PhotoFaceFinder.open(
                places: LibraryConfiguration(),
                recognizer: arguments.text(.recognizer) ?? PhotoFaceFinder.usualRecognizer)
            keepUntilTheEnd(finder)
            var known: [FilePath: [KnownFace]] = [:]
            do {
                known = try await PhotoLibrary.knownFaces(
                    in: arguments.operands, LibraryConfiguration(library: arguments.path(.library)),
                    upgrading: UpgradeDisplay(terminal).show)
            } catch let error as EvokeError {
                terminal.say(error: error)
            }
            let run = PhotoRun(photos: arguments.operands, doing: "Looking for faces", terminal: terminal)
            return try await run.run(finder.find) { [known] photo, found in
                let answer = FacesAnswer(found, of: photo) { face in
                    known[photo]?.first { $0.face.box.isOfSameFace(as: face.box) }?.person?.name
                }
                if arguments.has(.json) {
                    try terminal.print(JSONText.of(answer))
                } else {
                    for face in answer.faces {
                        let box = face.box.map(String.init).joined(separator: ",")
                        let name = face.person.map { "\t\($0)" } ?? ""
                        try terminal.print(
                            "\(run.place(of: photo))\(box)\t\(face.confidence)\t\(face.sharpness)\(name)")
                    }
                }
            }
        })
}
