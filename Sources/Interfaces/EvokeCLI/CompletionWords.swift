import Evoke
import EvokeValues

/// How the last of a command's words may go on, by what a library and the shelf have.
struct CompletionWords {
    private let command: Command
    private let places: LibraryConfiguration
    /// What is being typed, and the word before it.
    private let typed: String
    private let before: String
    /// The command's operands before it.
    private let operands: Int

    /// Nil where the words name no command.
    init?(_ words: [String], _ places: LibraryConfiguration) throws {
        // What is no command has no words.
        guard let first = words.first, words.count > 1, var command = try? CommandLineTool.find(first) else {
            return nil
        }
        var rest = words.dropFirst()
        if rest.count > 1, let inner = command.subcommands.first(where: { $0.lastName == rest.first }) {
            (command, rest) = (inner, rest.dropFirst())
        }
        (self.command, self.places) = (command, places)
        typed = rest.last ?? ""
        before = rest.dropLast().last ?? ""
        var (operands, isValue) = (0, false)
        for word in rest.dropLast() {
            if !isValue, !word.hasPrefix("-") { operands += 1 }
            isValue = command.options.contains { $0.name == word && $0.placeholder != nil }
        }
        self.operands = operands
    }

    func all() async throws -> [String] {
        let named = try await names()
        guard named == nil else { return (named ?? []).filter { $0.folded.hasPrefix(typed.folded) } }
        guard command.operandKind == .query, !typed.hasPrefix("--") else { return [] }
        guard typed.contains(":") else {
            return QueryField.all.filter { $0.name.hasPrefix(typed.lowercased()) }.map { $0.name + ":" }
        }
        let library = try await PhotoLibrary.open(places, access: .read)
        keepUntilTheEnd(library)
        return try await library.suggest(typed, top: 50).map(\.query).filter { $0.folded.hasPrefix(typed.folded) }
    }

    /// The names of what is wanted there; nil where that has no names.
    private func names() async throws -> [String]? {
        switch (command.name, before) {
        case (_, Option.saved.name), ("share", "--search"), ("searches", "--remove"):
            return try await PhotoLibrary.savedSearches(places).map(\.name)
        case (_, Option.model.name): return models
        default: break
        }
        if command.options.contains(where: { $0.name == before && $0.placeholder != nil }) { return [] }
        guard operands == 0 else { return nil }
        switch command.name {
        case "album add", "album remove", "album rename", "share":
            return try await PhotoLibrary.marks(places).albums.map(\.text)
        case "tag add", "tag remove": return try await PhotoLibrary.marks(places).tags.map(\.text)
        case "models use", "models show", "models verify", "models remove", "models labels": return models
        case "config set", "config unset": return Settings.keys
        default: return nil
        }
    }

    private var models: [String] { ModelCollection(places).list().map(\.name) }
}
