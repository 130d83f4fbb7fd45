import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogPostgres

/// PostgreSQL keeps less of long texts than there may be on a photo.
@Suite struct WrittenTests {
    /// Each with words that are found in it.
    @Test(arguments: [
        (String(repeating: "same ", count: 40_000), "same same"),
        ((0..<40_000).map { "w\($0)" }.joined(separator: " "), "w0 w100"),
        ((0..<4_000).map { "\($0)" + String(repeating: "x", count: 400) }.joined(separator: ", "), "0"),
        (String(repeating: "ﷺ", count: 3_000), "harbour"), (String(repeating: "海辺町", count: 9_000), "海辺町海"),
        (String(repeating: "é", count: 5_000), "walk"),
    ])
    func longTextsAreCutAndTheRestIsFound(description: String, words: String) async throws {
        let server = try await PostgresServer.running()
        let catalog = try await PostgresCatalog.open(PostgresAddress(server.newLibrary()), access: .write)
        let path = DiskPath("/photos/lena.jpg")
        var metadata = PhotoMetadata()
        metadata.title = "Harbour walk"
        metadata.description = description
        metadata.keywords = ["pier"]
        try await catalog.record([encoded(path), .described(path, (metadata, .none))], model: .fake)
        let photo = PhotoSet([try #require(try await catalog.photo(at: path))])
        for words in ["harbour-walk", "pier", "lena", words] {
            #expect(try await catalog.photos(with: #require(TextQuery(words))).own == photo, "\(words)")
        }
        #expect(try await catalog.metadata(of: photo.ids[0])?.metadata.description == description)
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.close()
    }

    /// A server's texts have no zeros.
    @Test func zerosAreLeftOutOfTexts() async throws {
        let server = try await PostgresServer.running()
        let catalog = try await PostgresCatalog.open(PostgresAddress(server.newLibrary()), access: .write)
        let path = DiskPath("/photos/lena.jpg")
        var metadata = PhotoMetadata()
        (metadata.title, metadata.keywords) = ("a\0b", ["\0"])
        metadata.camera = Camera(make: "c\0d", model: "e\0f")
        try await catalog.record([encoded(path), .described(path, (metadata, .none))], model: .fake)
        let photo = try #require(try await catalog.photo(at: path))
        let kept = try #require(try await catalog.metadata(of: photo)?.metadata)
        #expect(kept.title == "ab" && kept.keywords == [""])
        #expect(try await catalog.photos(with: #require(TextQuery("ab"))).own.ids == [photo])
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.close()
    }
}
