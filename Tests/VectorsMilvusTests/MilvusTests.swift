import EvokeFetching
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeVectorIndex
import EvokeWorkers
import FetchCurl
import Testing

@testable import CatalogPostgres
@testable import VectorsMilvus

/// Vectors that a real Milvus searches, beside a real database.
@Suite struct MilvusTests {
    @Test func keepsTheContractOfASearch() async throws {
        let conformance = VectorSearchingConformance { try await library() }
        try await conformance.checkAll()
        try await conformance.checkMany(recall: 1)
    }

    /// As few photos as a test can have are looked at one by one, unless it says otherwise.
    @Test func keepsTheContractOfASearchByTheCopy() async throws {
        let makings = Locked<[SearchIndexMaking]>([])
        let stores = Locked<[CountingStore]>([])
        try await VectorSearchingConformance {
            try await library(few: 100, stores: stores) { making in makings.withLock { $0.append(making) } }
        }.checkMany(recall: 0.9) { searching in
            let searching = try #require(searching as? EngineVectors)
            try await searching.bringUpToDate()
            try await searching.bringUpToDate()
        }
        #expect(makings.withLock { $0.filter { $0.isDone }.map(\.photos) } == [700], "it was made once")
        #expect(stores.withLock { $0.contains { $0.searches > 0 } }, "it was asked")
    }
}
