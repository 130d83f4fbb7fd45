package import EvokePorts
import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Turns a photo's tags, as Exiv2 names them, into metadata.
package struct Exiv2MetadataReader: MetadataReading {
    private let executor: BlockingExecutor
    private let tags: any TagReading

    package init(executor: BlockingExecutor, tags: any TagReading) {
        self.executor = executor
        self.tags = tags
    }

    /// Invalid tags are skipped: they must not keep a photo out of the library.
    package func metadata(of file: DiskPath, sidecars: [DiskPath]) async throws -> PhotoMetadata {
        let tags = try await tags.tags(of: file, sidecars: sidecars)
        return await executor.run {
            Self.metadata(of: file, Tags(values: tags.embedded), beside: tags.sidecars.map { Tags(values: $0) })
        }
    }

    private static func metadata(of file: DiskPath, _ embedded: Tags, beside sidecars: [Tags]) -> PhotoMetadata {
        // People correct words and places in a sidecar; the camera's measurements are in the photo.
        let corrected = sidecars + [embedded]
        let measured = [embedded] + sidecars
        var metadata = PhotoMetadata()
        metadata.taken = date(of: file, measured)
        metadata.camera = measured.lazy.compactMap(\.camera).first
        metadata.exposure = measured.lazy.compactMap(\.exposure).first
        metadata.lens = measured.lazy.compactMap(\.lens).first
        metadata.length = embedded.length
        metadata.orientation = measured.lazy.compactMap(\.orientation).first
        metadata.place = corrected.lazy.compactMap(\.place).first
        metadata.rating = corrected.lazy.compactMap(\.rating).first
        metadata.title = corrected.lazy.compactMap(\.title).first
        metadata.description = corrected.lazy.compactMap(\.description).first
        metadata.keywords = Tags.merged(corrected.map(\.keywords))
        metadata.picks = corrected.map(\.picks).reduce(into: []) { $0.formUnion($1) }
        metadata.albums = corrected.flatMap(\.albums)
        metadata.faces = corrected.lazy.map(\.faces).first { !$0.isEmpty } ?? []
        return metadata
    }

    /// The most reliable date that includes a day, with another date's time on that day if it has none; failing that,
    /// the most reliable date.
    private static func date(of file: DiskPath, _ tags: [Tags]) -> TakenDate? {
        let dates =
            TakenDate.Source.allCases.flatMap { source in tags.flatMap(\.dates).filter { $0.source == source } }
            + [TakenDate(fileName: String(decoding: file.name, as: UTF8.self))].compactMap(\.self)
            + tags.compactMap(\.dateOfFilm) + tags.compactMap(\.dateOfChange)
        guard let date = dates.first(where: { $0.precision == .second || $0.precision == .day }) else {
            return dates.first ?? dateOfFile(file)
        }
        // A date without a time is at midnight.
        let day = date.localSeconds..<(date.localSeconds + 86_400)
        return date.precision == .second
            ? date : dates.first { $0.precision == .second && day.contains($0.localSeconds) } ?? date
    }

    private static func dateOfFile(_ file: DiskPath) -> TakenDate? {
        FileSystem.status(of: file).map {
            .inSystemZone(
                utcSeconds: $0.modified.seconds, nanoseconds: Int32(clamping: $0.modified.nanoseconds),
                source: .fileModified)
        }
    }
}
