import EvokeDigests
import EvokeIndexing
import EvokePorts
import EvokeValues

extension PhotoLibrary {
    /// Reads text in photos that this machine's reader has not read; nil if there is no reader.
    func texts(_ notify: @escaping @Sendable (IndexEvent) -> Void) -> LatePass<PictureText>? {
        guard let reader = configuration.textReader else { return nil }
        let madeByAnother = EvokeError(
            .unsupported, doing: "read text in photos", subject: "",
            reason: "the library's text was read with graphs or languages that this machine does not have",
            remedies: [
                .advice("Install the same ones on this machine."),
                .advice("Or index from this machine, to read all text again with its own."),
            ])
        return LatePass(
            library: self, notify: notify, progress: { .reading(done: $0, total: $1) }, madeByAnother: madeByAnother,
            files: {
                FileAnalysis(
                    analysis: .text(by: try await reader.id),
                    find: { try await reader.text(in: $0.path, named: $0.path) }, nothing: { PictureText([], in: $0) },
                    notify: notify)
            })
    }
}

extension LibraryConfiguration {
    /// The same configuration with this machine's text reader, for indexing: photos indexed with it can be found by
    /// their text. Without installed graphs, there is no reader.
    package func readingTexts() async throws -> LibraryConfiguration {
        var configuration = self
        do {
            configuration.textReader = try await PhotoTextReader.open(configuration: self).reading
        } catch let error as EvokeError where error.kind == .modelMissing {
            configuration.textReader = nil
        }
        return configuration
    }

    /// How many photos it has read text in; nil without a reader.
    func countRead(in catalog: any PhotoCatalog, of summary: CatalogSummary) async throws -> Int? {
        guard let textReader else { return nil }
        return max(0, summary.photos - (try await catalog.count(lacking: .text(by: textReader.id))))
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
