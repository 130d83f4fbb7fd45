import EvokeDigests
import EvokeSystem
import EvokeValues

/// A word on what was found out of a model by trying it, kept beside its compiled graphs. What another version of the runtime
/// or another processor finds may differ, and has a note of its own.
struct ModelTrialRecord {
    /// Named otherwise whenever models are tried in another way.
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

    /// Nil before the model was first tried.
    var text: String? { file.read().map { String(decoding: $0, as: UTF8.self) } }

    /// A cache that cannot be written costs time, not correctness.
    func keep(_ text: String) {
        // It costs time, as said above.
        try? FileSystem.makeFolder(folder)
        // As above.
        try? file.write(Array(text.utf8))
    }

    static func forget(modelOf digest: String, in folder: GraphFolder) {
        let prefixes = Kind.allCases.map { Array(prefix($0, ofModel: digest).utf8) }
        // What stays in a cache takes room, no more.
        for name in (try? FileSystem.names(in: folder.path)) ?? []
        where prefixes.contains(where: { name.starts(with: $0) }) {
            // As above.
            try? FileSystem.erase(folder.path.appending(name))
        }
    }

    private static func prefix(_ kind: Kind, ofModel digest: String) -> String { "\(kind.rawValue)-\(digest)" }
}
