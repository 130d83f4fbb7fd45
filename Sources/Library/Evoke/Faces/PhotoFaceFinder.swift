import EvokeAnalysis
import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// Finds the faces in photos, without a library. Nothing is stored.
///
///     let finder = try await PhotoFaceFinder.open(places: LibraryConfiguration())
///     for face in try await finder.faces(in: photo).faces { print(face.box) }
///
/// It can be used for several photos at once.
public struct PhotoFaceFinder: Sendable {
    /// The name of the recognizer, which tells faces apart, if no other is chosen.
    public static let usualRecognizer = "face-recognizer"

    /// The names of the graphs that find faces.
    private static let graphs = (detector: "face-detector", landmarks: "face-landmarks")

    let finding: any FaceFinding

    /// Throws `EvokeError` of the kind `modelMissing` if a graph is not installed, and `modelInvalid` for one that
    /// cannot tell faces apart.
    ///
    /// - Parameter recognizer: the graph that tells faces apart, by its name in the model store or the path of its
    ///   folder.
    public static func open(
        places: LibraryConfiguration, recognizer: String = usualRecognizer
    ) async throws -> PhotoFaceFinder {
        let executor = BlockingExecutor(width: Machine.cores)
        return try await executor.run {
            let graphs = try graphs(places, recognizer)
            // Photos are decoded while others are analyzed.
            let decoding = BlockingExecutor(width: Machine.cores)
            return PhotoFaceFinder(
                finding: FaceFinder(
                    graphs, photos: PhotoReaders(executor: decoding, inFull: true).decoder, executor: executor))
        }
    }

    /// Throws if that graph cannot tell faces apart, as ``open(places:recognizer:)`` does, or makes no vector.
    static func tryOut(_ recognizer: String, _ places: LibraryConfiguration) async throws {
        try await BlockingExecutor(width: 1).run { try graphs(places, recognizer).answerOnce() }
    }

    private static func graphs(_ places: LibraryConfiguration, _ recognizer: String) throws -> FaceGraphs {
        let (modelStore, doing) = (ModelStore(places), "find faces in photos")
        let isUsual = recognizer == usualRecognizer
        let telling =
            isUsual
            ? try modelStore.graph(recognizer, to: doing)
            : try modelStore.graph(modelStore.find(recognizer)[0], as: recognizer)
        guard !isUsual || telling.description.face != nil else {
            throw EvokeError(
                .modelMissing, doing: doing, subject: recognizer, reason: "the installed one is from an older Evoke",
                remedies: [.advice("Run ./bootstrap to install this version's.")])
        }
        let files = FaceGraphs.Files(
            detector: try modelStore.graph(graphs.detector, to: doing).file,
            landmarks: try modelStore.graph(graphs.landmarks, to: doing).file, recognizer: telling)
        return try FaceGraphs(
            files, on: GraphRuntimes.own, in: EngineNotices().graphs(in: places), streams: Machine.cores)
    }

    /// Up to this ``FaceVector/distance(to:)``, two faces count as the same person's.
    public var samePersonDistance: Double { finding.distances.pair }

    /// The faces in the photo; empty if there are none.
    ///
    /// Throws `EvokeError` for a photo that cannot be read. A canceled task gets `CancellationError` at once.
    public func faces(in photo: FilePath) async throws -> PictureFaces {
        try await finding.faces(in: photo, named: photo)
    }

    /// Finds faces in several photos, some at once, and delivers the results in order, with an error for each photo
    /// that cannot be read.
    ///
    /// Throws what `deliver` throws, and `EvokeError` of the kind `modelInvalid` if a graph fails.
    public func find(
        in photos: [FilePath], deliver: (FilePath, Result<PictureFaces, EvokeError>) async throws -> Void
    ) async throws {
        try await photos.each(faces, deliver: deliver)
    }
}
