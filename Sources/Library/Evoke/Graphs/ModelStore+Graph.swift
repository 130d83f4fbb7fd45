import EvokeModels
import EvokeValues

extension ModelStore {
    /// The newest version of a graph that bootstrap puts on the shelf.
    ///
    /// - Parameter doing: for what it is wanted, for the error.
    func graph(_ name: String, to doing: String) throws(EvokeError) -> GraphModel {
        guard let version = versions(of: name).first else {
            throw EvokeError(
                .modelMissing, doing: doing, subject: name,
                reason: "it is in none of \(folders.map(\.display).joined(separator: ", "))",
                remedies: [.advice("Run ./bootstrap to put it there, or set EVOKE_MODELS.")])
        }
        return try graph(version, as: name)
    }
}
