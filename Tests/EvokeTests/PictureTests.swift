import Dispatch
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import Evoke

/// Photos that are given as bytes or as pixels.
@Suite struct PictureTests {
    private let test = SmallLibrary()

    @Test func bytesHaveTheVectorOfTheirFile() async throws {
        let engine = try await test.engine()
        // A file of every kind that it has.
        let names = Dictionary(grouping: try files(in: Installed.album()), by: \.suffix).values.compactMap(\.first)
        try test.addPhotos()
        for photo in names + [test.red] {
            let file = try await engine.embed(photo: photo)
            #expect(try await engine.embed(FileSystem.read(photo)) == file, "\(photo)")
        }
        #expect(names.count > 1)
    }

    private func files(in folder: DiskPath) throws -> [DiskPath] {
        try FileSystem.names(in: folder).map(folder.appending).sorted().flatMap {
            FileSystem.isFolder($0) ? try files(in: $0) : [$0]
        }.filter { ["jpg", "jpeg", "png", "webp", "gif", "tif", "heic"].contains($0.suffix) }
    }

    @Test func aRawFileIsKnownByTheNameThatItIsGiven() async throws {
        let engine = try await test.engine()
        let raw = DiskPath(#filePath).parent!.parent!.appending("PreviewsLibRawTests/Fixtures/preview.dng")
        let bytes = try FileSystem.read(raw)
        #expect(try await engine.embed(bytes, named: "IMG 1.DNG") == engine.embed(photo: raw))
    }

    /// A file that keeps pixels as they are, and the pixels.
    @Test func pixelsHaveTheVectorOfALosslessFile() async throws {
        let engine = try await test.engine()
        try test.addPhotos()
        let red = try Pixels([255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0], size: PixelSize(width: 2, height: 2))
        #expect(try await engine.embed(red) == engine.embed(photo: test.red))
        let size = PixelSize(width: 48, height: 32)
        let bytes = (0..<3 * size.width * size.height).map { (place: Int) in UInt8(place * 31 % 251) }
        let file = try test.folder.write("picture.tiff", TestPicture.tiff(bytes, size: size))
        #expect(try await engine.embed(Pixels(bytes, size: size)) == engine.embed(photo: file))
    }

    @Test func whatIsNotOpaqueLiesOnWhite() async throws {
        let engine = try await test.engine()
        let size = PixelSize(width: 2, height: 2)
        func pixels(_ pixel: [UInt8]) throws -> Pixels { try Pixels((0..<4).flatMap { _ in pixel }, size: size) }
        for (given, seen) in [
            ([0, 0, 0, 0], [255, 255, 255]), ([9, 80, 7, 255], [9, 80, 7]), ([255, 0, 0, 128], [255, 127, 127]),
        ] as [([UInt8], [UInt8])] {
            #expect(try await engine.embed(pixels(given)) == engine.embed(pixels(seen)))
        }
    }

    @Test func badBytesAreRefusedAsBadFilesAre() async throws {
        let engine = try await test.engine()
        for (bytes, kind) in [
            ([], EvokeError.Kind.damaged), (Array("no picture".utf8), .unsupported),
            (Array(TestPicture.png(1).prefix(60)), .damaged),
            (TestPicture.pngBomb(width: 60_000, height: 60_000), .tooLarge),
        ] {
            let error = await #expect(throws: EvokeError.self) { try await engine.embed(bytes, named: "mine.png") }
            #expect(error?.kind == kind && error?.subject == "mine.png")
        }
    }

    @Test func nothingOfAPictureIsLeft() async throws {
        let engine = try await test.engine()
        _ = try await engine.embed(TestPicture.png(1))
        let file = try PictureInMemory(TestPicture.png(1), named: "a.PNG")
        let place = try #require(file.path.parent)
        #expect(file.path.name.elementsEqual("picture.png".utf8) && FileSystem.isFile(file.path))
        _ = consume file
        #expect(!FileSystem.isFolder(place))
        let strange = try PictureInMemory([1], named: "../../a.b/c")
        #expect(strange.path.name.elementsEqual("picture".utf8))
    }

    @Test func similarTakesBytesAndPixels() async throws {
        let (test, library) = try await SmallLibrary.shared.value
        let pink = try await library.similar(to: bitmap(255, 128, 128), limit: 3)
        #expect(pink.map(\.rank) == [1, 2, 3] && pink[0].path == test.red)
        let pixels = try Pixels([UInt8](repeating: 0, count: 3) + [255, 0, 0], size: PixelSize(width: 1, height: 2))
        #expect(try await library.similar(to: pixels, limit: 1).first?.path == test.red)
    }

    /// All threads are taken, and stay so until the cancelled have gone.
    @Test func aCancelledEmbeddingEndsWhileItWaits() async throws {
        let engine = try await test.engine()
        _ = try await engine.embed(TestPicture.png(1))
        let gate = DispatchSemaphore(value: 0)
        let width = 2 * Engine.cores
        let blocked = Locked(0)
        let blockers = (0..<width).map { _ in
            Task {
                await engine.executor.run {
                    blocked.withLock { $0 += 1 }
                    gate.wait()
                }
            }
        }
        while blocked.withLock({ $0 }) < width { await Task.yield() }
        try test.addPhotos()
        let pixels = try Pixels([1, 2, 3], size: PixelSize(width: 1, height: 1))
        let tasks = [
            Task { try await engine.embed(photo: test.red) }, Task { try await engine.embed(TestPicture.png(1)) },
            Task { try await engine.embed(pixels) }, Task { try await engine.embed(text: "a") },
        ]
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        for _ in blockers { gate.signal() }
        for blocker in blockers { await blocker.value }
        #expect(try await engine.embed(photo: test.red).dimensions == 4)
    }

    @Test func whoeverWaitsForAModelMayLeaveAndTheLoadGoesOn() async throws {
        let gate = DispatchSemaphore(value: 0)
        let loads = Locked(0)
        let executor = BlockingExecutor(width: 1)
        let once = LoadedOnce<Int>()
        let load: @Sendable () async throws -> Int = {
            loads.withLock { $0 += 1 }
            return await executor.run {
                gate.wait()
                return 7
            }
        }
        let first = Task { try await once.value(load) }
        while loads.withLock({ $0 }) == 0 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = Task { try await once.value(load) }
        gate.signal()
        #expect(try await second.value == 7)
        #expect(loads.withLock { $0 } == 1)
    }
}
