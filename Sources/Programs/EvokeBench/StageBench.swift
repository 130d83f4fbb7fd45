import Evoke
import EvokeDigests
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Times each step of indexing a photo by itself on all cores; their sum is a lower bound for the whole.
struct StageBench {
    let model: String
    let folder: FilePath
    private let clock = ContinuousClock()

    init(model: String, folder: FilePath) {
        self.model = model
        self.folder = folder
    }

    func run() async throws {
        let engine = try await Engine.open(ModelChoice(model), places: LibraryConfiguration())
        let encoder = try await engine.imageEncoder()
        let digester = ContentDigester(executor: engine.executor)
        let photos = try FileSystem.names(in: folder).map { folder.appending($0) }
        guard let first = photos.first else {
            throw EvokeError(.notFound, doing: "read", subject: folder.display, reason: "the folder is empty")
        }
        let picture = try await engine.decoder.decode(first, for: encoder.input)
        // The first reading loads the files into memory, and is not counted.
        for photo in photos { _ = try await digester.digest(of: photo) }
        var figures: [String: Double] = ["photos": Double(photos.count)]
        figures["digest_ms"] = try await each(photos) { _ = try await digester.digest(of: $0) }
        figures["facts_ms"] = try await each(photos) { _ = try await engine.metadata.metadata(of: $0, sidecars: []) }
        figures["decode_ms"] = try await each(photos) {
            _ = try await engine.decoder.decode($0, for: encoder.input, thumbnail: true)
        }
        figures["encode_ms"] = try await each(photos, width: encoder.width) { _ in
            _ = try await encoder.encode(picture)
        }
        let sum = ["digest_ms", "facts_ms", "decode_ms", "encode_ms"].compactMap { figures[$0] }.reduce(0, +)
        figures["sum_ms"] = sum
        figures["photos_per_second_at_best"] = 1_000 / sum
        Figures.show("stages", of: model, figures, precision: engine.precision)
    }

    /// Milliseconds per photo, with all cores busy.
    private func each(
        _ photos: [FilePath], width: Int = 4, _ work: @escaping @Sendable (FilePath) async throws -> Void
    ) async throws -> Double {
        var rest = photos.makeIterator()
        let started = clock.now
        try await OrderedPipeline(width: width, slack: width).run(
            pulling: { rest.next() }, work: work, deliver: { _ in })
        return (clock.now - started) / .milliseconds(1) / Double(photos.count)
    }
}
