import EvokeDigests
package import EvokeValues

/// A user's label settings for a model: the labels that photos are sorted by, and how they are scored. They are in the
/// manifests of all its versions, so they survive updates; for an encrypted model they are encrypted.
extension ModelStore {
    /// Read each time, so that changes take effect immediately, even in servers.
    package func labelDefaults(of model: ModelDescription) throws(EvokeError) -> LabelDefaults {
        try noted(in: model.place)?.manifest.defaults ?? LabelDefaults()
    }

    /// A model that was put there by hand gets a manifest with nothing else in it.
    package func setLabelDefaults(
        of name: String, _ change: (inout LabelDefaults) -> Void
    ) throws(EvokeError) {
        let found = Self.isPath(name) ? [] : versions(of: name)
        guard !found.isEmpty else {
            throw EvokeError(
                .modelMissing, doing: "set labels for the model", subject: name, reason: "it is not installed",
                remedies: [.listModels, .addModel])
        }
        for version in found {
            let folder = version.folder
            let noted = try noted(in: folder)
            var manifest = noted?.manifest ?? ModelManifest(files: [])
            var defaults = manifest.defaults ?? LabelDefaults()
            change(&defaults)
            manifest.defaults = defaults.isEmpty ? nil : defaults
            let seal = try noted?.set.map { (set) throws(EvokeError) in Seal(key: try keyFile().read(), set: set) }
            do throws(EvokeError) {
                if let seal { try seal.replace(manifest, in: folder) } else { try manifest.write(in: folder) }
            } catch  where [.notAllowed, .readOnly].contains(error.kind) {
                throw EvokeError(
                    error.kind, doing: "set labels for the model", subject: name,
                    reason: "its folder, \(folder), is not writable",
                    remedies: [
                        .advice("Set them for the library instead, or install the model in a folder of your own."),
                        .addModel,
                    ], cause: error.cause)
            }
        }
    }

    /// The manifest, and for an encrypted model the set of files that it belongs to.
    private func noted(in folder: FilePath) throws(EvokeError) -> (manifest: ModelManifest, set: SealedFile.SetID?)? {
        guard UnsealedModel.isSealed(folder) else { return try ModelManifest.read(in: folder).map { ($0, nil) } }
        let sealed = folder.appending(ModelManifest.fileName + SealedFile.suffix)
        var bytes: [UInt8] = []
        let set = try SealedFile.open(sealed, as: ModelManifest.fileName, with: keyFile().read()) { bytes += $0 }
        return (try ModelManifest(bytes, of: sealed), set)
    }
}
