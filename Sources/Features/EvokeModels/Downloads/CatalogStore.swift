import EvokeSystem
package import EvokeValues
import FoundationEssentials

/// The catalogues that are known: Evoke's own, and those that were added to a shelf.
public struct CatalogStore: Sendable {
    /// A catalogue that was added, and where it came from.
    public struct Added: Codable, Sendable {
        /// An address on the web, or the path of a file, as it was given.
        public let origin: String
        /// The copy of it that is on the shelf.
        public let catalogue: ModelCatalogue
    }

    private let folder: FilePath

    package init(on modelStore: FilePath) {
        folder = modelStore.appending(ModelName.catalogues)
    }

    /// Those that were added; one that cannot be read any more is left out, and its error told.
    package func added(notify: (EvokeError) -> Void = { _ in }) -> [Added] {
        // There is no folder before one is added.
        let files = ((try? FileSystem.names(in: folder)) ?? []).map(folder.appending).filter { $0.suffix == "json" }
        return files.compactMap { file in
            do {
                return try read(file)
            } catch let error as EvokeError {
                notify(error)
                return nil
            } catch {
                return nil
            }
        }
    }

    package func models() -> [CatalogueModel] {
        ModelCatalogue.builtIn.models + added().flatMap(\.catalogue.models)
    }

    /// Which variants this installation has.
    package var draws: VariantDraws { VariantDraws(in: folder) }

    package func model(_ name: String) throws(EvokeError) -> CatalogueModel {
        if let model = models().first(where: { $0.name == name }) { return model }
        throw EvokeError(
            .notFound, doing: "find the model", subject: FilePath(name).display, reason: "no catalogue lists it",
            remedies: [.listPublishedModels, .addCatalogue])
    }

    /// Reads a catalogue at an address or in a file, and keeps a copy of it; one of the same name is replaced if it
    /// came from the same place.
    package func add(
        _ source: String, tokens: HubTokens, fetcher: any FileFetching
    ) async throws -> ModelCatalogue {
        let catalogue = try ModelCatalogue.read(try await bytes(of: source, tokens, fetcher), from: source)
        try check(catalogue, from: source)
        let added = Added(origin: source, catalogue: catalogue)
        try FileSystem.makeFolder(folder, isPrivate: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try FileSystem.replace(folder.appending(catalogue.name + ".json"), with: Array(try encoder.encode(added)))
        return catalogue
    }

    package func remove(_ name: String) throws(EvokeError) {
        let file = folder.appending(name + ".json")
        guard ModelName.isPlain(name), FileSystem.isFile(file) else {
            throw EvokeError(
                .notFound, doing: "remove the catalogue", subject: FilePath(name).display,
                reason: "none of that name was added", remedies: [.listCatalogues])
        }
        try FileSystem.erase(file)
    }

    private func read(_ file: FilePath) throws -> Added {
        let data = Data(try FileSystem.read(file))
        guard let added = try? JSONDecoder().decode(Added.self, from: data) else {
            throw EvokeError(
                .damaged, doing: "read the catalogue", subject: file.display, reason: "it is not what Evoke wrote",
                remedy: "Remove it, and add it again.")
        }
        // Whoever can write here could write models, too; a slip of the hand is caught all the same.
        return Added(
            origin: added.origin, catalogue: try ModelCatalogue.read(added.catalogue.json(), from: added.origin))
    }

    private func bytes(of source: String, _ tokens: HubTokens, _ fetcher: any FileFetching) async throws -> [UInt8] {
        guard WebAddress.isOne(source) else {
            let file = FilePath(source)
            guard !source.contains("://") else {
                throw EvokeError(
                    .wrongUsage, doing: "read the catalogue", subject: file.display,
                    reason: "that is not an address on the web",
                    remedy: "Give one that begins with https://, or a file.")
            }
            return try FileSystem.read(file, most: Int(ModelCatalogue.mostBytes))
        }
        try FileSystem.makeFolder(folder, isPrivate: true)
        let draft = folder.appending(".\(OwnProcess.number).part")
        // The next one takes its place.
        defer { try? FileSystem.erase(draft) }
        let wanted = WantedFile(url: source, token: tokens.token(for: source), maximum: ModelCatalogue.mostBytes)
        _ = try await fetcher.fetch(wanted, to: draft) { _ in }
        return try FileSystem.read(draft)
    }

    private func check(_ catalogue: ModelCatalogue, from source: String) throws(EvokeError) {
        func refused(_ reason: String, _ remedy: Remedy) -> EvokeError {
            EvokeError(.notAllowed, doing: "add the catalogue", subject: source, reason: reason, remedies: [remedy])
        }
        let others = added().filter { $0.catalogue.name != catalogue.name || $0.origin != source }
        if let other = others.first(where: { $0.catalogue.name == catalogue.name }) {
            throw refused(
                "one of its name, '\(catalogue.name)', came from \(other.origin)",
                .removeCatalogue(catalogue.name))
        }
        for other in [ModelCatalogue.builtIn] + others.map(\.catalogue) {
            if catalogue.name == other.name {
                throw refused("'\(catalogue.name)' is Evoke's own", .advice("Give it another name."))
            }
            let names = Set(other.models.map { $0.name.lowercased() })
            if let model = catalogue.models.first(where: { names.contains($0.name.lowercased()) }) {
                throw refused(
                    "it lists '\(model.name)', and so does the catalogue '\(other.name)'",
                    .advice("Ask its publisher for another name, so that nobody takes one for the other."))
            }
        }
    }
}
