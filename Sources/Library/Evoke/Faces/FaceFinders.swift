import EvokeAnalysis
import EvokeModels
package import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

extension LibraryConfiguration {
    /// The same configuration with this machine's face finder, for indexing. Faces are found only in libraries whose
    /// owner wants that (``PhotoLibrary/People/keep(_:)``). Without installed graphs, there is no finder.
    package func findingFaces() async throws -> LibraryConfiguration {
        var configuration = self
        do {
            configuration.faceFinder = try await PhotoFaceFinder.open(configuration: self).finding
        } catch let error as EvokeError where error.kind == .modelMissing {
            configuration.faceFinder = nil
        }
        return configuration
    }

    /// The face finder for a library, with the recognizer that its owner has chosen; nil without a finder on this
    /// machine.
    ///
    /// Throws `EvokeError` of the kind `modelMissing` if that recognizer is not installed on this machine.
    func faceFinder(of catalog: any PhotoCatalog) async throws -> (any FaceFinding)? {
        guard let usual = faceFinder else { return nil }
        let name = try await catalog.faceRecognizer() ?? PhotoFaceFinder.usualRecognizer
        if name == PhotoFaceFinder.usualRecognizer { return usual }
        if let known = chosenFinders.withLock({ $0[name] }) { return known }
        let opened = try await PhotoFaceFinder.open(configuration: self, recognizer: name).finding
        chosenFinders.withLock { $0[name] = opened }
        return opened
    }

    /// Whether photos are analyzed further after they can be searched.
    var hasLaterPasses: Bool { textReader != nil || faceFinder != nil }

    /// What is known about people; nil if people are off.
    func people(in catalog: any PhotoCatalog, of summary: CatalogSummary) async throws -> PeopleFigures? {
        guard try await catalog.keepsPeople() else { return nil }
        let named = try await catalog.people().count
        let finder: FaceFinderID?
        do {
            finder = try await faceFinder(of: catalog)?.finder
        } catch let error as EvokeError where error.kind == .modelMissing {
            finder = nil
        }
        guard let finder else { return PeopleFigures(searched: nil, named: named) }
        let waiting = try await catalog.count(lacking: .faces(by: finder))
        return PeopleFigures(searched: max(0, summary.photos - waiting), named: named)
    }
}

extension PhotoCatalog {
    /// The number of a face finder in the catalog. The meaning of its distances is stored before any faces are.
    func finder(of finding: any FaceFinding) async throws -> FaceFinderID {
        let finder = try await finding.finder
        if try await faceDistances(of: finder) != finding.distances { try await record(finding.distances, of: finder) }
        return finder
    }
}

/// Counts of what a library knows about people.
public struct PeopleFigures: Hashable, Sendable {
    /// Photos that were searched for faces; nil without a finder on this machine.
    public let searched: Int?
    /// People who have a name.
    public let named: Int
}

/// Finds the faces in photos, without a library. Nothing is stored.
///
///     let finder = try await PhotoFaceFinder.open(configuration: LibraryConfiguration())
///     for face in try await finder.faces(in: photo).faces { print(face.box) }
///
/// It can be used for several photos at once.
package struct PhotoFaceFinder: Sendable {
    /// The name of the recognizer, which tells faces apart, if no other is chosen.
    package static let usualRecognizer = "face-recognizer"

    private static let graphs = (detector: "face-detector", landmarks: "face-landmarks")

    package let finding: any FaceFinding

    /// Throws `EvokeError` of the kind `modelMissing` if a graph is not installed, and `modelInvalid` for one that
    /// cannot tell faces apart.
    ///
    /// - Parameter recognizer: the graph that tells faces apart, by its name in the model store or the path of its
    ///   folder.
    package static func open(
        configuration: LibraryConfiguration, recognizer: String = usualRecognizer
    ) async throws -> PhotoFaceFinder {
        let executor = BlockingExecutor(width: Machine.cores)
        return try await executor.run {
            let graphs = try graphs(configuration, recognizer)
            // Photos are decoded while others are analyzed.
            let decoding = BlockingExecutor(width: Machine.cores)
            return PhotoFaceFinder(
                finding: FaceFinder(
                    graphs, photos: PhotoReaders(executor: decoding, inFull: true).decoder, executor: executor))
        }
    }

    /// Throws if that graph cannot tell faces apart, as ``open(configuration:recognizer:)`` does, or makes no vector.
    static func tryOut(_ recognizer: String, _ configuration: LibraryConfiguration) async throws {
        try await BlockingExecutor(width: 1).run { try graphs(configuration, recognizer).answerOnce() }
    }

    private static func graphs(_ configuration: LibraryConfiguration, _ recognizer: String) throws -> FaceGraphs {
        let (modelStore, doing) = (ModelStore(configuration), "find faces in photos")
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
            files, on: GraphRuntimes.own, in: EngineNotices().graphs(in: configuration), streams: Machine.cores)
    }

    /// The faces in the photo; empty if there are none.
    package func faces(in photo: DiskPath) async throws -> PictureFaces {
        try await finding.faces(in: photo, named: photo)
    }

    /// Finds faces in several photos, some at once, and delivers the results in order, with an error for each photo
    /// that cannot be read.
    ///
    /// Throws what `deliver` throws, and `EvokeError` of the kind `modelInvalid` if a graph fails.
    package func find(
        in photos: [DiskPath], deliver: (DiskPath, Result<PictureFaces, EvokeError>) async throws -> Void
    ) async throws {
        try await photos.each(faces, deliver: deliver)
    }
}
