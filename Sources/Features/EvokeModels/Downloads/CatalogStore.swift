import EvokeSystem
package import EvokeValues
import Foundation

/// The known catalogs: Evoke's own, and those added to the model store.
package struct CatalogStore: Sendable {
    /// A catalog that was added, and its origin.
    package struct Added: Codable, Sendable {
        /// A web address or a file's path, as given.
        package let origin: String
        /// The copy in the model store.
        package let catalog: ModelCatalog

        enum CodingKeys: String, CodingKey {
            case origin
            case catalog = "catalogue"
        }
    }

    private let folder: DiskPath

    package init(on modelStore: DiskPath) {
        folder = modelStore.appending(ModelName.catalogs)
    }

    /// The added catalogs; an unreadable one is left out, and its error passed to `notify`.
    package func added(notify: (EvokeError) -> Void = { _ in }) -> [Added] {
        // The folder doesn't exist before a catalog is added.
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

    package func models() -> [CatalogModel] {
        ModelCatalog.builtIn.models + added().flatMap(\.catalog.models)
    }

    /// The variants chosen on this installation.
    package var draws: VariantDraws { VariantDraws(in: folder) }

    package func model(_ name: String) throws(EvokeError) -> CatalogModel {
        if let model = models().first(where: { $0.name == name }) { return model }
        throw EvokeError(
            .notFound, doing: "find the model", subject: DiskPath(name).display, reason: "it is not in any catalog",
            remedies: [.listPublishedModels, .addCatalog])
    }

    /// Reads a catalog from an address or file and stores a copy; replaces one of the same name if it has the same
    /// origin.
    package func add(
        _ source: String, tokens: HubTokens, fetcher: any FileFetching
    ) async throws -> ModelCatalog {
        let catalog = try ModelCatalog.read(try await bytes(of: source, tokens, fetcher), from: source)
        try check(catalog, from: source)
        let added = Added(origin: source, catalog: catalog)
        try FileSystem.makeFolder(folder, isPrivate: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try FileSystem.replace(folder.appending(catalog.name + ".json"), with: Array(try encoder.encode(added)))
        return catalog
    }

    package func remove(_ name: String) throws(EvokeError) {
        let file = folder.appending(name + ".json")
        guard ModelName.isPlain(name), FileSystem.isFile(file) else {
            throw EvokeError(
                .notFound, doing: "remove the catalog", subject: DiskPath(name).display,
                reason: "no catalog of that name was added", remedies: [.listCatalogs])
        }
        try FileSystem.erase(file)
    }

    private func read(_ file: DiskPath) throws -> Added {
        let data = Data(try FileSystem.read(file))
        guard let added = try? JSONDecoder().decode(Added.self, from: data) else {
            throw EvokeError(
                .damaged, doing: "read the catalog", subject: file.display, reason: "it is damaged",
                remedy: "Remove it and add it again.")
        }
        // Anyone who can write here could also write models; this only catches mistakes.
        return Added(
            origin: added.origin, catalog: try ModelCatalog.read(added.catalog.json(), from: added.origin))
    }

    private func bytes(of source: String, _ tokens: HubTokens, _ fetcher: any FileFetching) async throws -> [UInt8] {
        guard WebAddress.isOne(source) else {
            let file = DiskPath(source)
            guard !source.contains("://") else {
                throw EvokeError(
                    .wrongUsage, doing: "read the catalog", subject: file.display,
                    reason: "that is not a web address",
                    remedy: "Give an address that begins with https://, or a file.")
            }
            return try FileSystem.read(file, most: Int(ModelCatalog.mostBytes))
        }
        try FileSystem.makeFolder(folder, isPrivate: true)
        let draft = folder.appending(".\(OwnProcess.number).part")
        // On errors, the next download replaces it.
        defer { try? FileSystem.erase(draft) }
        let wanted = WantedFile(url: source, token: tokens.token(for: source), maximum: ModelCatalog.mostBytes)
        _ = try await fetcher.fetch(wanted, to: draft) { _ in }
        return try FileSystem.read(draft)
    }

    private func check(_ catalog: ModelCatalog, from source: String) throws(EvokeError) {
        func refused(_ reason: String, _ remedy: Remedy) -> EvokeError {
            EvokeError(.notAllowed, doing: "add the catalog", subject: source, reason: reason, remedies: [remedy])
        }
        let others = added().filter { $0.catalog.name != catalog.name || $0.origin != source }
        if let other = others.first(where: { $0.catalog.name == catalog.name }) {
            throw refused(
                "a catalog named '\(catalog.name)' was added from \(other.origin)",
                .removeCatalog(catalog.name))
        }
        for other in [ModelCatalog.builtIn] + others.map(\.catalog) {
            if catalog.name == other.name {
                throw refused("'\(catalog.name)' is Evoke's own catalog", .advice("Give it another name."))
            }
            let names = Set(other.models.map { $0.name.lowercased() })
            if let model = catalog.models.first(where: { names.contains($0.name.lowercased()) }) {
                throw refused(
                    "it lists '\(model.name)', which the catalog '\(other.name)' lists too",
                    .advice("Ask its publisher to rename the model, so that the two cannot be confused."))
            }
        }
    }
}

/// The variant of each model on this installation: drawn once according to the shares at that time, then kept.
package struct VariantDraws: Sendable {
    private let folder: DiskPath
    private var file: DiskPath { folder.appending("variants") }

    package init(in folder: DiskPath) {
        self.folder = folder
    }

    /// The variant that was drawn or named for the model; nil if there is none yet, or it no longer exists.
    package func variant(of model: CatalogModel) -> CatalogModel.Variant? {
        chosenVariants[model.name].flatMap { name in model.variants.first { $0.name == name } }
    }

    /// Returns the model as this installation gets it, and its variant's name. A `wanted` variant is kept from then on.
    package func settle(
        _ model: CatalogModel, wanted: String? = nil
    ) throws(EvokeError) -> (model: CatalogModel, variant: String?) {
        var random = SystemRandomNumberGenerator()
        return try settle(model, wanted: wanted, using: &random)
    }

    package func settle(
        _ model: CatalogModel, wanted: String? = nil, using random: inout some RandomNumberGenerator
    ) throws(EvokeError) -> (model: CatalogModel, variant: String?) {
        guard !model.variants.isEmpty || wanted != nil else { return (model, nil) }
        let named = try wanted.map { name throws(EvokeError) in try Self.named(name, of: model) }
        let chosen: CatalogModel.Variant
        if let kept = variant(of: model), named == nil || named == kept {
            chosen = kept
        } else {
            let lock = try lock()
            defer { withExtendedLifetime(lock) {} }
            // Another process may have drawn in the meantime.
            chosen = named ?? variant(of: model) ?? Self.draw(from: model.variants, using: &random)
            try record(chosen.name, for: model.name)
        }
        return (model.of(chosen), chosen.name)
    }

    private static func named(
        _ name: String, of model: CatalogModel
    ) throws(EvokeError) -> CatalogModel.Variant {
        if let variant = model.variants.first(where: { $0.name == name }) { return variant }
        let names = model.variants.map(\.name).joined(separator: ", ")
        throw EvokeError(
            .notFound, doing: "choose the variant", subject: DiskPath(name).display,
            reason: "'\(model.name)' has " + (names.isEmpty ? "only one form" : "these variants: \(names)"),
            remedies: [names.isEmpty ? .leaveOutOption(.variant) : .advice("Choose one of them, or none.")])
    }

    /// There are at least two, and one has a share above 0.
    static func draw(
        from variants: [CatalogModel.Variant], using random: inout some RandomNumberGenerator
    ) -> CatalogModel.Variant {
        var left = Int.random(in: 0..<variants.reduce(0) { $0 + $1.share }, using: &random)
        for variant in variants {
            if left < variant.share { return variant }
            left -= variant.share
        }
        preconditionFailure("the number drawn is below the sum of the shares")
    }

    private var chosenVariants: [String: String] {
        // If the record is missing or unreadable, a variant is drawn again; any will do.
        (try? FileSystem.read(file)).flatMap { try? JSONDecoder().decode([String: String].self, from: Data($0)) } ?? [:]
    }

    private func record(_ variant: String, for model: String) throws(EvokeError) {
        var all = chosenVariants
        all[model] = variant
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        // Cannot fail: all values are text.
        guard let data = try? encoder.encode(all) else { return }
        try FileSystem.replace(file, with: Array(data))
    }

    /// Held briefly while writing.
    private func lock() throws(EvokeError) -> FileLock {
        try FileSystem.makeFolder(folder, isPrivate: true)
        let path = folder.appending("variants.lock")
        do throws(Errno) {
            return try FileLock(file: path, waiting: true)
        } catch {
            throw .system(error.code, doing: "save the choice of a variant", subject: path)
        }
    }
}
