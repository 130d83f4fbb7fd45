import EvokeDigests
package import EvokeValues

/// The reader of text in pictures; nil if none is installed or wanted.
struct TextReaders: Sendable, Equatable {
    var installed: (any TextReading)?

    /// Ignored by `==` of the configuration.
    static func == (left: TextReaders, right: TextReaders) -> Bool { true }
}

extension LibraryConfiguration {
    /// The same configuration with this machine's text reader, for indexing: photos indexed with it can be found by
    /// their text. Without installed graphs, there is no reader.
    ///
    /// Throws what ``PhotoTextReader/open(places:languages:)`` throws for other reasons.
    public func readingTexts() async throws -> LibraryConfiguration {
        var places = self
        do {
            places.textReader = try await PhotoTextReader.open(places: self).reading
        } catch let error as EvokeError where error.kind == .modelMissing {
            places.textReader = nil
        }
        return places
    }

    /// The reader of text in pictures. Without one, photos are indexed and found as if they contained no text.
    package var textReader: (any TextReading)? {
        get { textReaders.installed }
        set { textReaders.installed = newValue }
    }

    /// How many photos it has read text in; nil without a reader.
    func countRead(in catalog: any PhotoCatalog, of summary: CatalogSummary) async throws -> Int? {
        guard let textReader else { return nil }
        return max(0, summary.photos - (try await catalog.countWithoutText(by: textReader.id)))
    }
}

extension TextReading {
    /// As the catalog knows it.
    var id: TextReaderID {
        get async throws {
            var fingerprint = try await fingerprint
            return TextReaderID(Int64(bitPattern: fingerprint.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0)) }))
        }
    }
}
