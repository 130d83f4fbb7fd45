import Evoke
import EvokeDigests
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Times each step of indexing a photo by itself on all cores; their sum is a lower bound for the whole.
struct StageBench {
    let model: String
    let folder: DiskPath
    let clock = ContinuousClock()

    func run() async throws {
        let engine = try await Engine.open(ModelChoice(model), configuration: LibraryConfiguration())
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
        _ photos: [DiskPath], width: Int = 4, _ work: @escaping @Sendable (DiskPath) async throws -> Void
    ) async throws -> Double {
        var rest = photos.makeIterator()
        let started = clock.now
        try await OrderedPipeline(width: width, slack: width).run(
            pulling: { rest.next() }, work: work, deliver: { _ in })
        return (clock.now - started) / .milliseconds(1) / Double(photos.count)
    }
}

/// Times a model's two encoders by themselves: pixels or words in, vectors out.
struct EncoderBench {
    private static let fiveWords = [
        "a red car in snow", "two dogs on the beach", "the old town at night", "children building a sand castle",
        "a plate of fresh pasta",
    ]

    let model: String
    let clock = ContinuousClock()

    /// Photos per second as in an index run: with as many in progress as the encoder can take.
    func images(seconds: Double) async throws {
        let engine = try await Engine.open(ModelChoice(model), configuration: LibraryConfiguration())
        let encoder = try await engine.imageEncoder()
        let size = encoder.input.size
        let tensor = (0..<3 * size.width * size.height).map { Float($0 % 255) / 255 - 0.5 }
        let picture = PreparedImage(tensor: tensor, original: size)
        func encode(until end: ContinuousClock.Instant) async throws -> Int {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<encoder.width {
                    group.addTask {
                        var count = 0
                        while clock.now < end {
                            _ = try await encoder.encode(picture)
                            count += 1
                        }
                        return count
                    }
                }
                return try await group.reduce(0, +)
            }
        }
        _ = try await encode(until: clock.now + .seconds(1))
        let started = clock.now
        let count = try await encode(until: started + .seconds(seconds))
        let took = (clock.now - started) / .seconds(1)
        Figures.show(
            "encode_images", of: model, ["photos": Double(count), "photos_per_second": Double(count) / took],
            precision: engine.precision)
    }

    /// Five words at a time; each text is new, so that none is cached.
    func texts() async throws {
        let encoder = try await Engine.open(ModelChoice(model, precision: .full), configuration: LibraryConfiguration())
            .textEncoder()
        for text in Self.fiveWords { _ = try await encoder.encode(text) }
        var times: [Double] = []
        for round in 0..<20 {
            for text in Self.fiveWords {
                let words = text.split(separator: " ").dropLast().joined(separator: " ") + " \(round)"
                times.append(try await secondsTaken { try await encoder.encode(words) })
            }
        }
        Figures.show("encode_text_of_five_words", of: model, Figures.percentiles(times))
    }
}
