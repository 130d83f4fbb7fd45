import EvokeAnalysis
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
        let catalog = try await LibraryConfiguration(
            library: folder.path.appending(name), models: [], cache: folder.path.appending("cache")
        ).catalog.open(.write) { _ in }
        try await catalog.addRoot(DiskPath("/photos"))
        return catalog
    }

    private func content(_ number: Int) -> ContentDigest { ContentDigest(high: 7, low: UInt64(number)) }

    /// A photo that shows this, taken then.
    private func record(
        _ number: Int, _ fingerprint: StoredFingerprint, at second: Int64? = nil, in catalog: any PhotoCatalog
    ) async throws {
        let path = DiskPath("/photos/\(number).jpg")
        let model = ModelID(name: "fake", fingerprint: "fake", dimensions: 2)
        let vector = try #require(Embedding(normalizing: [1, 0], fingerprint: model.fingerprint))
        var metadata = PhotoMetadata()
        metadata.taken = second.map { TakenDate(localSeconds: $0, precision: .second, source: .exifOriginal) }
        try await catalog.record(
            [
                .encoded(
                    path, FileStamp(size: 9, modifiedNanoseconds: 1, inode: UInt64(number)), content(number),
                    PixelSize(width: 400, height: 300), vector), .described(path, (metadata, .none)),
            ], model: model)
        try await catalog.record([content(number): fingerprint], as: .fingerprint)
    }

    /// Waves of other strengths for each number; a copy has a little noise.
    private func fingerprint(_ number: Int, isCopy: Bool = false) throws -> StoredFingerprint {
        let light = Self.waves[number - 1].enumerated().map { place, value in
            UInt8(min(max(value + (isCopy ? Double(place % 3) : 0), 0), 255))
        }
        let tint = [Int8](repeating: 0, count: 2 * PhotoFingerprint.tintSide * PhotoFingerprint.tintSide)
        let fingerprint = try #require(PhotoFingerprint(light: light, tint: tint, sharpness: 9))
        return StoredFingerprint(fingerprint, FingerprintSignature(of: fingerprint))
    }

    /// Of two pictures, made once: they are half a million cosines.
    private static let waves: [[Double]] = (1...2).map { number in
        var random = SeededGenerator(seed: UInt64(number))
        let side = PhotoFingerprint.side
        var light = [Double](repeating: 128, count: side * side)
        for wave in 0..<36 {
            let strength = Double.random(in: -60...60, using: &random)
            guard wave > 0 else { continue }
            let (down, across) = (wave / 6, wave % 6)
            let rows = (0..<side).map { cos(.pi * Double(down) * (Double($0) + 0.5) / Double(side)) }
            let columns = (0..<side).map { cos(.pi * Double(across) * (Double($0) + 0.5) / Double(side)) }
            for row in 0..<side {
                let part = strength / Double(down + across) * rows[row]
                for column in 0..<side { light[row * side + column] += part * columns[column] }
            }
        }
        return light
    }

    private func compare(_ catalog: any PhotoCatalog) async throws -> Bool {
        try await memory.compare(in: catalog, pictures: { _ in [:] }, notify: { _, _ in })
    }

    private func alike(_ catalog: any PhotoCatalog) async throws -> [ContentDigest: [ContentDigest]] {
        try await catalog.resemblances(by: FingerprintComparer.judge).mapValues { $0.map(\.content) }
    }

    @Test func whatIsNewIsComparedWithAll() async throws {
        let catalog = try await catalog()
        #expect(try await !compare(catalog), "nothing waits, and nothing is kept in mind")
        for number in 1...2 { try await record(number, fingerprint(number), in: catalog) }
        #expect(try await !compare(catalog))
        var expected: [ContentDigest: [ContentDigest]] = [:]
        #expect(try await alike(catalog) == expected)
        for (news, found) in [
            ([3: 2], [content(3): [content(2)]]),
            ([4: 1, 5: 1], [content(4): [content(1)], content(5): [content(1), content(4)]]), ([:], [:]),
        ] {
            for (number, original) in news.sorted(by: { $0.key < $1.key }) {
                try await record(number, fingerprint(original, isCopy: true), in: catalog)
            }
            #expect(try await compare(catalog))
            expected.merge(found) { $1 }
            #expect(try await alike(catalog) == expected)
        }
        #expect(try await catalog.countNotCompared(by: FingerprintComparer.judge) == 0)
        try await catalog.close()
    }

    @Test func whatHasGoneOrIsDatedAnewIsHeardOf() async throws {
        let catalog = try await catalog()
        for number in 1...3 { try await record(number, fingerprint(1, isCopy: number > 1), at: 100, in: catalog) }
        #expect(try await !compare(catalog))
        _ = try await catalog.forget(under: DiskPath("/photos/2.jpg"))
        try await record(3, fingerprint(1), at: 200, in: catalog)
        try await record(4, fingerprint(1, isCopy: true), at: 201, in: catalog)
        #expect(try await compare(catalog))
        #expect(try await catalog.countNotCompared(by: FingerprintComparer.judge) == 0)
        let found = try await catalog.resemblances(by: FingerprintComparer.judge)
        #expect(found[content(3)]?.map(\.content) == [content(1)])
        #expect(found[content(4)]?.map(\.content) == [content(1), content(3)])
        #expect(found[content(4)]?.map { $0.ways.contains(.takenTogether) } == [false, true])
        try await catalog.close()
    }

    @Test func anotherLibraryIsReadAnew() async throws {
        let (one, other) = (try await catalog(), try await catalog("other"))
        for (catalog, number) in [(one, 1), (other, 2)] { try await record(1, fingerprint(number), in: catalog) }
        #expect(try await !compare(one))
        try await record(2, fingerprint(1, isCopy: true), in: other)
        #expect(try await !compare(other))
        #expect(try await alike(other).isEmpty)
        try await record(2, fingerprint(1, isCopy: true), in: one)
        #expect(try await !compare(one))
        #expect(try await alike(one) == [content(2): [content(1)]])
        try await one.close()
        try await other.close()
    }
}
