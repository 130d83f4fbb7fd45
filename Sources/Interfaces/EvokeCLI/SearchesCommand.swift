import Evoke
import EvokeValues
import EvokeWebAPI

extension Option {
    static let save = Option(
        "--save", .text("NAME"), "Keep QUERY under that name, too, in the place of one that has it")
    static let saved = Option("--saved", .text("NAME"), "Ask the query that is kept under that name")
    static let removeSearch = Option("--remove", .text("NAME"), "Forget the query that is kept under that name")
}

extension Command {
    static let searches = Command(
        name: "searches",
        summary: "List the searches that are saved, or forget one",
        operands: "",
        operandKind: .nothing,
        options: [.library, .json, .removeSearch],
        details: [
            "'evoke search --save NAME QUERY' saves one, and 'evoke search --saved NAME' asks it. They are kept in the "
                + "library as they were written and read anew each time, so last week is the week before the day on which "
                + "one asks. Other options of the search are not kept.",
            "Each line has a name and its query, in a pipe with a tab between them. --json prints one object, as a "
                + "server's /api/searches gives it (docs/api.md).",
        ],
        examples: ["evoke searches", "evoke searches --remove \"Last week\""],
        run: { arguments, terminal in
            let places = try LibraryConfiguration(library: arguments.path(.library))
            if let name = arguments.text(.removeSearch) {
                guard !arguments.has(.json) else {
                    throw UsageError("Choose one of --json and --remove.", of: "searches")
                }
                if !LibrarySocket(places, say: terminal.say).removeSearch(name) {
                    try await PhotoLibrary.removeSearch(name, places, upgrading: UpgradeDisplay(terminal).show)
                }
                terminal.say("Removed the saved search '\(SavedSearch(name: name, query: "").shownName)'.")
                return .done
            }
            let searches = try await PhotoLibrary.savedSearches(places, upgrading: UpgradeDisplay(terminal).show)
            guard !arguments.has(.json) else {
                try terminal.print(JSONText.of(SearchesAnswer(searches)))
                return .done
            }
            for search in searches {
                let gap = terminal.resultsAreShown ? "  " : "\t"
                try terminal.print("\(terminal.bold(search.shownName))\(gap)\(FilePath(search.query).display)")
            }
            if searches.isEmpty { terminal.say("None is saved. 'evoke search --save NAME QUERY' saves one.") }
            return .done
        })
}

extension Arguments {
    /// The query that is saved under the name given; nil where none is.
    func savedQuery(_ terminal: Terminal) async throws -> String? {
        guard let name = text(.saved) else { return nil }
        return try await PhotoLibrary.savedSearches(
            LibraryConfiguration(library: path(.library)), upgrading: UpgradeDisplay(terminal).show
        )
        .named(name, doing: "ask the saved search").query
    }

    /// The query as it is to be saved, where it is; nothing is written yet.
    func searchToSave(_ query: String) throws(EvokeError) -> SavedSearch? {
        guard let name = text(.save) else { return nil }
        let search = SavedSearch(name: name, query: query)
        try search.check()
        return search
    }

    /// By a server that has the library open, which can while it indexes, else in the library.
    func save(_ search: SavedSearch, _ terminal: Terminal) async throws {
        let places = try LibraryConfiguration(library: path(.library))
        if !LibrarySocket(places, say: terminal.say).save(search) {
            try await PhotoLibrary.save(search: search, places, upgrading: UpgradeDisplay(terminal).show)
        }
        terminal.say("Saved as '\(search.shownName)': 'evoke search --saved' asks it again.")
    }
}

extension SavedSearch {
    fileprivate var shownName: String { FilePath(name).display }
}
