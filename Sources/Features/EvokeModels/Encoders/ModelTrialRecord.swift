import EvokeDigests
import EvokeSystem
import EvokeValues

/// A cached finding from trying a model, stored next to its compiled graphs. Each runtime version and processor has its
/// own, because their findings may differ.
struct ModelTrialRecord {
    /// Rename a kind when its trial changes, so that old findings are ignored.
    enum Kind: String, CaseIterable {
        case length
        case precision = "precision2"
    }

    private let folder: FilePath
    private let file: CheckedFile

    init(
        _ kind: Kind, of model: LoadableModel, on runtime: any GraphRuntime, in folder: GraphFolder
    ) throws(EvokeError) {
        self.folder = folder.path
        let machine = try FileDigest.sha256(of: runtime.identity()).prefix(16)
        file = CheckedFile(self.folder.appending("\(Self.prefix(kind, ofModel: model.digest))-\(machine)"))
    }

    /// Nil until the model has been tried.
    var text: String? { file.read().map { String(decoding: $0, as: UTF8.self) } }

    /// Errors are ignored: without the cache, the trial is only repeated.
    func keep(_ text: String) {
        // Ignored, as above.
        try? FileSystem.makeFolder(folder)
        // Ignored, as above.
        try? file.write(Array(text.utf8))
    }

    static func forget(modelOf digest: String, in folder: GraphFolder) {
        let prefixes = Kind.allCases.map { Array(prefix($0, ofModel: digest).utf8) }
        // A leftover cache file only takes space.
        for name in (try? FileSystem.names(in: folder.path)) ?? []
        where prefixes.contains(where: { name.starts(with: $0) }) {
            // Ignored, as above.
            try? FileSystem.erase(folder.path.appending(name))
        }
    }

    private static func prefix(_ kind: Kind, ofModel digest: String) -> String { "\(kind.rawValue)-\(digest)" }
}
