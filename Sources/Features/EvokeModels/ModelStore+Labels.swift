import EvokeDigests
package import EvokeValues

/// What a user set for a model: the labels that photos are sorted by, and how they are scored. It lies in the receipts
/// of all its versions, and stays whichever is used and whatever is fetched; of an encrypted model it is encrypted.
extension ModelStore {
    /// Read each time, so that it counts as soon as it is set, for servers, too.
    package func labelDefaults(of model: ModelDescription) throws(EvokeError) -> LabelDefaults {
        try noted(in: model.place)?.manifest.defaults ?? LabelDefaults()
    }

    /// A model that was put on the shelf by hand gets a receipt with nothing else in it.
    package func setLabelDefaults(
        of name: String, _ change: (inout LabelDefaults) -> Void
    ) throws(EvokeError) {
        let found = Self.isPath(name) ? [] : versions(of: name)
        guard !found.isEmpty else {
            throw EvokeError(
                .modelMissing, doing: "set labels for the model", subject: name, reason: "it is not on a shelf",
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
                    reason: "its folder, \(folder), cannot be written to",
                    remedies: [
                        .advice("Set them for the library (name no model), or have the model on a shelf of your own."),
                        .addModel,
                    ], cause: error.cause)
            }
        }
    }

    /// The receipt, and of an encrypted model the set of files that it belongs to.
    private func noted(in folder: FilePath) throws(EvokeError) -> (manifest: ModelManifest, set: SealedFile.SetID?)? {
        guard UnsealedModel.isSealed(folder) else { return try ModelManifest.read(in: folder).map { ($0, nil) } }
        let sealed = folder.appending(ModelManifest.fileName + SealedFile.suffix)
        var bytes: [UInt8] = []
        let set = try SealedFile.open(sealed, as: ModelManifest.fileName, with: keyFile().read()) { bytes += $0 }
        return (try ModelManifest(bytes, of: sealed), set)
    }
}
