import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Reads the tags of photos and their sidecars with Exiv2.
package struct Exiv2Tags: TagReading {
    /// Sidecars this long belong to photos that were retouched for hours.
    static let longestSidecar = 16_000_000

    /// Exiv2 finds nothing in HEIC files with an unusual layout.
    private static let suffixesToAskAgain: Set<String> = ["heic", "heif", "hif", "avif"]

    private let executor: BlockingExecutor
    private let blocks: any TagBlockReading
    private let films: any FilmTagReading

    /// - Parameter blocks: used if Exiv2 finds nothing.
    package init(executor: BlockingExecutor, blocks: any TagBlockReading, films: any FilmTagReading) {
        self.executor = executor
        self.blocks = blocks
        self.films = films
    }

    package func tags(of file: FilePath, sidecars: [FilePath]) async throws -> PhotoTags {
        try await tags(of: file, named: file, sidecars: sidecars)
    }

    /// - Parameter name: the photo's name, whose extension tells its format.
    package func tags(of file: FilePath, named name: FilePath, sidecars: [FilePath]) async throws -> PhotoTags {
        guard name.format != .video else {
            let embedded = try await films.tags(ofFilm: file)
            return await executor.run { Self.tags(embedded, sidecars) }
        }
        var embedded = try await executor.run { () throws(EvokeError) in try Tags.of(file: file) }
        if embedded.isEmpty, Self.suffixesToAskAgain.contains(name.suffix),
            // This is a second try; if it fails, the result of the first stands.
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
        // An unreadable or invalid sidecar is ignored.
        guard let bytes = try? FileSystem.read(sidecar, most: longestSidecar) else { return nil }
        let isJSON = bytes.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        return isJSON ? Tags.of(takeout: bytes) : Tags.of(xmp: bytes)
    }
}
