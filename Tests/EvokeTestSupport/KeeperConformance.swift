package import EvokePorts
import EvokeValues
import Testing

/// What every `ContentDigesting` must do. Run it against each implementation.
package struct ContentDigestingConformance {
    private let digester: any ContentDigesting
    private let folder = TemporaryFolder()

    package init(_ digester: any ContentDigesting) {
        self.digester = digester
    }

    package func checkAll() async throws {
        let long = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let one = try await digester.digest(of: folder.write("one", long))
        #expect(try await digester.digest(of: folder.write("same/other.jpg", long)) == one, "whatever its name is")
        let others: [[UInt8]] = [[], [0], long.dropLast() + [1], [1] + long.dropFirst(), long + [0]]
        var digests: Set = [one]
        for other in others { digests.insert(try await digester.digest(of: folder.write("another", other))) }
        #expect(digests.count == 1 + others.count)
        let error = await #expect(throws: EvokeError.self) {
            try await digester.digest(of: folder.path.appending("absent"))
        }
        #expect(error?.kind == .notFound)
    }
}

/// What every `ThumbnailStore` must do that is empty. Run it against each implementation.
package struct ThumbnailKeepingConformance {
    private let keeper: any ThumbnailStore

    package init(_ keeper: any ThumbnailStore) {
        self.keeper = keeper
    }

    package func checkAll() async throws {
        let contents = [
            ContentDigest(high: 0x0123, low: .max), ContentDigest(high: 0x0123, low: 0), ContentDigest(high: 0, low: 0),
        ]
        func thumbnail(_ number: Int) -> Thumbnail { Thumbnail(jpeg: [0xFF, 0xD8, UInt8(number), 0xFF, 0xD9]) }
        for (number, content) in contents.enumerated() {
            #expect(try await keeper.thumbnail(of: content) == nil)
            try await keeper.keep(thumbnail(number), of: content)
        }
        for (number, content) in contents.enumerated() {
            #expect(try await keeper.thumbnail(of: content) == thumbnail(number))
        }
        try await keeper.keep(thumbnail(9), of: contents[0])
        #expect(try await keeper.thumbnail(of: contents[0]) == thumbnail(9), "it was made again")
    }
}
