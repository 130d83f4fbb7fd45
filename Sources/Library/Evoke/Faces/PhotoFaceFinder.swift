import EvokeAnalysis
import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// Finds the faces in photos, and needs no library for it. Nothing of them is kept.
///
///     let finder = try await PhotoFaceFinder.open(places: Places())
///     for face in try await finder.faces(in: photo).faces { print(face.box) }
///
/// It may be asked for several photos at once.
public struct PhotoFaceFinder: Sendable {
    /// What tells faces apart where nobody chooses anything else: its name on the shelf.
    public static let usualRecognizer = "face-recognizer"

    /// The graphs on the shelf that find them, by their names.
    private static let graphs = (detector: "face-detector", landmarks: "face-landmarks")

    let finding: any FaceFinding

    /// Throws `EvokeError` of the kind `modelMissing` where a graph is not on the shelf, and `modelInvalid` for one that does
    /// not tell faces apart.
    ///
    /// - Parameter recognizer: what tells faces apart, by its name on the shelf or the path of its folder.
    public static func open(
        places: LibraryConfiguration, recognizer: String = usualRecognizer
    ) async throws -> PhotoFaceFinder {
        let executor = BlockingExecutor(width: Machine.cores)
        return try await executor.run {
            let graphs = try graphs(places, recognizer)
            // Photos are decoded beside the faces of others.
            let decoding = BlockingExecutor(width: Machine.cores)
            return PhotoFaceFinder(
                finding: FaceFinder(
                    graphs, photos: PhotoReaders(executor: decoding, inFull: true).decoder, executor: executor))
        }
    }

    /// Throws where that graph cannot tell faces apart, as ``open(places:recognizer:)`` does, and where it makes no vector.
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
                .modelMissing, doing: doing, subject: recognizer, reason: "the one on the shelf is an older Evoke's",
                remedies: [.advice("Run ./bootstrap to put this version's there.")])
        }
        let files = FaceGraphs.Files(
            detector: try modelStore.graph(graphs.detector, to: doing).file,
            landmarks: try modelStore.graph(graphs.landmarks, to: doing).file, recognizer: telling)
        return try FaceGraphs(
            files, on: GraphRuntimes.own, in: EngineNotices().graphs(in: places), streams: Machine.cores)
    }

    /// Two faces that are no further from each other are taken for one person's, in ``FaceVector/distance(to:)``.
    public var samePersonDistance: Double { finding.distances.pair }

    /// The faces in the photo; none where there is nobody.
    ///
    /// Throws `EvokeError` for a photo that cannot be read. A cancelled task gets `CancellationError` at once.
    public func faces(in photo: FilePath) async throws -> PictureFaces {
        try await finding.faces(in: photo, named: photo)
    }

    /// Looks at several photos, some at once, and hands each over in its turn, with its own error where it cannot be read.
    ///
    /// Throws what `deliver` throws, and `EvokeError` of the kind `modelInvalid` where a graph fails.
    public func find(
        in photos: [FilePath], deliver: (FilePath, Result<PictureFaces, EvokeError>) async throws -> Void
    ) async throws {
        try await photos.each(faces, deliver: deliver)
    }
}
