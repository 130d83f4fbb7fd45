import EvokePorts
import EvokeValues
import Testing

/// Results of an analysis belong to the content of photos.
extension CatalogConformance {
    static let ofAnalyses = [
        Check("photos wait for their colors") { test in
            { try await test.keeps(.colors, PhotoColors([.red]), PhotoColors()) }
        },
        Check("photos wait for their text") { test in
            {
                let reader = TextReaderID(-7)
                try await test.keeps(.text(by: reader), .lines("Gate 12"), PictureText([], in: test.size))
            }
        },
        Check("photos wait for their fingerprint") { test in
            { try await test.keeps(.fingerprint, .fake(200), .fake(9)) }
        },
        Check("photos wait for their quality") { test in
            {
                let quality = PhotoQuality(sharpness: 0.1 + 0.2, exposure: 1)
                try await test.keeps(.quality, quality, PhotoQuality(sharpness: 0, exposure: 0))
            }
        },
        Check("photos wait for their faces") { test in
            {
                try await test.catalog.keepPeople(true)
                let nobody = FoundFaces(PictureFaces([], in: test.size), by: finder)
                try await test.keeps(.faces(by: finder), .fake([0.5, 0.25], [-1, 0], by: finder), nobody)
            }
        },
    ]

    private func keeps<Result: Equatable & Sendable>(
        _ analysis: Analysis<Result>, _ some: Result, _ nothing: Result
    ) async throws {
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
