import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeIndexing

/// What becomes of vectors that another program made.
@Suite struct TakenVectorsTests {
    /// Gives one vector for all photos.
    private struct Elsewhere: VectorsElsewhere {
        let values: [Float]?

        func vector(of file: DiskPath, as stamp: FileStamp) async throws -> [Float]? { values }
    }

    private let image = PreparedImage(
        tensor: Array(repeating: 0.5, count: 12),
        original: PixelSize(width: 2, height: 2))

    private func embedding(_ taken: TakenVectors, _ path: String = "/a.jpg", isTurned: Bool = false) async throws
        -> [Float]
    {
        let file = FolderScanner.File(
            path: DiskPath(path), stamp: FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1))
        return try await taken.embedding(of: image, file, isTurned: isTurned, by: FakeEncoder()).values
    }

    /// After sixteen that are the same, all others are believed.
    @Test func areTakenOnceTheyAreKnownToBeTheModels() async throws {
        let close: [Float] = [0.5, 0.5, 0.5, 0.48]
        let taken = TakenVectors(from: Elsewhere(values: close), model: .fake)
        for _ in 0..<16 { #expect(try await embedding(taken) == [0.5, 0.5, 0.5, 0.5]) }
        #expect(await taken.count == 0)
        let next = try await embedding(taken)
        #expect(next != [0.5, 0.5, 0.5, 0.5])
        #expect(await taken.count == 1)
        #expect(await !taken.areOfAnotherModel)
        #expect(try await embedding(taken, "/a.nef") == [0.5, 0.5, 0.5, 0.5])
        #expect(try await embedding(taken, isTurned: true) == [0.5, 0.5, 0.5, 0.5])
        #expect(await taken.count == 1)
    }

    /// However many are worked on at once, sixteen are encoded.
    @Test func othersWaitForTheFirst() async throws {
        let taken = TakenVectors(from: Elsewhere(values: [0.5, 0.5, 0.5, 0.48]), model: .fake)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { _ = try await embedding(taken) } }
            try await group.waitForAll()
        }
        #expect(await taken.count == 24)
    }

    @Test(arguments: [[0.9, 0.1, 0, 0], [0.5], [0, 0, 0, 0], [.nan, 0, 0, 0], nil] as [[Float]?])
    func othersAreNot(values: [Float]?) async throws {
        let taken = TakenVectors(from: Elsewhere(values: values), model: .fake)
        for _ in 0..<20 { #expect(try await embedding(taken) == [0.5, 0.5, 0.5, 0.5]) }
        #expect(await taken.count == 0)
        #expect(await taken.areOfAnotherModel == (values == [0.9, 0.1, 0, 0]))
    }
}
