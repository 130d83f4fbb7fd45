import Evoke
import EvokeValues
import EvokeWebAPI

extension Option {
    fileprivate static let languages = Option(
        "--languages", .text("LIST"), "Of the languages, only these, with commas between them (default: all)")
}

extension Command {
    static let text = Command(
        name: "text",
        summary: "Read the text in photos",
        operands: "PHOTO...",
        operandKind: .files,
        options: [.languages, .json],
        details: [
            "Prints the lines of each photo in the order in which one reads them; of several photos, each line stands "
                + "after the photo's path. Nothing is printed for a photo without text. --json prints one object a "
                + "line: {\"path\", \"lines\": [{\"text\", \"confidence\", \"box\": [[x, y], [x, y], [x, y], [x, y]]}]}. "
                + "A box has four corners in pixels of the upright photo, from the one where the text begins.",
            "English and Chinese are read everywhere, other languages where they are installed ('evoke text "
                + "languages').",
        ],
        examples: ["evoke text receipt.jpg", "evoke text --json ~/Pictures/*.jpg", "evoke text languages"],
        subcommands: [textLanguages],
        run: { arguments, terminal in
            guard !arguments.operands.isEmpty else { throw UsageError("Name photos.", of: "text") }
            let languages = arguments.text(.languages)?.split(separator: ",").map { $0.filter { $0 != " " } }
            let reader = try await PhotoTextReader.open(places: LibraryConfiguration(), languages: languages)
            keepUntilTheEnd(reader)
            let run = PhotoRun(photos: arguments.operands, doing: "Reading", terminal: terminal)
            return try await run.run(reader.read) { photo, text in
                if arguments.has(.json) {
                    try terminal.print(JSONText.of(TextAnswer(text, of: photo)))
                } else {
                    for line in text.lines {
                        try terminal.print(run.place(of: photo) + FilePath(line.text).display)
                    }
                }
            }
        })

    private static let textLanguages = Command(
        name: "text languages",
        summary: "List the languages that text is read in",
        operands: "",
        operandKind: .nothing,
        options: [.json],
        details: [
            "English and Chinese are read without any of them, but for accents. A language of Tesseract's is used as "
                + "soon as it is installed, on Debian with 'apt-get install tesseract-ocr-CODE' (with - for _). Each costs "
                + "a little time for each line. Where several fit, the language of your locale (LANG) comes first.",
            "--json prints one object a line: {\"code\", \"name\"}.",
        ],
        examples: ["evoke text languages"],
        run: { arguments, terminal in
            let languages = ReadingLanguage.installed
            for language in languages {
                try terminal.print(
                    arguments.has(.json)
                        ? JSONText.of(LanguageAnswer(code: language.code, name: language.name))
                        : "\(language.code)\t\(language.name)")
            }
            if languages.isEmpty {
                terminal.say(
                    "None is installed. On Debian, 'apt-get install tesseract-ocr-deu' adds German, for example.")
            }
            return .done
        })
}
