public import EvokePorts
public import EvokeValues
import Testing

/// Results of an analysis belong to the content of photos.
extension CatalogConformance {
    static let ofAnalyses = samples.map { sample in
        Check("photos wait for their \(sample.name)") { test in { try await sample.check(test) } }
    }

    /// A result of each analysis, and one that says that there is nothing.
    public static let samples = [
        Sample("colors", .colors, PhotoColors([.red]), PhotoColors()),
        Sample("text", .text(by: TextReaderID(-7)), .lines("Gate 12"), PictureText([], in: size)),
        Sample("fingerprint", .fingerprint, .fake(200), .fake(9)),
        Sample(
            "quality", .quality, PhotoQuality(sharpness: 0.1 + 0.2, exposure: 1),
            PhotoQuality(sharpness: 0, exposure: 0)),
        Sample(
            "faces", .faces(by: finder), .fake([0.5, 0.25], [-1, 0], by: finder),
            FoundFaces(PictureFaces([], in: size), by: finder)),
    ]

    public struct Sample: Sendable {
        public let name: String
        public let table: String
        fileprivate let check: @Sendable (CatalogConformance) async throws -> Void
        /// Records both results.
        public let record:
            @Sendable (any PhotoCatalog, _ content: ContentDigest, _ other: ContentDigest) async throws -> Void

        init<Result: Equatable & Sendable>(
            _ name: String, _ analysis: Analysis<Result>, _ some: Result, _ nothing: Result
        ) {
            (self.name, table) = (name, analysis.table)
            check = { try await $0.keeps(analysis, some, nothing) }
            record = { try await $0.record([$1: some, $2: nothing], as: analysis) }
        }
    }

    private func keeps<Result: Equatable & Sendable>(
        _ analysis: Analysis<Result>, _ some: Result, _ nothing: Result
    ) async throws {
        try await catalog.keepPeople(true)
        let ids = try await fill("a.jpg", "b.png")
        func lacking(after photo: PhotoID = PhotoID(-1), limit: Int = 9) async throws -> [PhotoID] {
            try await catalog.photos(lacking: analysis, after: photo, limit: limit).map(\.id)
        }
        func results() async throws -> [ContentDigest: Result] {
            try await catalog.results(analysis, of: [content(1), content(2), content(3), content(99)])
        }
        #expect(try await results().isEmpty)
        #expect(try await catalog.count(lacking: analysis) == 2)
        #expect(try await lacking(limit: 1) + lacking(after: ids[0]) == ids)
        try await catalog.record([content(1): some, content(2): nothing, content(99): some], as: analysis)
        #expect(try await results() == [content(1): some, content(2): nothing], "nothing is an answer, too")
        #expect(try await lacking().isEmpty)
        #expect(try await catalog.count(lacking: analysis) == 0)
        try await catalog.record([content(2): some], as: analysis)
        try await record([.vanished(ids[0])])
        #expect(try await results() == [content(1): some, content(2): some], "its disk may come back")
        try await record([encoded("b.png", 3)])
        #expect(try await results() == [content(1): some], "another picture has another result")
        #expect(try await lacking() == [ids[1]])
        _ = try await catalog.forget(under: path("a.jpg"))
        #expect(try await results().isEmpty)
    }
}
