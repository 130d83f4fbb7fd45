import EvokeModels
import EvokeValues

/// Whether a model answers: both sides of a pair, or a graph by itself.
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
