import EvokeLinux
public import EvokeModels
import EvokeSystem
public import EvokeValues

/// Where an application gets its model: a published one that may not be there yet, or its own folder, which always is.
///
/// `Engine`, `ModelInterpreter` and `ImageGraph` can all be opened with it.
public indirect enum ModelSource: Hashable, Sendable {
    /// A model's folder; for a `ModelInterpreter`, also a graph's file.
    case local(path: String)
    /// A folder that comes with the program: in its resources, `Bundle.module.resourcePath`, or in one of the usual
    /// locations of a program's resources.
    case bundled(_ path: String, in: DiskPath? = nil)
    /// A model of the catalogs, a fallback until it is there or if it does not load, and when to download it.
    case remote(_ name: String, fallback: ModelSource? = nil, download: DownloadPolicy = DownloadPolicy())

    /// Whether it is all here; a remote source without its fallback.
    package func isDownloaded(_ configuration: LibraryConfiguration) -> Bool {
        switch self {
        case .local(let path): !FileSystem.isMissing(DiskPath(path))
        case .bundled(let path, let resources): !FileSystem.isMissing(ProgramResources.find(path, in: resources))
        case .remote(let name, _, _): ModelCollection(configuration).has(name)
        }
    }

    /// What to use now: the remote model if it is there, otherwise its fallback.
    package func choice(_ configuration: LibraryConfiguration) -> ModelChoice {
        switch self {
        case .local(let path): ModelChoice(path.contains("/") ? path : "./" + path)
        case .bundled(let path, let resources): ModelChoice(ProgramResources.find(path, in: resources).display)
        case .remote(let name, let fallback, _):
            isDownloaded(configuration) ? ModelChoice(name) : fallback?.choice(configuration) ?? ModelChoice(name)
        }
    }

    /// Opens what is there now. If a remote model does not load, its fallback is used, and the error is the setback.
    func open<Opened>(
        _ configuration: LibraryConfiguration, _ open: (ModelChoice) async throws -> Opened
    ) async throws -> (opened: Opened, setback: EvokeError?) {
        guard case .remote(_, let fallback?, _) = self, isDownloaded(configuration) else {
            return (try await open(choice(configuration)), nil)
        }
        do {
            return (try await open(choice(configuration)), nil)
        } catch let error as EvokeError {
            return (try await fallback.open(configuration, open).opened, error)
        }
    }
}

extension Engine {
    /// The engine of the model that is there now; if that does not load, of its fallback.
    public static func open(_ source: ModelSource, configuration: LibraryConfiguration) async throws -> Engine {
        var (engine, setback) = try await source.open(configuration) {
            try await open($0, configuration: configuration)
        }
        engine.setback = setback ?? engine.setback
        return engine
    }
}

extension ModelInterpreter {
    /// The graph that is there now, opened as its publisher described it.
    ///
    /// - Parameters:
    ///   - inputs: the inputs that the program expects: if a published graph has others, the fallback is used.
    ///   - outputs: likewise.
    public static func open(
        _ source: ModelSource, inputs: [GraphFormat] = [], outputs: [GraphFormat] = [],
        configuration: LibraryConfiguration
    ) async throws -> ModelInterpreter {
        let (opened, setback) = try await source.open(configuration) { choice in
            let graph = try await OpenGraph.open(choice.nameOrPath, configuration: configuration)
            try graph.interpreter.check(inputs: inputs, outputs: outputs)
            return graph
        }
        var interpreter = opened.interpreter
        interpreter.setback = setback ?? opened.setback
        return interpreter
    }
}

extension ImageGraph {
    /// The graph that is there now, with the publisher's labels and format.
    public static func open(_ source: ModelSource, configuration: LibraryConfiguration) async throws -> ImageGraph {
        var (graph, setback) = try await source.open(configuration) { choice in
            try await OpenGraph.open(choice.nameOrPath, configuration: configuration).images()
        }
        graph.setback = setback ?? graph.setback
        return graph
    }
}

enum ProgramResources {
    /// The location of `path`, or where it would be if it does not exist.
    static func find(_ path: String, in resources: DiskPath?) -> DiskPath {
        let folders = resources.map { [FileSystem.absolute($0)] } ?? ofProgram
        let places = folders.map { $0.appending(path) }
        return places.first { !FileSystem.isMissing($0) } ?? places.first ?? DiskPath(path)
    }

    /// The program's folder, the package manager's bundles in it, and what was installed with it.
    private static var ofProgram: [DiskPath] {
        guard let program = FileSystem.resolve(OwnProcess.program), let folder = program.parent else {
            return []
        }
        // Missing files are noticed when they are needed.
        let files = ((try? FileSystem.names(in: folder)) ?? []).map(folder.appending)
        let bundles = files.filter { $0.suffix == "resources" }
        let shared = folder.parent.map { [$0.appending("share").appending(program.name)] } ?? []
        return [folder] + bundles.sorted() + shared
    }
}
