import EvokeSystem
package import EvokeValues
import FoundationEssentials

/// The variant of each model on this installation: drawn once according to the shares at that time, then kept.
package struct VariantDraws: Sendable {
    private let folder: FilePath
    private var file: FilePath { folder.appending("variants") }

    package init(in folder: FilePath) {
        self.folder = folder
    }

    /// The variant that was drawn or named for the model; nil if there is none yet, or it no longer exists.
    package func variant(of model: CatalogueModel) -> CatalogueModel.Variant? {
        noted[model.name].flatMap { name in model.variants.first { $0.name == name } }
    }

    /// Returns the model as this installation gets it, and its variant's name. A `wanted` variant is kept from then on.
    package func settle(
        _ model: CatalogueModel, wanted: String? = nil
    ) throws(EvokeError) -> (model: CatalogueModel, variant: String?) {
        var random = SystemRandomNumberGenerator()
        return try settle(model, wanted: wanted, using: &random)
    }

    package func settle(
        _ model: CatalogueModel, wanted: String? = nil, using random: inout some RandomNumberGenerator
    ) throws(EvokeError) -> (model: CatalogueModel, variant: String?) {
        guard !model.variants.isEmpty || wanted != nil else { return (model, nil) }
        let named = try wanted.map { name throws(EvokeError) in try Self.named(name, of: model) }
        let chosen: CatalogueModel.Variant
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
        _ name: String, of model: CatalogueModel
    ) throws(EvokeError) -> CatalogueModel.Variant {
        if let variant = model.variants.first(where: { $0.name == name }) { return variant }
        let names = model.variants.map(\.name).joined(separator: ", ")
        throw EvokeError(
            .notFound, doing: "choose the variant", subject: FilePath(name).display,
            reason: "'\(model.name)' has " + (names.isEmpty ? "only one form" : "these variants: \(names)"),
            remedies: [names.isEmpty ? .leaveOutOption(.variant) : .advice("Choose one of them, or none.")])
    }

    /// There are at least two, and one has a share above 0.
    static func draw(
        from variants: [CatalogueModel.Variant], using random: inout some RandomNumberGenerator
    ) -> CatalogueModel.Variant {
        var left = Int.random(in: 0..<variants.reduce(0) { $0 + $1.share }, using: &random)
        for variant in variants {
            if left < variant.share { return variant }
            left -= variant.share
        }
        preconditionFailure("the number drawn is below the sum of the shares")
    }

    private var noted: [String: String] {
        // If the record is missing or unreadable, a variant is drawn again; any will do.
        (try? FileSystem.read(file)).flatMap { try? JSONDecoder().decode([String: String].self, from: Data($0)) } ?? [:]
    }

    private func record(_ variant: String, for model: String) throws(EvokeError) {
        var all = noted
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
