import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Command {
    static let modelsCatalogue = Command(
        name: "models catalogue",
        summary: "Add others' lists of models, or take them out again",
        operands: "add URL|FILE | remove NAME | list",
        operandKind: .files,
        options: [.json],
        details: [
            "A catalogue is a JSON file (docs/guide/080_models.md describes it). A copy is kept, and read again with 'evoke models "
                + "update' if it came from an address."
        ],
        examples: ["evoke models catalogue add https://models.example.org/catalogue.json"],
        run: { arguments, terminal in
            let downloader = try ModelDownloader(LibraryConfiguration())
            let words = arguments.operands
            func name() throws -> String {
                guard words.count == 2 else { throw UsageError("Name one catalogue.", of: "models catalogue") }
                return String(decoding: words[1].bytes, as: UTF8.self)
            }
            switch words.first?.display {
            case "add":
                let source = try name()
                let isAddress = source.contains("://")
                let catalogue = try await downloader.addCatalogue(
                    isAddress ? source : FileSystem.absolute(FilePath(source)).string ?? source)
                terminal.say(
                    "Added the catalogue '\(catalogue.name)' with \(count(catalogue)). 'evoke models "
                        + "available' lists them.")
            case "remove":
                try downloader.removeCatalogue(name())
                terminal.say("Removed the catalogue '\(try name())'. Models that came from it stay.")
            case "list":
                guard words.count == 1 else { throw UsageError("'list' takes no more words.", of: "models catalogue") }
                try list(downloader, arguments, terminal)
            default: throw UsageError("Say which: add, remove or list.", of: "models catalogue")
            }
            return .done
        })

    private static func count(_ catalogue: ModelCatalogue) -> String {
        catalogue.models.count == 1 ? "1 model" : "\(catalogue.models.count) models"
    }

    private static func list(
        _ downloader: ModelDownloader, _ arguments: Arguments, _ terminal: Terminal
    ) throws {
        let added = downloader.addedCatalogues { terminal.say(error: $0) }
        if arguments.has(.json) {
            return try terminal.print(JSONText.of(CataloguesAnswer(added)))
        }
        for catalogue in added {
            let name = terminal.bold(catalogue.catalogue.name)
            try terminal.print("\(name)  \(count(catalogue.catalogue)), \(catalogue.origin)")
        }
        if added.isEmpty { terminal.say("None was added to Evoke's own.") }
    }
}
