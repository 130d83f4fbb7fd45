import Evoke
import EvokeValues
import EvokeWire

extension Command {
    static let faces = Command(
        name: "faces",
        summary: "Find the faces in photos",
        operands: "PHOTO...",
        operandKind: .files,
        options: [.json],
        details: [
            "Prints a line for each face, the largest first: its box (left, top, width, height, in pixels of the upright "
                + "photo), how sure it is (0 to 1) and how sharp (0 to 1), with tabs between them. Of several photos, each "
                + "line begins with the photo's path. Nothing is printed for a photo without faces.",
            "--json prints one object a line: {\"path\", \"faces\": [{\"box\": [x, y, width, height], \"confidence\", "
                + "\"sharpness\", \"vector\", \"person\"}]}. Vectors that are at most 0.6 from each other, by the straight "
                + "line between them, are most likely of one person. 'person' is null: nobody can be named yet.",
            "Nothing of it is kept. 'evoke people on' has faces found in a library, and kept.",
        ],
        examples: ["evoke faces party.jpg", "evoke faces --json ~/Pictures/*.jpg"],
        run: { arguments, terminal in
            guard !arguments.operands.isEmpty else { throw UsageError("Name photos.", of: "faces") }
            let finder = try await PhotoFaceFinder.open(places: Places())
            keepUntilTheEnd(finder)
            let run = PhotoRun(photos: arguments.operands, doing: "Looking for faces", terminal: terminal)
            return try await run.run(finder.find) { photo, found in
                let answer = FacesAnswer(found, of: photo)
                if arguments.has(.json) {
                    try terminal.print(JSONText.of(answer))
                } else {
                    for face in answer.faces {
                        let box = face.box.map(String.init).joined(separator: ",")
                        try terminal.print("\(run.place(of: photo))\(box)\t\(face.confidence)\t\(face.sharpness)")
                    }
                }
            }
        })
}
