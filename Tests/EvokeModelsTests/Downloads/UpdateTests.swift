import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

@Suite struct UpdateTests {
    @Test func whatIsPublishedAsItWasIsUpToDate() async throws {
        let bench = try PullBench()
        _ = try await bench.pull().run(waits: false)
        #expect(try await isUpToDate(bench))
        guard case .upToDate = try await bench.pull(bench.update).run(waits: false) else {
            Issue.record("it was fetched again")
            return
        }
        #expect(bench.onShelf.count == 1 && bench.downloads.list().isEmpty)
    }

    @Test func aNewerVersionLiesBesideTheOldOneAndHasToProveItself() async throws {
        let bench = try PullBench()
        _ = try await bench.pull().run(waits: false)
        let old = try bench.modelStore.find("tiny")[0]
        bench.publishAnother()
        #expect(try await !isUpToDate(bench))
        bench.hub.forgetCalls()
        _ = try await bench.pull(bench.update).run(waits: false)
        #expect(bench.hub.fetched == ["\(bench.base)/tokenizer.json"], "only what changed")

        let versions = try bench.modelStore.find("tiny")
        try #require(versions.count == 2)
        #expect(versions[0].isUntried && versions[1].folder == old.folder)
        #expect(try bench.modelStore.open("tiny").description.folder == versions[0].folder)
        #expect(bench.modelStore.models().map(\.name) == ["tiny"])
        #expect(try await isUpToDate(bench))
    }

    @Test func oneThatDoesNotLoadGivesItsPlaceBack() async throws {
        let bench = try PullBench()
        _ = try await bench.pull().run(waits: false)
        let old = try bench.modelStore.find("tiny")[0].folder
        bench.publishAnother()
        _ = try await bench.pull(bench.update).run(waits: false)
        bench.modelStore.record(.refused, "no reason", of: try bench.modelStore.find("tiny")[0])
        #expect(try bench.modelStore.open("tiny").description.folder == old)
        #expect(try await isUpToDate(bench), "the same would not load the next time either")
        // And a third one replaces it, while the one that works stays.
        bench.publishAnother(" ")
        _ = try await bench.pull(bench.update).run(waits: false)
        let versions = try bench.modelStore.find("tiny")
        #expect(versions.count == 2 && versions[0].isUntried && versions[1].folder == old)
    }

    @Test func ofOlderVersionsTheLastThatWorkedStays() async throws {
        let bench = try PullBench()
        _ = try await bench.pull().run(waits: false)
        for text in [" ", "\n", "\t"] {
            bench.publishAnother(text)
            let before = try bench.modelStore.find("tiny")[0]
            bench.modelStore.record(.proven, of: before)
            _ = try await bench.pull(bench.update).run(waits: false)
            #expect(try bench.modelStore.find("tiny").map(\.folder).last == before.folder)
        }
        #expect(bench.onShelf.count == 2)
    }

    @Test func aHostileUpdateNeverReplacesAGoodModel() async throws {
        let bench = try PullBench()
        _ = try await bench.pull().run(waits: false)
        let before = try bench.modelStore.open("tiny").id(.full)
        let url = "\(bench.base)/text.onnx"
        let graph = try #require(bench.hub[url]?.bytes)
        for bad in [[], Array("no graph".utf8), Array(graph.dropLast(graph.count / 2)), graph.map { ~$0 }] {
            bench.hub.serve(bad, at: url)
            await #expect(throws: EvokeError.self) { try await bench.pull(bench.update).run(waits: false) }
            #expect(try bench.modelStore.open("tiny").id(.full) == before && bench.onShelf.count == 1)
        }
        bench.hub[url] = nil
        await #expect(throws: EvokeError.self) { try await bench.pull(bench.update).run(waits: false) }
        #expect(try bench.modelStore.verify(bench.modelStore.describe("tiny")) == 4)
    }

    @Test func whereNoDigestIsKnownTheServersNameForTheVersionTells() async throws {
        let bench = try PullBench()
        for name in PullBench.files { bench.hub["\(bench.base)/\(name)"]?.isDigestKnown = false }
        _ = try await bench.pull().run(waits: false)
        #expect(try await isUpToDate(bench))
        bench.publishAnother()
        bench.hub["\(bench.base)/tokenizer.json"]?.isDigestKnown = false
        #expect(try await !isUpToDate(bench))
    }

    private func isUpToDate(_ bench: PullBench) async throws -> Bool {
        try await bench.model().isUpToDate(bench.update, on: bench.modelStore, tokens: HubTokens(), fetcher: bench.hub)
    }
}
