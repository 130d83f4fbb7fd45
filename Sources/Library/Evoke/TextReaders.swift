import EvokeDigests
package import EvokeValues

/// Who reads the texts in pictures; nobody where nothing is installed for that, or where it is left out.
struct TextReaders: Sendable, Equatable {
    var installed: (any TextReading)?

    /// It is no place: what belongs to the same places is the same library, whoever reads.
    static func == (left: TextReaders, right: TextReaders) -> Bool { true }
}

extension LibraryConfiguration {
    /// The same places with whoever reads the texts in photos on this machine, for indexing: what is indexed there is then
    /// searched by those texts, too. Nobody reads them where the graphs for that are not on the shelf.
    ///
    /// Throws what ``PhotoTextReader/open(places:languages:)`` throws but for that.
    public func readingTexts() async throws -> LibraryConfiguration {
        var places = self
        do {
            places.textReader = try await PhotoTextReader.open(places: self).reading
        } catch let error as EvokeError where error.kind == .modelMissing {
            places.textReader = nil
        }
        return places
    }

    /// Who reads the texts in pictures. Without one, photos are indexed and found as if nothing were written in them.
    package var textReader: (any TextReading)? {
        get { textReaders.installed }
        set { textReaders.installed = newValue }
    }

    /// How many photos' texts it has read; nil where there is none.
    func countRead(in catalog: any PhotoCatalog, of summary: CatalogSummary) async throws -> Int? {
        guard let textReader else { return nil }
        return max(0, summary.photos - (try await catalog.countWithoutText(by: textReader.id)))
    }
}

extension TextReading {
    /// As the catalogue knows it.
    var id: TextReaderID {
        get async throws {
            var fingerprint = try await fingerprint
            return TextReaderID(Int64(bitPattern: fingerprint.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0)) }))
        }
    }
}
