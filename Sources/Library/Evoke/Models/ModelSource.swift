public import EvokeModels
import EvokeSystem
public import EvokeValues

/// Where an application has its model from: published ones that may or may not be there yet, and folders of its own
/// that always are.
///
/// `Engine`, `ModelInterpreter` and `ImageGraph` are opened by it alike.
public indirect enum ModelSource: Hashable, Sendable {
    /// A model's folder; for a `ModelInterpreter`, a graph's file, too.
    case local(path: String)
    /// A folder that comes with the program: below its resources, `Bundle.module.resourcePath`, or below one of the
    /// places where programs have such.
    case bundled(_ path: String, in: FilePath? = nil)
    /// A model of the catalogues, what serves until it is there or where it does not load, and when it is fetched.
    case remote(_ name: String, fallback: ModelSource? = nil, download: DownloadPolicy = DownloadPolicy())

    /// Whether all of it is here; of a remote one, without its fallback.
    public func isDownloaded(_ places: LibraryConfiguration) -> Bool {
        switch self {
        case .local(let path): !FileSystem.isMissing(FilePath(path))
        case .bundled(let path, let resources): !FileSystem.isMissing(ProgramResources.find(path, in: resources))
        case .remote(let name, _, _): ModelCollection(places).has(name)
        }
    }

    /// What to use now: the remote model if it is there, else its fallback.
    public func choice(_ places: LibraryConfiguration) -> ModelChoice {
        switch self {
        case .local(let path): ModelChoice(path.contains("/") ? path : "./" + path)
        case .bundled(let path, let resources): ModelChoice(ProgramResources.find(path, in: resources).display)
        case .remote(let name, let fallback, _):
            isDownloaded(places) ? ModelChoice(name) : fallback?.choice(places) ?? ModelChoice(name)
        }
    }

    /// Opens what is there now; a remote model that is there but does not load leaves its place to its fallback, and
    /// its error is told as the setback.
    func open<Opened>(
        _ places: LibraryConfiguration, _ open: (ModelChoice) async throws -> Opened
    ) async throws -> (opened: Opened, setback: EvokeError?) {
        guard case .remote(_, let fallback?, _) = self, isDownloaded(places) else {
            return (try await open(choice(places)), nil)
        }
        do {
            return (try await open(choice(places)), nil)
        } catch let error as EvokeError {
            return (try await fallback.open(places, open).opened, error)
        }
    }
}

extension Engine {
    /// The model that is there now; one that is there but does not load leaves its place to its fallback.
    public static func open(_ source: ModelSource, places: LibraryConfiguration) async throws -> Engine {
        var (engine, setback) = try await source.open(places) { try await open($0, places: places) }
        engine.setback = setback ?? engine.setback
        return engine
    }
}

extension ModelInterpreter {
    /// The graph that is there now, opened as its publisher described it.
    ///
    /// - Parameters:
    ///   - inputs: what the program takes inputs to be: a published graph that has become another leaves its place to
    ///     the fallback.
    ///   - outputs: likewise.
    public static func open(
        _ source: ModelSource, inputs: [GraphFormat] = [], outputs: [GraphFormat] = [], places: LibraryConfiguration
    ) async throws -> ModelInterpreter {
        let (opened, setback) = try await source.open(places) { choice in
            let graph = try await OpenGraph.open(choice.nameOrPath, places: places)
            try graph.interpreter.check(inputs: inputs, outputs: outputs)
            return graph
        }
        var interpreter = opened.interpreter
        interpreter.setback = setback ?? opened.setback
        return interpreter
    }
}

extension ImageGraph {
    /// The graph that is there now, with the labels and the format of its publisher.
    public static func open(_ source: ModelSource, places: LibraryConfiguration) async throws -> ImageGraph {
        var (graph, setback) = try await source.open(places) { choice in
            try await OpenGraph.open(choice.nameOrPath, places: places).images()
        }
        graph.setback = setback ?? graph.setback
        return graph
    }
}
