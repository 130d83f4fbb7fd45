import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import EvokeModels

/// A graph that is published, fetched and opened by a source, as a pair of towers is.
@Suite struct GraphSourceTests {
    private let bench = GraphBench()
    private var configuration: LibraryConfiguration { bench.configuration }

    @Test func anApplicationHasItsOwnGraphUntilThePublishedOneIsThere() async throws {
        let source = ModelSource.remote("colours", fallback: .local(path: try bench.own().display))
        #expect(try await name(source) == "own red")
        try await bench.publish()
        _ = try await bench.downloader.fetch(source)
        #expect(source.isDownloaded(configuration))
        let graph = try await ImageGraph.open(source, configuration: configuration)
        let scores = try await graph.classify(bench.red())
        #expect(graph.setback == nil && scores.map(\.label) == ["red", "green", "blue"])
        // Softmax of 8, 0 and 0.
        #expect(abs(scores[0].probability - 0.99933) < 1e-4)
        let card = try ModelCollection(configuration).graph("colours")
        #expect(card.license == "MIT" && card.labelCount == 3 && card.description == GraphBench.description())
        #expect(
            ModelCollection(configuration).list().isEmpty
                && ModelCollection(configuration).graphs().map(\.name) == ["colours"])
        #expect(try await ModelCollection(configuration).verify("colours") == 3)

        let interpreter = try await ModelInterpreter.open(source, configuration: configuration)
        let planes = GraphTensor(shape: [1, 3, 8, 8], values: .float32((0..<192).map { $0 < 64 ? 1 : 0 }))
        #expect(try await interpreter.run(["pixels": planes])["logits"]?.values == .float32([8, 0, 0]))
    }

    @Test func oneThatDoesNotLoadLeavesItsPlaceToItsFallback() async throws {
        try await bench.publish()
        let source = ModelSource.remote("colours", fallback: .local(path: try bench.own().display))
        _ = try await bench.downloader.fetch(source)
        let folder = try ModelCollection(configuration).graph("colours").folder
        try FileSystem.replace(folder.appending("colours.onnx"), with: Array("no graph".utf8))
        let graph = try await ImageGraph.open(source, configuration: configuration)
        #expect(graph.setback?.kind == .modelInvalid)
        #expect(try await graph.classify(bench.red())[0].label == "own red")
        #expect(try await ModelInterpreter.open(source, configuration: configuration).setback?.kind == .modelInvalid)
        await #expect(throws: EvokeError.self) {
            try await ImageGraph.open(.remote("colours"), configuration: configuration)
        }
    }

    @Test func aGraphThatHasBecomeAnotherThanTheProgramTakesLeavesItsPlace() async throws {
        try await bench.publish()
        let source = ModelSource.remote("colours", fallback: .local(path: try bench.own().display))
        _ = try await bench.downloader.fetch(source)
        let wanted = [GraphFormat("scores", .uint8, shape: [1, 1_001])]
        await #expect(throws: EvokeError.self) {
            try await ModelInterpreter.open(.remote("colours"), outputs: wanted, configuration: configuration)
        }
        let fitting = [GraphFormat("logits", .float32, shape: [1, nil])]
        #expect(try await ModelInterpreter.open(source, outputs: fitting, configuration: configuration).setback == nil)
    }

    @Test func aNewerVersionThatDoesNotAnswerIsPassedOver() async throws {
        try await bench.publish()
        let source = ModelSource.remote("colours")
        _ = try await bench.downloader.fetch(source)
        try await bench.publish(labels: "rouge\nvert\nbleu\n")
        guard case .installed(let newer) = try await bench.downloader.fetch(source) else {
            Issue.record("there was a newer one")
            return
        }
        try FileSystem.replace(newer.appending("colours.onnx"), with: Array("no graph".utf8))
        let graph = try await ImageGraph.open(source, configuration: configuration)
        #expect(graph.setback?.remedy.contains("previous version") == true)
        #expect(try await graph.classify(bench.red())[0].label == "red")
        #expect(try await ImageGraph.open(source, configuration: configuration).setback == nil, "it is said once")
        #expect(ModelCollection(configuration).otherVersions(of: "colours").map { $0.fault != nil } == [true])
    }

    @Test func anotherFormatIsANewerVersion() async throws {
        try await bench.publish()
        let source = ModelSource.remote("colours")
        _ = try await bench.downloader.fetch(source)
        guard case .upToDate = try await bench.downloader.fetch(source) else {
            Issue.record("nothing has changed")
            return
        }
        try await bench.publish(GraphBench.description("bgr"))
        _ = try await bench.downloader.fetch(.remote("colours", download: DownloadPolicy(updates: nil)))
        #expect(try await name(source) == "red", "no updates were wanted")
        _ = try await bench.downloader.fetch(source)
        #expect(try await name(source) == "blue", "red goes in where blue is")
    }

    @Test func theCatalogIsReadAgainOnceTheConditionsAreMet() async throws {
        try await bench.publish()
        let source = ModelSource.remote(
            "colours", download: DownloadPolicy(updates: DownloadConditions(onlyUnmetered: true)))
        bench.hub.answer(unmetered: [.notMet("the connection is metered"), .met])
        _ = try await bench.downloader.fetch(source)
        try await bench.publish(GraphBench.description("bgr"), isNoticed: false)
        bench.hub.forgetCalls()
        let seen = Locked<[Int]>([])
        _ = try await bench.downloader.fetch(source) { [hub = bench.hub] download in
            if download.state == .waiting { seen.withLock { $0.append(hub.calls.count) } }
        }
        #expect(seen.withLock { $0 } == [0], "it waited, and asked nobody before")
        #expect(try await name(source) == "blue")
    }

    /// Or has too few labels.
    @Test func whatIsNotAsDeclaredIsNotInstalled() async throws {
        let all = "red\ngreen\nblue\n"
        for (output, labels, words) in [
            (GraphDescription.Port("scores", .float32, shape: [1, 3]), all, "no output 'scores'"),
            (.init("logits", .uint8, shape: [1, 3]), all, "uint8"),
            (.init("logits", .float32, shape: [1, 4]), all, "[1, 4]"),
            (.init("logits", .float32, shape: [1, 3]), "red\ngreen\n", "2 labels"),
        ] {
            try await bench.publish(GraphBench.description(output: output), labels: labels)
            let error = await #expect(throws: EvokeError.self) { try await bench.downloader.fetch("colours") }
            #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        }
        #expect(ModelCollection(configuration).graphs().isEmpty)
    }

    @Test func whatComesWithTheProgramIsFoundBelowItsResources() async throws {
        _ = try bench.own("Resources/own")
        let source = ModelSource.remote(
            "colours", fallback: .bundled("own", in: bench.folder.path.appending("Resources")))
        #expect(try await name(source) == "own red")
        #expect(!ModelSource.bundled("no such folder").isDownloaded(configuration))
        let error = await #expect(throws: EvokeError.self) {
            try await ImageGraph.open(.bundled("no such folder"), configuration: configuration)
        }
        #expect(error?.kind == .modelMissing)
    }

    @Test func aGraphIsNoPairAndAPairIsNoGraph() async throws {
        try await bench.publish()
        _ = try await bench.downloader.fetch("colours")
        let refused = await #expect(throws: EvokeError.self) {
            try await Engine.open(ModelChoice("colours"), configuration: configuration)
        }
        #expect(refused?.remedies == [.runModel("colours")])
        let tiny = try TinyModel(in: bench.folder, at: "tiny")
        let pair = await #expect(throws: EvokeError.self) {
            try await ImageGraph.open(.local(path: tiny.folder.display), configuration: configuration)
        }
        #expect(pair?.reason.contains("a pair of graphs") == true)
    }

    @Test func eachInstallationHasOneVariant() async throws {
        let variants: [CatalogModel.Variant] = [
            .init(name: "plain", share: 1),
            .init(name: "swapped", share: 0, graph: GraphBench.description("bgr")),
        ]
        try await bench.publish(variants: variants)
        _ = try await bench.downloader.fetch("colours")
        #expect(try await name(.remote("colours")) == "red")
        #expect(ModelCollection(configuration).catalogVariant(of: "colours") == "plain")
        try await bench.publish(variants: [
            .init(name: "plain", share: 0),
            .init(name: "swapped", share: 1, graph: GraphBench.description("bgr")),
        ])
        _ = try await bench.downloader.fetch("colours")
        #expect(try await name(.remote("colours")) == "red", "what was drawn stays")

        var request = try bench.downloader.updateRequest("colours")
        request.variant = "swapped"
        _ = try await bench.downloader.fetch(request) { _ in }
        #expect(try await name(.remote("colours")) == "blue")
        #expect(ModelCollection(configuration).catalogVariant(of: "colours") == "swapped")
    }

    private func name(_ source: ModelSource) async throws -> String {
        try await ImageGraph.open(source, configuration: configuration).classify(bench.red())[0].label
    }
}
