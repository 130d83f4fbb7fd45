import Evoke
import EvokeAnalysis
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

/// Models in their publishers' layouts give the vectors that their authors' own code gives.
@Suite struct PublishedModelTests {
    private let folder = TemporaryFolder()

    @Test(arguments: PublishedModel.names) func vectorsAndScoresAreThoseOfTheReference(name: String) async throws {
        let golden = try PublishedModel.golden(name)
        let engine = try await engine(name)
        for text in golden.texts {
            let cosine = try await cosine(engine.embed(text: text.query), text.embedding)
            #expect(cosine > 0.999_99, "\(text.query): \(cosine)")
        }
        var labels: LabelVectors?
        if let classes = golden.classes { labels = try await engine.labels(classes.labels) }
        for (place, picture) in golden.pictures.enumerated() {
            let photo = try await engine.embed(photo: PublishedModel.picture(picture.file))
            let cosine = try cosine(photo, picture.embedding)
            #expect(cosine > 0.999_9, "\(picture.file): \(cosine)")
            guard let labels, let classes = golden.classes else { continue }
            let found = try labels.classify(photo).scores
            for (label, expected) in zip(classes.labels, classes.scores[place]) {
                let score = try #require(found.first { $0.label == label }?.score)
                #expect(abs(score - expected) < 0.01, "\(picture.file), \(label): \(score), not \(expected)")
            }
        }
    }

    @Test(arguments: ["fp16", "quantized", "int8", "uint8"]) func takesTheVariantAskedFor(name: String) async throws {
        let golden = try #require(try PublishedModel.golden("hub-clip").variants?["_" + name])
        let engine = try await engine("hub-clip", variant: name)
        let texts = try PublishedModel.golden("hub-clip").texts
        for (text, expected) in zip(texts, golden.texts) {
            #expect(try await cosine(engine.embed(text: text.query), expected) > 0.995)
        }
    }

    @Test func towersThatDisagreeOrGiveNoNumbersAreRefused() async throws {
        let error = await #expect(throws: EvokeError.self) { try await add("bad-widths") }
        #expect(error?.kind == .modelInvalid && error?.subject.hasSuffix("text_model.onnx") == true)
        let another = await #expect(throws: EvokeError.self) { try await add("bad-nan") }
        #expect(another?.reason.contains("not a number") == true, "\(another?.description ?? "")")
        #expect(ModelCollection(configuration).list().isEmpty)
    }

    @Test func addsVerifiesAndRemoves() async throws {
        let collection = ModelCollection(configuration)
        for name in ["immich-clip", "hub-clip"] { try await add(name) }
        #expect(
            collection.list().map { String(decoding: $0.folder.name, as: UTF8.self) } == ["hub-clip", "immich-clip"])
        #expect(try await collection.verify("immich-clip") ?? 0 > 5, "with the weights beside the graph")
        #expect(throws: EvokeError.self) { try collection.show("hub-clip", variant: "fp16") }

        let graph = configuration.models[0].appending("hub-clip/onnx/vision_model.onnx")
        var bytes = try FileSystem.read(graph)
        bytes[bytes.count / 2] ^= 1
        try FileSystem.replace(graph, with: bytes)
        let error = await #expect(throws: EvokeError.self) { try await collection.verify("hub-clip") }
        #expect(error?.subject.hasSuffix("vision_model.onnx") == true)

        try collection.remove("hub-clip")
        #expect(collection.list().count == 1)
        for name in ["hub-clip", "../immich-clip"] {
            #expect(throws: EvokeError.self) { try collection.remove(name) }
        }
    }

    @Test func refusesWhatIsNoName() async throws {
        let source = try PublishedModel.folder("rclip").display
        for name in ["", ".hidden", "a/b", "..", "-x", "a b", String(repeating: "n", count: 65)] {
            let error = await #expect(throws: EvokeError.self) {
                try await ModelCollection(configuration).add(source, as: name, variant: nil) { _, _ in }
            }
            #expect(error?.kind == .wrongUsage, "\(name)")
        }
    }

    private func add(_ name: String) async throws {
        _ = try await ModelCollection(configuration).add(
            PublishedModel.folder(name).display, as: name, variant: nil
        ) { _, _ in }
    }

    private func engine(_ name: String, variant: String? = nil) async throws -> Engine {
        try await Engine.open(
            ModelChoice(PublishedModel.folder(name).display, variant: variant, precision: .full),
            configuration: configuration)
    }

    private var configuration: LibraryConfiguration {
        LibraryConfiguration(
            library: folder.path, models: [folder.path.appending("models")], cache: TemporaryFolder.cache.path)
    }

    private func cosine(_ embedding: Embedding, _ expected: [Float]) throws -> Float {
        try embedding.cosine(
            to: try #require(Embedding(normalizing: expected, fingerprint: embedding.fingerprint)))
    }
}
