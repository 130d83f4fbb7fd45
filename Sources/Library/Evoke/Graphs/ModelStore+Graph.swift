import EvokeModels
import EvokeValues

extension ModelStore {
    /// The newest version of a graph that bootstrap installs.
    ///
    /// - Parameter doing: what it is needed for, for the error.
    func graph(_ name: String, to doing: String) throws(EvokeError) -> GraphModel {
        guard let version = versions(of: name).first else {
            throw EvokeError(
                .modelMissing, doing: doing, subject: name,
                reason: "it is in none of \(folders.map(\.display).joined(separator: ", "))",
                remedies: [.advice("Run ./bootstrap to install it, or set EVOKE_MODELS.")])
        }
        return try graph(version, as: name)
    }
}
