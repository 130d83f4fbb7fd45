import Evoke
import EvokeClient
import EvokeValues
import EvokeWebAPI

extension Command {
    static let show = Command(
        name: "show",
        summary: "Show what the library knows of a photo",
        operands: "PHOTO",
        operandKind: .files,
        options: [.library, .json],
        details: [
            "PHOTO is a path, or the number that --json of 'evoke search' gives. Shown are when and where it was taken, with "
                + "what, what its file and its sidecars say of it and what you do, who is in it, and the text that was read "
                + "in it. In a pipe, each line has a name and a value with a tab between them.",
            "--json prints one object: {\"photo\", \"text\", \"people\"}. 'photo' and 'text' are as a server gives them "
                + "(docs/api.md), and 'people' are names.",
        ],
        examples: ["evoke show party.jpg", "evoke show --json 4711"],
        run: { arguments, terminal in
            guard let photo = arguments.operands.first, arguments.operands.count == 1 else {
                throw UsageError("Name one photo.", of: "show")
            }
            let shown = try await PhotoLibrary.show(
                photo, LibraryConfiguration(library: arguments.path(.library)), upgrading: UpgradeDisplay(terminal).show
            )
            if arguments.has(.json) {
                try terminal.print(JSONText.of(ShowAnswer(shown)))
                return .done
            }
            for (name, value) in shown.lines {
                guard terminal.resultsAreShown else {
                    try terminal.print("\(name)\t\(FilePath(value).display)")
                    continue
                }
                let pad = String(repeating: " ", count: max(1, 12 - name.count))
                try terminal.print(terminal.dim(name + pad) + FilePath(value).display)
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

    /// What there is, each with its name.
    fileprivate var lines: [(name: String, value: String)] {
        let (card, metadata, marks) = (page.card, page.metadata, page.marks)
        let size = card.size.map { "\($0.width) × \($0.height), " } ?? ""
        let stars = (marks.rating ?? metadata.rating).map { $0 < 0 ? "rejected" : "\($0)" }
        let said = [marks.isFavourite ? "favourite" : nil, marks.isHidden ? "hidden" : nil].compactMap(\.self)
        let unnamed = (faces ?? []).count { !$0.isHidden && $0.person == nil }
        let faces = people + (unnamed > 0 ? [Amount.of(unnamed, people.isEmpty ? "face" : "other face")] : [])
        let fields: [(String, [String?])] = [
            ("Photo", [card.path.display]), ("Number", ["\(card.id.value)"]), ("Taken", [metadata.taken?.words]),
            ("Place", [placeName, metadata.place.map { "\($0.latitude), \($0.longitude)" }]),
            ("Camera", [metadata.camera?.name, metadata.lens]),
            (
                "File",
                ["\(size)\(Amount.ofBytes(card.stamp.size)), \(PhotoAnswer(page, placeName: nil, canOpen: false).type)"]
            ),
            ("Missing", [page.isThere ? nil : "its file is not in its place now"]),
            ("Length", [metadata.length.map { Amount.ofTime(.seconds($0)) }]), ("Rating", [stars]),
            ("Title", [metadata.title]), ("Caption", [marks.caption ?? metadata.description]), ("Tags", marks.tags),
            ("Keywords", metadata.keywords), ("Albums", marks.albums), ("Marks", said), ("People", faces),
            ("Colours", page.colors?.all.map(\.rawValue) ?? []), ("Beside", page.companions.map(\.display)),
        ]
        return fields.compactMap { name, values in
            let known = values.compactMap(\.self)
            return known.isEmpty ? nil : (name, known.joined(separator: "; "))
        } + (text?.lines ?? []).map { ("Text", $0.text) }
    }
}

extension TakenDate {
    fileprivate var words: String { "\(self)" + (source == .fileModified ? " (the time of its file alone)" : "") }
}
