import EvokeCSQLite
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import Evoke

/// Photos are made ready to be compared when they are indexed; those of older libraries in the next run.
@Suite struct LibraryDuplicateTests {
    private let test = SmallLibrary()

    private func write() throws {
        for (name, picture) in [("a", Self.middle), ("b", Self.small), ("c", Self.middle)] {
            try test.folder.write("photos/\(name).tif", picture)
        }
    }

    private static let middle = TestPicture.lights(1, width: 150, height: 100)
    private static let small = TestPicture.lights(1, width: 75, height: 50)

    /// As an Evoke without looks has left it; nobody has the library open.
    private func forgetLooks() throws {
        var handle: OpaquePointer?
        let file = test.configuration.library.appending("library.sqlite")
        #expect(file.withCString { sqlite3_open($0, &handle) } == SQLITE_OK)
        defer { sqlite3_close(handle) }
        #expect(sqlite3_exec(handle, "DELETE FROM fingerprints; DELETE FROM comparisons", nil, nil, nil) == SQLITE_OK)
    }

    private func groups(
        _ library: PhotoLibrary, _ kinds: Set<DuplicateGroup.Kind> = Set(DuplicateGroup.Kind.allCases)
    ) async throws -> [[String]] {
        try await library.duplicates.groups(kinds).map { group in
            ["\(group.kind)"] + group.photos.map { String(decoding: $0.card.path.name, as: UTF8.self) }
        }
    }

    private func stack(of photo: PhotoID, _ library: PhotoLibrary) async throws -> PhotoStack? {
        PhotoStacks(try await library.duplicates.groups()).stack(of: photo)
    }

    @Test func areFoundAmongWhatWasIndexed() async throws {
        try write()
        let library = try await test.indexed()
        #expect(try await library.duplicates.countNotCompared() == 0)
        let found = try await library.duplicates.groups()
        try #require(found.map(\.kind) == [.exact, .same])
        #expect(found[1].photos.map(\.card.size?.width) == [150, 150, 75])
        #expect([0, 2].allSatisfy { found[1].photos[$0].merits.first == .larger })
        #expect(found[1].reclaimable == Int64(Self.middle.count + Self.small.count))
        #expect(try await library.duplicates.groups([.burst]).isEmpty)
        let query = try SearchQuery("file:b.tif", now: CivilTime(seconds: 0))
        let few = try await library.photos(answering: query)
        let alone = try await library.duplicates.groups(among: few)
        #expect(few.count == 1 && alone.isEmpty)
    }

    /// The machine is the same, and so are the photos.
    @Test func aCopyCanUndoWhatWasPutAway() async throws {
        try write()
        let library = try await test.indexed()
        let steps = DuplicateGroup.steps(of: try await library.duplicates.groups([.exact]))
        let goes = try #require(steps.first?.goes.path)
        #expect(try await library.duplicates.tidy(steps, .oneCopy).done.count == 1)
        try await library.close()
        let other = LibraryConfiguration(
            library: test.folder.path.appending("other"), models: test.configuration.models,
            cache: test.configuration.cache)
        _ = try await test.configuration.copyLibrary(to: other)
        let copy = try await PhotoLibrary.open(other, access: .write, model: ModelChoice("tiny"))
        #expect(try await copy.duplicates.undo().files == [goes])
        try await copy.close()
    }

    /// Each run compares what is new, and a photo that goes leaves nothing behind.
    @Test func groupsFollowTheLibrary() async throws {
        try write()
        let library = try await test.indexed()
        let photos = test.folder.path.appending("photos")
        let small = try #require(try await library.catalog.photo(at: photos.appending("b.tif")))
        var stack = try #require(try await self.stack(of: small, library))
        #expect(stack.kind == .same && stack.photos.count == 3 && stack.photos.last == small)

        try test.folder.write("photos/d.tif", TestPicture.lights(1, width: 225, height: 150))
        try test.folder.write("photos/e.tif", TestPicture.lights(2, width: 225, height: 150))
        _ = try await library.index([]) { _ in }
        let large = try #require(try await library.catalog.photo(at: photos.appending("d.tif")))
        stack = try #require(try await self.stack(of: small, library))
        #expect(stack.photos.count == 4 && stack.photos.first == large)

        try FileSystem.erase(photos.appending("d.tif"))
        try FileSystem.move(photos.appending("b.tif"), to: photos.appending("moved.tif"), doing: "move")
        _ = try await library.index([]) { _ in }
        stack = try #require(try await self.stack(of: small, library))
        #expect(stack.photos.count == 3 && stack.photos.last == small)
        try test.folder.write("photos/moved.tif", TestPicture.lights(2, width: 75, height: 50))
        _ = try await library.index([]) { _ in }
        #expect(try await groups(library, [.same]).map(\.count) == [3], "it is of another group now")
        #expect(try await library.duplicates.countNotCompared() == 0)
    }

    @Test(arguments: [true, false]) func olderOnesAreMadeReadyOnce(hasThumbnails: Bool) async throws {
        try write()
        var library = try await test.indexed()
        try await library.close()
        try forgetLooks()
        if !hasThumbnails { try FileSystem.erase(test.configuration.library.appending(ThumbnailFolder.name)) }
        library = try await PhotoLibrary.open(test.configuration, access: .write, model: ModelChoice("tiny"))
        #expect(try await library.duplicates.countNotCompared() == 6)
        #expect(try await groups(library).map(\.[0]) == ["exact"], "exact copies need nothing")
        let heard = Locked<[Int]>([])
        _ = try await library.index([]) { event in
            if case .looking(let done, let total) = event, total == 6 { heard.withLock { $0.append(done) } }
        }
        #expect(heard.withLock { $0 } == [0, 1, 2, 3, 4, 5, 6])
        #expect(try await library.duplicates.countNotCompared() == 0)
        #expect(try await groups(library, [.same]).count == 1)
    }
}

extension TestPicture {
    /// Lights of different sizes in different places, others for each number.
    fileprivate static func lights(_ number: Int, width: Int, height: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(number))
        let lights = (0..<12).map { _ in
            let chance = (0..<7).map { _ in Double.random(in: 0...1, using: &random) }
            let color = (40 + 120 * chance[3]) * SIMD3(chance[4], chance[5], chance[6])
            return (x: chance[0], y: chance[1], size: 0.05 + 0.15 * chance[2], color: color)
        }
        var pixels: [UInt8] = []
        for place in 0..<width * height {
            let x = (Double(place % width) + 0.5) / Double(width)
            let y = (Double(place / width) + 0.5) / Double(height)
            var levels: SIMD3<Double> = [20, 20, 20]
            for light in lights {
                let far = ((x - light.x) * (x - light.x) + (y - light.y) * (y - light.y)) / (light.size * light.size)
                levels += light.color / (1 + far * far)
            }
            for channel in 0..<3 { pixels.append(UInt8(min(levels[channel], 255))) }
        }
        return tiff(pixels, size: PixelSize(width: width, height: height))
    }
}
