import EvokeModels
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@Suite struct CacheTests {
    private static let text = "Two dogs are chasing a red ball. <mask> 漢字"

    /// A tokenizer's file in a folder of its own, and where its cache goes.
    private struct Place {
        let source: URL
        let cache: URL

        init(in folder: URL) throws {
            source = folder.appending(path: "tokenizer.json")
            cache = folder.appending(path: "cache")
            try FileManager.default.copyItem(at: Fixtures.url("small.json"), to: source)
        }

        func ids(_ digest: String = "a", isCurrent: Bool = true) throws -> [Int32] {
            let cache = TokenizerCache(in: DiskPath(cache.path), digest: digest) { isCurrent }
            return try Tokenizer(contentsOf: source.path, cache: cache).encode(CacheTests.text)
        }

        func files() -> [URL] {
            (try? FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: nil)) ?? []
        }

        func spoil() throws { try Data("not JSON".utf8).write(to: source) }
    }

    private let expected: [Int32]

    init() throws {
        expected = try Tokenizer(contentsOf: Fixtures.url("small.json").path).encode(Self.text)
    }

    @Test func aSecondStartReadsTheCacheAndNotTheSource() throws {
        try Fixtures.withFolder { folder in
            let place = try Place(in: folder)
            #expect(try place.ids() == expected && place.files().count == 1)
            try place.spoil()
            #expect(try place.ids() == expected)
            #expect(throws: TokenizerError.self) { try Tokenizer(contentsOf: place.source.path) }
        }
    }

    @Test func anotherDigestIsAnotherTokenizer() throws {
        try Fixtures.withFolder { folder in
            let place = try Place(in: folder)
            #expect(try place.ids() == expected)
            try Fixtures.small(changing: ["post_processor": NSNull()]).write(to: place.source)
            #expect(try place.ids("b") == Array(expected.dropFirst().dropLast()))
            try place.spoil()
            #expect(try place.ids("b") == Array(expected.dropFirst().dropLast()) && place.ids("a") == expected)
        }
    }

    /// It was replaced after its digest was taken.
    @Test func whatIsReadOfAnotherFileIsNotKept() throws {
        try Fixtures.withFolder { folder in
            let place = try Place(in: folder)
            #expect(try place.ids(isCurrent: false) == expected && place.files().isEmpty)
        }
    }

    @Test func whatIsKeptUnderAnothersNameIsNotBelieved() throws {
        try Fixtures.withFolder { folder in
            let place = try Place(in: folder)
            _ = try place.ids("a")
            let kept = try #require(place.files().first)
            try Fixtures.small(changing: ["post_processor": NSNull()]).write(to: place.source)
            let other = kept.deletingLastPathComponent().appending(
                path: kept.lastPathComponent.replacing("a.evt", with: "b.evt"))
            try FileManager.default.moveItem(at: kept, to: other)
            #expect(try place.ids("b") == Array(expected.dropFirst().dropLast()))
        }
    }

    @Test func isForgottenByItsDigest() throws {
        try Fixtures.withFolder { folder in
            let place = try Place(in: folder)
            for digest in ["a", "b"] { _ = try place.ids(digest) }
            TokenizerCache.forget("a", in: DiskPath(place.cache.path))
            #expect(place.files().map(\.lastPathComponent) == ["tokenizer-b.evt"])
        }
    }

    @Test func aDamagedCacheIsReplaced() throws {
        try Fixtures.withFolder { folder in
            let place = try Place(in: folder)
            _ = try place.ids()
            let file = try #require(place.files().first)
            let good = try Data(contentsOf: file)
            var older = good
            older[8] -= 1
            var damaged: [Data] = [Data(), Data(repeating: 0, count: 64), good + good, good + [0], older]
            let header = stride(from: 0, to: 200, by: 5)
            let payload = stride(from: 200, to: good.count, by: good.count / 25)
            for offset in Array(header) + Array(payload) {
                var flipped = good
                flipped[offset] ^= 1 << (offset % 8)
                damaged.append(flipped)
                damaged.append(good.prefix(offset))
            }
            for bytes in damaged {
                try bytes.write(to: file)
                #expect(try place.ids() == expected && Data(contentsOf: file) == good)
            }
        }
    }

    @Test func aFolderThatCannotBeUsedIsNoError() throws {
        try Fixtures.withFolder { folder in
            let place = try Place(in: folder)
            for unusable in ["\(place.source.path)/cache", place.source.path, "/proc/nothing"] {
                let cache = TokenizerCache(in: DiskPath(unusable), digest: "a") { true }
                let tokenizer = try Tokenizer(contentsOf: place.source.path, cache: cache)
                #expect(tokenizer.encode(Self.text) == expected)
            }
        }
    }

    @Test func aFileThatCannotBeReadLeavesNoCache() throws {
        try Fixtures.withFolder { folder in
            let place = try Place(in: folder)
            try Fixtures.small(changing: ["model.type": "BPE"]).write(to: place.source)
            #expect(throws: TokenizerError.self) { try place.ids() }
            #expect(place.files().isEmpty)
        }
    }

    @Test func manyAtOnceShareOneFolder() async throws {
        let folder = TemporaryFolder()
        let place = try Place(in: URL(fileURLWithPath: folder.path.display))
        try await withThrowingTaskGroup(of: [Int32].self) { group in
            for _ in 0..<8 { group.addTask { try place.ids() } }
            for try await ids in group { #expect(ids == expected) }
        }
        #expect(place.files().count == 1)
    }
}
