import Evoke
import EvokeClient
import EvokePorts
import EvokeValues
import EvokeWebAPI

extension Command {
    static let photo = Command.group(
        name: "photo", summary: "Show, read or classify single photos",
        [.photoShow, .photoText, .photoFaces, .photoClassify])
}

extension Command {
    static let photoShow = Command(
        name: "photo show",
        summary: "Show what the library knows about a photo",
        operands: "PHOTO",
        operandKind: .files,
        options: [.library, .json],
        details: [
            "PHOTO is a path, or the number ('id') from 'evoke search --json'. Shows date, location, camera, "
                + "metadata, your marks, people, and recognized text. In a pipe, each line is a name and a value "
                + "with a tab between.",
            "--json prints one object: {\"photo\", \"text\", \"people\"}, as the server gives them (docs/api.md).",
        ],
        examples: ["evoke photo show party.jpg", "evoke photo show --json 4711"],
        run: { arguments, terminal in
            let photo = try arguments.operands(1...1, or: "Give one photo.")[0]
            let shown = try await arguments.library(terminal).show(photo)
            if arguments.has(.json) {
                try terminal.print(JSONText.of(ShowAnswer(shown)))
                return .done
            }
            for (name, value) in shown.lines {
                guard terminal.resultsAreShown else {
                    try terminal.print("\(name)\t\(DiskPath(value).display)")
                    continue
                }
                let pad = String(repeating: " ", count: max(1, 12 - name.count))
                try terminal.print(terminal.dim(name + pad) + DiskPath(value).display)
            }
            return .done
        })
}

private struct ShowAnswer: Encodable {
    let photo: PhotoAnswer
    let text: PhotoTextAnswer
    let people: [String]

    init(_ shown: ShownPhoto) {
        photo = PhotoAnswer(shown.page, placeName: shown.placeName, canOpen: false)
        text = PhotoTextAnswer(shown.text)
        people = shown.people
    }
}

extension ShownPhoto {
    fileprivate var people: [String] { (faces ?? []).filter { !$0.isHidden }.compactMap(\.person?.name) }

    fileprivate var lines: [(name: String, value: String)] {
        let (card, metadata, marks) = (page.card, page.metadata, page.marks)
        let size = card.size.map { "\($0.width) × \($0.height), " } ?? ""
        let stars = (marks.rating ?? metadata.rating).map { $0 < 0 ? "rejected" : "\($0)" }
        let said = [marks.isFavorite ? "favorite" : nil, marks.isHidden ? "hidden" : nil].compactMap(\.self)
        let unnamed = (faces ?? []).count { !$0.isHidden && $0.person == nil }
        let faces = people + (unnamed > 0 ? [Format.count(unnamed, people.isEmpty ? "face" : "other face")] : [])
        let fields: [(String, [String?])] = [
            ("Photo", [card.path.display]), ("Number", ["\(card.id.value)"]), ("Taken", [metadata.taken?.words]),
            ("Place", [placeName, metadata.place.map { "\($0.latitude), \($0.longitude)" }]),
            ("Camera", [metadata.camera?.name, metadata.lens]),
            (
                "File",
                ["\(size)\(Format.bytes(card.stamp.size)), \(PhotoAnswer(page, placeName: nil, canOpen: false).type)"]
            ),
            ("Missing", [page.isThere ? nil : "the file is not there now"]),
            ("Length", [metadata.length.map { Format.duration(.seconds($0)) }]), ("Rating", [stars]),
            ("Title", [metadata.title]), ("Caption", [marks.caption ?? metadata.description]), ("Tags", marks.tags),
            ("Keywords", metadata.keywords), ("Albums", marks.albums), ("Marks", said), ("People", faces),
            ("Colors", page.colors?.all.map(\.rawValue) ?? []), ("Beside", page.companions.map(\.display)),
        ]
        return fields.compactMap { name, values in
            let known = values.compactMap(\.self)
            return known.isEmpty ? nil : (name, known.joined(separator: "; "))
        } + (text?.lines ?? []).map { ("Text", $0.text) }
    }
}

extension TakenDate {
    fileprivate var words: String { "\(self)" + (source == .fileModified ? " (file time)" : "") }
}

extension Option {
    fileprivate static let languages = Option(
        "--languages", .text("LIST"), "Use only these languages, separated by commas (default: all)")
}

extension Command {
    static let photoText = Command(
        name: "photo text",
        summary: "Recognize text in photos",
        operands: "PHOTO...",
        operandKind: .files,
        options: [.languages, .json],
        details: [
            "Prints the lines of each photo in reading order; with several photos, each line starts with the path. "
                + "--json prints one object a line: {\"path\", \"lines\": [{\"text\", \"confidence\", \"box\": [[x, "
                + "y], [x, y], [x, y], [x, y]]}]}, with corners in pixels.",
            "English and Chinese always work; 'evoke photo text languages' lists others that are installed.",
        ],
        examples: [
            "evoke photo text receipt.jpg",
            "evoke photo text --json ~/Pictures/*.jpg",
            "evoke photo text languages",
        ],
        subcommands: [textLanguages],
        run: { arguments, terminal in
            let photos = try arguments.operands(1..., or: "Give at least one photo file.")
            let languages = arguments.text(.languages)?.split(separator: ",").map { $0.filter { $0 != " " } }
            let reader = try await PhotoTextReader.open(configuration: LibraryConfiguration(), languages: languages)
            keepAliveUntilExit(reader)
            let run = PhotoRun(photos: photos, doing: "Reading", terminal: terminal)
            return try await run.run(reader.read) { photo, text in
                if arguments.has(.json) {
                    try terminal.print(JSONText.of(TextAnswer(text, of: photo)))
                } else {
                    if text.lines.isEmpty, terminal.resultsAreShown {
                        terminal.message("No text in '\(photo.display)'.")
                    }
                    for line in text.lines {
                        try terminal.print(run.place(of: photo) + DiskPath(line.text).display)
                    }
                }
            }
        })

    private static let textLanguages = Command(
        name: "photo text languages",
        summary: "List installed languages for text recognition",
        options: [.json],
        details: [
            "Languages of Tesseract are used as soon as they are installed, on Debian with 'apt-get install "
                + "tesseract-ocr-CODE' (with - for _). English and Chinese need none. Each makes recognition a "
                + "little slower.",
            "--json prints one object a line: {\"code\", \"name\"}.",
        ],
        examples: ["evoke photo text languages"],
        run: { arguments, terminal in
            let languages = ReadingLanguage.installed
            for language in languages {
                try terminal.print(
                    arguments.has(.json)
                        ? JSONText.of(LanguageAnswer(code: language.code, name: language.name))
                        : "\(language.code)\t\(language.name)")
            }
            if languages.isEmpty {
                terminal.message("None installed. On Debian, 'apt-get install tesseract-ocr-deu' adds German.")
            }
            return .done
        })
}

extension Option {
    static let recognizer = Option(
        "--recognizer", .text("NAME"),
        "The model that tells faces apart (default: \(PhotoFaceFinder.usualRecognizer))")
}

extension Command {
    static let photoFaces = Command(
        name: "photo faces",
        summary: "Find faces in photos",
        operands: "PHOTO...",
        operandKind: .files,
        options: [.library, .recognizer, .json],
        details: [
            "Prints one line per face, the largest first, with tabs: box (left, top, width, height in pixels), "
                + "confidence (0 to 1), sharpness (0 to 1), and the name if the library knows it. With several "
                + "photos, each line starts with the path.",
            "--json prints one object a line: {\"path\", \"faces\": [{\"box\": [x, y, width, height], "
                + "\"confidence\", \"sharpness\", \"vector\", \"person\"}]}. Two vectors at most 0.57 apart are most "
                + "likely the same person; for another --recognizer, see 'pair' in 'evoke models show'.",
            "Nothing is stored. To recognize people in the library, run 'evoke people on'.",
        ],
        examples: ["evoke photo faces party.jpg", "evoke photo faces --json ~/Pictures/*.jpg"],
        run: { arguments, terminal in
            let photos = try arguments.operands(1..., or: "Give at least one photo file.")
            let finder = try await PhotoFaceFinder.open(
                configuration: LibraryConfiguration(),
                recognizer: arguments.text(.recognizer) ?? PhotoFaceFinder.usualRecognizer)
            keepAliveUntilExit(finder)
            var known: [DiskPath: [KnownFace]] = [:]
            do {
                let people = try await arguments.libraryIfAny(terminal)?.people
                known = try await people?.knownFaces(in: photos) ?? [:]
            } catch let error as EvokeError {
                terminal.report(error)
            }
            let run = PhotoRun(photos: photos, doing: "Looking for faces", terminal: terminal)
            return try await run.run(finder.find) { [known] photo, found in
                let answer = FacesAnswer(found, of: photo) { face in
                    known[photo]?.first { $0.face.box.isOfSameFace(as: face.box) }?.person?.name
                }
                if arguments.has(.json) {
                    try terminal.print(JSONText.of(answer))
                } else {
                    if answer.faces.isEmpty, terminal.resultsAreShown {
                        terminal.message("No faces in '\(photo.display)'.")
                    }
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

/// Runs a command over photos one by one, printing each result at once, with errors and progress.
struct PhotoRun {
    let photos: [DiskPath]
    /// For progress: "Reading".
    let doing: String
    let terminal: Terminal

    typealias Delivery<Answer> = (DiskPath, Result<Answer, EvokeError>) async throws -> Void

    func run<Answer>(
        _ read: ([DiskPath], Delivery<Answer>) async throws -> Void,
        print: @escaping (DiskPath, Answer) throws -> Void
    ) async throws -> ExitCode {
        let line = StatusLine(terminal, every: .seconds(5))
        let started = ContinuousClock.now
        var (done, failed) = (0, 0)
        try await read(photos) { photo, result in
            line.clear()
            switch result {
            case .success(let answer):
                done += 1
                try print(photo, answer)
            case .failure(let error):
                failed += 1
                terminal.report(error)
            }
            if done + failed < photos.count, ContinuousClock.now - started >= .seconds(1) {
                line.show("\(doing): \(done + failed) of \(photos.count) photos")
            }
        }
        line.clear()
        return .of(done: done, failed: failed)
    }

    /// Printed before each line if there are several photos.
    func place(of photo: DiskPath) -> String { photos.count > 1 ? terminal.dim(photo.display) + "\t" : "" }
}
