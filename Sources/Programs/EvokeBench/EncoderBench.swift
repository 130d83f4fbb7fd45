import Evoke
import EvokeValues

/// Times a model's two encoders by themselves: pixels or words in, vectors out.
struct EncoderBench {
    private static let fiveWords = [
        "a red car in snow", "two dogs on the beach", "the old town at night", "children building a sand castle",
        "a plate of fresh pasta",
    ]

    let model: String
    private let clock = ContinuousClock()

    init(model: String) {
        self.model = model
    }

    /// Photos per second as in an index run: with as many in progress as the encoder can take.
    func images(seconds: Double) async throws {
        let engine = try await Engine.open(ModelChoice(model), places: LibraryConfiguration())
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
        let encoder = try await Engine.open(ModelChoice(model, precision: .full), places: LibraryConfiguration())
            .textEncoder()
        for text in Self.fiveWords { _ = try await encoder.encode(text) }
        var times: [Double] = []
        for round in 0..<20 {
            for text in Self.fiveWords {
                let words = text.split(separator: " ").dropLast().joined(separator: " ") + " \(round)"
                let started = clock.now
                _ = try await encoder.encode(words)
                times.append((clock.now - started) / .seconds(1))
            }
        }
        Figures.show("encode_text_of_five_words", of: model, Figures.percentiles(times))
    }
}
