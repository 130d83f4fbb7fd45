import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// Whatever happens to the files of the cache, the answers stay what they are.
@Suite struct DamagedCacheTests {
    private let folder = TemporaryFolder()

    @Test func changesNoAnswer() async throws {
        let right = try await answers()
        let kept = try await settled()
        #expect(kept.count >= 8)
        for (place, (file, whole)) in kept.sorted(by: { $0.key < $1.key }).enumerated() {
            let another = kept.first { $0.key != file && $0.value.count > 8 }
            // Two ways for each file; each way comes more than once.
            let damages = Self.damages(of: whole) + [another?.value ?? []]
            for way in [place, place + 3] {
                let bytes = damages[way % damages.count]
                try FileSystem.replace(file, with: bytes)
                let now = try await answers()
                let isSame = zip(now, right).allSatisfy { $0.fingerprint == $1.fingerprint && $0.dot($1) > 0.999_99 }
                #expect(isSame && now.count == right.count, "\(file.display), with \(bytes.count) bytes")
            }
            try FileSystem.replace(file, with: whole)
        }
    }

    private static func damages(of whole: [UInt8]) -> [[UInt8]] {
        let flipped = [whole.count / 2, whole.count - 1].map { place in
            var bytes = whole
            bytes[place] ^= 1
            return bytes
        }
        return flipped + [[], whole.map { _ in 0 }, Array(whole.prefix(whole.count / 2))]
    }

    /// The files of the cache, once there is a note of each digest: a file that has just come is digested each time.
    private func settled() async throws -> [DiskPath: [UInt8]] {
        while true {
            _ = try await answers()
            let digests = try? FileSystem.names(in: cache.appending("digests"))
            if let digests, digests.count >= 3 { break }
        }
        let files = try FileSystem.filesBelow(cache).map { cache.appending($0.bytes) }
        return try Dictionary(uniqueKeysWithValues: files.map { ($0, try FileSystem.read($0)) })
    }

    private var cache: DiskPath { folder.path.appending("cache") }

    /// Of a model whose texts are padded.
    private func answers() async throws -> [Embedding] {
        let engine = try await Engine.open(
            ModelChoice(PublishedModel.folder("hub-mobileclip").display),
            configuration: LibraryConfiguration(library: folder.path, models: [], cache: cache))
        let labels = try await engine.labels(["a dog", "a red car"])
        let photo = try await engine.embed(photo: PublishedModel.picture("200x150.png"))
        return try await [engine.embed(text: "a red car on a beach"), photo] + labels.vectors
    }
}
