import EvokeModels
import EvokeValues

/// A trial run of a model: both encoders, or the single graph.
enum ModelTrial {
    static func run(_ nameOrPath: String, places: LibraryConfiguration) async throws {
        let modelStore = ModelStore(places)
        if let version = try modelStore.find(nameOrPath).first, modelStore.isGraph(version) {
            try await OpenGraph.open(nameOrPath, places: places).answerOnce()
        } else {
            try await Engine.open(ModelChoice(nameOrPath), places: places).answerOnce()
        }
    }
}
