public import PhotoCore

/// Where an application has its model from: published ones that may or may not be there yet, and folders of its own
/// that always are.
public indirect enum ModelSource: Hashable, Sendable {
    case local(path: String)
    /// A model of the catalogues, and what serves until it is there.
    case remote(name: String, fallback: ModelSource? = nil)

    /// Whether all of it is here; of a remote one, without its fallback.
    public func isDownloaded(_ places: Places) -> Bool {
        switch self {
        case .local(let path): FileSystem.isFolder(FilePath(path))
        case .remote(let name, _): ModelCollection(places).has(name)
        }
    }

    /// What to use now: the remote model if it is there, else its fallback.
    public func choice(_ places: Places) -> ModelChoice {
        switch self {
        case .local(let path): ModelChoice(path.contains("/") ? path : "./" + path)
        case .remote(let name, let fallback):
            isDownloaded(places) ? ModelChoice(name) : fallback?.choice(places) ?? ModelChoice(name)
        }
    }
}

extension Engine {
    /// The model that is there now; one that is there but does not load leaves its place to its fallback.
    public static func open(_ source: ModelSource, places: Places) async throws -> Engine {
        guard case .remote(_, let fallback?) = source, source.isDownloaded(places) else {
            return try await open(source.choice(places), places: places)
        }
        do {
            return try await open(source.choice(places), places: places)
        } catch let error as EvokeError {
            var engine = try await open(fallback, places: places)
            engine.setback = error
            return engine
        }
    }
}
