import EvokeAnalysis
import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// Reads the text in photos, and needs no library for it.
///
///     let reader = try await PhotoTextReader.open(places: Places())
///     for line in try await reader.text(in: photo).lines { print(line.text) }
///
/// It may be asked for several photos at once.
public struct PhotoTextReader: Sendable {
    /// The graphs on the shelf, by their names.
    package static let graphs = (detector: "text-detector", turns: "text-turns", recognizer: "text-recognizer")

    let reading: any TextReading

    /// Throws `EvokeError`: of the kind `modelMissing` where a graph is not on the shelf, `wrongUsage` for a language that
    /// is not installed.
    ///
    /// - Parameter languages: in which lines may be written that the graphs are not sure of, by the names that
    ///   ``ReadingLanguage`` has; nil for all that are installed.
    public static func open(places: LibraryConfiguration, languages: [String]? = nil) async throws -> PhotoTextReader {
        let lineReader = try LineReaders.own()
        let chosen = try ReadingLanguage.chosen(languages, of: lineReader?.languages ?? [])
        let executor = BlockingExecutor(width: Machine.cores)
        return try await executor.run {
            let (modelStore, doing) = (ModelStore(places), "read text in photos")
            let files = ReadingGraphs.Files(
                detector: try modelStore.graph(graphs.detector, to: doing).file,
                turns: try modelStore.graph(graphs.turns, to: doing).file,
                recognizer: try modelStore.graph(graphs.recognizer, to: doing).file)
            let graphs = try ReadingGraphs(
                files, on: GraphRuntimes.own, in: EngineNotices().graphs(in: places), streams: Machine.cores)
            // Photos are decoded beside the lines of others.
            let decoding = BlockingExecutor(width: Machine.cores)
            return PhotoTextReader(
                reading: TextReader(
                    graphs, lineReader: lineReader, languages: chosen,
                    photos: PhotoReaders(executor: decoding, inFull: true).decoder, executor: executor))
        }
    }

    /// What is written in the photo; no lines where nothing is.
    ///
    /// Throws `EvokeError` for a photo that cannot be read. A cancelled task gets `CancellationError` at once.
    public func text(in photo: FilePath) async throws -> PictureText {
        try await reading.text(in: photo, named: photo)
    }

    /// Reads several photos, some at once, and hands each over in its turn, with its own error where it cannot be read.
    ///
    /// Throws what `deliver` throws, and `EvokeError` of the kind `modelInvalid` where a graph fails.
    public func read(
        _ photos: [FilePath], deliver: (FilePath, Result<PictureText, EvokeError>) async throws -> Void
    ) async throws {
        try await photos.each(text, deliver: deliver)
    }
}
