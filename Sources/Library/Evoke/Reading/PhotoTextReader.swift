import EvokeModels
import EvokePorts
import EvokeReading
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
    public static func open(places: Places, languages: [String]? = nil) async throws -> PhotoTextReader {
        let lineReader = LineReaders.own
        let chosen = try ReadingLanguage.chosen(languages, of: lineReader?.languages ?? [])
        let executor = BlockingExecutor(width: Machine.cores)
        return try await executor.run {
            let shelf = ModelShelf(places)
            let files = ReadingGraphs.Files(
                detector: try file(graphs.detector, on: shelf), turns: try file(graphs.turns, on: shelf),
                recognizer: try file(graphs.recognizer, on: shelf))
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
        var next = photos.makeIterator()
        try await OrderedPipeline(width: Machine.cores, slack: Machine.cores).run {
            next.next()
        } work: { photo in
            do {
                return (photo, Result<PictureText, EvokeError>.success(try await text(in: photo)))
            } catch let error as EvokeError where error.kind != .modelInvalid {
                return (photo, .failure(error))
            }
        } deliver: { photo, result in
            try await deliver(photo, result)
        }
    }

    private static func file(_ name: String, on shelf: ModelShelf) throws(EvokeError) -> FilePath {
        guard let version = shelf.versions(of: name).first else {
            throw EvokeError(
                .modelMissing, doing: "read text in photos", subject: name,
                reason: "it is in none of \(shelf.folders.map(\.display).joined(separator: ", "))",
                remedies: [.advice("Run ./bootstrap to put it there, or set EVOKE_MODELS.")])
        }
        return try shelf.graph(version, as: name).file
    }
}
