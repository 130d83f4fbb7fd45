import EvokeCopies
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import Evoke

/// A process that compares photos keeps in mind what they look like.
@Suite struct CopiesMemoryTests {
    private let folder = TemporaryFolder()
    private let memory = CopiesMemory()

    private func catalog(_ name: String = "library") async throws -> any PhotoCatalog {
        let catalog = try await Places(
            library: folder.path.appending(name), models: [], cache: folder.path.appending("cache")
        ).catalog.open(.write) { _ in }
        try await catalog.addRoot(FilePath("/photos"))
        return catalog
    }

    private func content(_ number: Int) -> ContentDigest { ContentDigest(high: 7, low: UInt64(number)) }

    /// A photo that shows this, taken then.
    private func record(
        _ number: Int, _ look: KeptLook, at second: Int64? = nil, in catalog: any PhotoCatalog
    ) async throws {
        let path = FilePath("/photos/\(number).jpg")
        let model = ModelID(name: "fake", fingerprint: "fake", dimensions: 2)
        let vector = try #require(Embedding(normalizing: [1, 0], fingerprint: model.fingerprint))
        var facts = PhotoFacts()
        facts.taken = second.map { TakenDate(localSeconds: $0, precision: .second, source: .exifOriginal) }
        try await catalog.record(
            [
                .encoded(
                    path, FileStamp(size: 9, modifiedNanoseconds: 1, inode: UInt64(number)), content(number),
                    PixelSize(width: 400, height: 300), vector), .described(path, facts, .none),
            ], model: model)
        try await catalog.note([content(number): look])
    }

    /// Waves of other strengths for each number; a copy has a little noise.
    private func look(_ number: Int, isCopy: Bool = false) throws -> KeptLook {
        var random = SeededGenerator(seed: UInt64(number))
        let waves = (0..<36).map { wave in
            (down: wave / 6, across: wave % 6, strength: Double.random(in: -60...60, using: &random))
        }
        let side = PhotoLook.side
        let light = (0..<side * side).map { place -> UInt8 in
            let (row, column) = (Double(place / side) + 0.5, Double(place % side) + 0.5)
            let value = waves.dropFirst().reduce(128.0) { sum, wave in
                sum + wave.strength / Double(wave.down + wave.across)
                    * cos(.pi * Double(wave.down) * row / Double(side))
                    * cos(.pi * Double(wave.across) * column / Double(side))
            }
            return UInt8(min(max(value + (isCopy ? Double(place % 3) : 0), 0), 255))
        }
        let tint = [Int8](repeating: 0, count: 2 * PhotoLook.tintSide * PhotoLook.tintSide)
        let look = try #require(PhotoLook(light: light, tint: tint, sharpness: 9))
        return KeptLook(look, LookSignature(of: look))
    }

    private func compare(_ catalog: any PhotoCatalog) async throws -> Bool {
        try await memory.compare(in: catalog, pictures: { _ in [:] }, notify: { _, _ in })
    }

    private func alike(_ catalog: any PhotoCatalog) async throws -> [ContentDigest: [ContentDigest]] {
        try await catalog.resemblances(by: LookComparer.judge).mapValues { $0.map(\.content) }
    }

    @Test func whatIsNewIsComparedWithAll() async throws {
        let catalog = try await catalog()
        #expect(try await !compare(catalog), "nothing waits, and nothing is kept in mind")
        try await record(1, look(1), in: catalog)
        try await record(2, look(2), in: catalog)
        #expect(try await !compare(catalog))
        #expect(try await alike(catalog).isEmpty)
        try await record(3, look(2, isCopy: true), in: catalog)
        #expect(try await compare(catalog))
        #expect(try await alike(catalog) == [content(3): [content(2)]])
        try await record(4, look(1, isCopy: true), in: catalog)
        try await record(5, look(1, isCopy: true), in: catalog)
        #expect(try await compare(catalog))
        #expect(
            try await alike(catalog) == [
                content(3): [content(2)], content(4): [content(1)], content(5): [content(1), content(4)],
            ])
        #expect(try await catalog.countNotCompared(by: LookComparer.judge) == 0)
        #expect(try await compare(catalog), "nothing has come")
        try await catalog.close()
    }

    @Test func whatHasGoneOrIsDatedAnewIsHeardOf() async throws {
        let catalog = try await catalog()
        for number in 1...3 { try await record(number, look(1, isCopy: number > 1), at: 100, in: catalog) }
        #expect(try await !compare(catalog))
        _ = try await catalog.forget(under: FilePath("/photos/2.jpg"))
        try await record(3, look(1), at: 200, in: catalog)
        try await record(4, look(1, isCopy: true), at: 201, in: catalog)
        #expect(try await compare(catalog))
        #expect(try await catalog.countNotCompared(by: LookComparer.judge) == 0)
        let found = try await catalog.resemblances(by: LookComparer.judge)
        #expect(found[content(3)]?.map(\.content) == [content(1)])
        #expect(found[content(4)]?.map(\.content) == [content(1), content(3)])
        #expect(found[content(4)]?.map { $0.ways.contains(.takenTogether) } == [false, true])
        try await catalog.close()
    }

    @Test func anotherLibraryIsReadAnew() async throws {
        let (one, other) = (try await catalog(), try await catalog("other"))
        try await record(1, look(1), in: one)
        try await record(1, look(2), in: other)
        #expect(try await !compare(one))
        try await record(2, look(1, isCopy: true), in: other)
        #expect(try await !compare(other))
        #expect(try await alike(other).isEmpty)
        try await record(2, look(1, isCopy: true), in: one)
        #expect(try await !compare(one))
        #expect(try await alike(one) == [content(2): [content(1)]])
        try await one.close()
        try await other.close()
    }
}
