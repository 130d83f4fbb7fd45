import EvokeAnalysis
import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// Reads the text in photos, without a library.
///
///     let reader = try await PhotoTextReader.open(places: LibraryConfiguration())
///     for line in try await reader.text(in: photo).lines { print(line.text) }
///
/// It can be used for several photos at once.
public struct PhotoTextReader: Sendable {
    /// The names of the graphs in the model store.
    package static let graphs = (detector: "text-detector", turns: "text-turns", recognizer: "text-recognizer")

    let reading: any TextReading

    /// Throws `EvokeError`: of the kind `modelMissing` if a graph is not installed, `wrongUsage` for a language that is
    /// not installed.
    ///
    /// - Parameter languages: the languages, by their ``ReadingLanguage`` codes, of lines that the graphs are not sure
    ///   of; nil for all that are installed.
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
            // Photos are decoded while the lines of others are read.
            let decoding = BlockingExecutor(width: Machine.cores)
            return PhotoTextReader(
                reading: TextReader(
                    graphs, lineReader: lineReader, languages: chosen,
                    photos: PhotoReaders(executor: decoding, inFull: true).decoder, executor: executor))
        }
    }

    /// The text in the photo; without lines if there is none.
    ///
    /// Throws `EvokeError` for a photo that cannot be read. A canceled task gets `CancellationError` at once.
    public func text(in photo: FilePath) async throws -> PictureText {
        try await reading.text(in: photo, named: photo)
    }

    /// Reads several photos, some at once, and delivers the results in order, with an error for each photo that cannot
    /// be read.
    ///
    /// Throws what `deliver` throws, and `EvokeError` of the kind `modelInvalid` if a graph fails.
    public func read(
        _ photos: [FilePath], deliver: (FilePath, Result<PictureText, EvokeError>) async throws -> Void
    ) async throws {
        try await photos.each(text, deliver: deliver)
    }
}
