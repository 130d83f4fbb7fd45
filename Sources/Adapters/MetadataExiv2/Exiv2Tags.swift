import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Takes tags out of photos and their sidecars with Exiv2.
package struct Exiv2Tags: TagReading {
    /// The longest sidecars are those of photos that were painted on for hours.
    static let longestSidecar = 16_000_000

    /// Other programs' HEIC may be laid out in ways that Exiv2 reads nothing from.
    private static let suffixesToAskAgain: Set<String> = ["heic", "heif", "hif", "avif"]

    private let executor: BlockingExecutor
    private let blocks: any TagBlockReading
    private let films: any FilmTagReading

    /// - Parameter blocks: asked where Exiv2 finds nothing.
    package init(executor: BlockingExecutor, blocks: any TagBlockReading, films: any FilmTagReading) {
        self.executor = executor
        self.blocks = blocks
        self.films = films
    }

    package func tags(of file: FilePath, sidecars: [FilePath]) async throws -> PhotoTags {
        try await tags(of: file, named: file, sidecars: sidecars)
    }

    /// - Parameter name: that of the photo, whose ending tells its form.
    package func tags(of file: FilePath, named name: FilePath, sidecars: [FilePath]) async throws -> PhotoTags {
        guard name.format != .video else {
            let embedded = try await films.tags(ofFilm: file)
            return await executor.run { Self.tags(embedded, sidecars) }
        }
        var embedded = try await executor.run { () throws(EvokeError) in try Tags.of(file: file) }
        if embedded.isEmpty, Self.suffixesToAskAgain.contains(name.suffix),
            // A second try: the photo is left with what the first found.
            let found = try? await blocks.tagBlocks(of: file)
        {
            embedded = await executor.run { Tags.of(found) }
        }
        return await executor.run { [embedded] in Self.tags(embedded.values, sidecars) }
    }

    private static func tags(_ embedded: PhotoTags.Values, _ sidecars: [FilePath]) -> PhotoTags {
        PhotoTags(embedded: embedded, sidecars: sidecars.compactMap { tags(ofSidecar: $0)?.values })
    }

    private static func tags(ofSidecar sidecar: FilePath) -> Tags? {
        // What cannot be read, or is none, says nothing of the photo.
        guard let bytes = try? FileSystem.read(sidecar, most: longestSidecar) else { return nil }
        let isJSON = bytes.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        return isJSON ? Tags.of(takeout: bytes) : Tags.of(xmp: bytes)
    }
}
