import EvokePorts
public import EvokeValues
import Testing

extension CatalogConformance {
    /// Texts go with the content that they are of, and with what read them.
    func checkReading() async throws {
        let catalog = try await make()
        let (sign, plain) = (folder.appending("a.jpg"), folder.appending("b.jpg"))
        let (reader, other) = (TextReaderID(-7), TextReaderID(8))
        try await catalog.record(
            [encoded(sign, 1, [1, 0, 0, 0]), encoded(plain, 2, [1, 0, 0, 0])], model: .fake)
        let first = try #require(try await catalog.photo(at: sign))
        let second = try #require(try await catalog.photo(at: plain))
        let (one, two) = (ContentDigest(high: 0, low: 1), ContentDigest(high: 0, low: 2))
        #expect(try await catalog.text(of: first) == nil)
        #expect(try await catalog.countWithoutText(by: reader) == 2)

        let text = ReadText(.lines("Gate 12", "Boarding 09:40"), by: reader)
        let nothing = ReadText(PictureText([], in: size), by: reader)
        try await catalog.note([one: text, two: nothing, ContentDigest(high: 9, low: 9): text])
        #expect(try await catalog.text(of: first) == text)
        #expect(try await catalog.text(of: second) == nothing, "nothing is an answer, too")
        #expect(try await catalog.countWithoutText(by: reader) == 0)
        #expect(try await catalog.photosWithoutText(by: reader, after: PhotoID(-1), limit: 9).isEmpty)
        #expect(try await catalog.countWithoutText(by: other) == 2)
        #expect(try await catalog.photosWithoutText(by: other, after: PhotoID(-1), limit: 1).map(\.id) == [first])
        #expect(try await catalog.photosWithoutText(by: other, after: first, limit: 9).map(\.id) == [second])

        try await checkWordsInPictures(catalog, first)
        try await catalog.note([two: ReadText(.lines("gate"), by: other)])
        #expect(try await catalog.photosWithoutText(by: reader, after: PhotoID(-1), limit: 9).map(\.id) == [second])
        #expect(try await catalog.photos(meeting: .test(.pictureText("gate"))) == PhotoSet([first, second]))
        try await catalog.note([two: nothing])
        #expect(try await catalog.photos(meeting: .test(.pictureText("gate"))) == PhotoSet([first]))

        let known = try #require(try await catalog.known(one, model: .fake))
        #expect(known.text == text)
        let (copy, moved) = (folder.appending("copy.jpg"), folder.appending("moved.jpg"))
        try await catalog.record([.copied(copy, stamp(7), known)], model: .fake)
        let third = try #require(try await catalog.photo(at: copy))
        #expect(try await catalog.text(of: third) == text)
        try await catalog.record([.vanished(first), .moved(first, moved, stamp(1), known)], model: .fake)
        #expect(try await catalog.text(of: first) == text)
        #expect(try await catalog.photos(meeting: .test(.pictureText("gate"))) == PhotoSet([first, third]))

        try await catalog.record([encoded(moved, 9, [0, 1, 0, 0])], model: .fake)
        #expect(try await catalog.text(of: first) == nil, "another picture has another text")
        #expect(try await catalog.photos(meeting: .test(.pictureText("gate"))) == PhotoSet([third]))
        #expect(try await catalog.check { _ in }.isInOrder)
        _ = try await catalog.forget(under: copy)
        #expect(try await catalog.photos(meeting: .test(.pictureText("gate"))).isEmpty)
        #expect(try await catalog.photos(with: #require(WrittenWords("boardinq"))).misreadings.isEmpty, "words, too")
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    private func checkWordsInPictures(_ catalog: any PhotoCatalog, _ photo: PhotoID) async throws {
        let (here, none) = (PhotoSet([photo]), PhotoSet())
        let read: [(String, PhotoSet)] = [
            ("gate 12", here), ("GATE", here), ("12 boarding", here), ("boarding 09:40", here), ("gate 1", none),
            ("gate boarding", none), ("boardin", none), ("a", none), ("gate\" OR \"12", none), ("'", none),
        ]
        for (words, photos) in read {
            #expect(try await catalog.photos(meeting: .test(.pictureText(words))) == photos, "\(words)")
            let others = try await catalog.photos(meeting: .not(.test(.pictureText(words))))
            #expect(others.intersection(photos).isEmpty && others.count == 2 - photos.count, "\(words)")
        }
        func matches(_ text: String) async throws -> WrittenMatches {
            var matches = try await catalog.photos(with: #require(WrittenWords(text)))
            matches.misreadings = [:]
            return matches
        }
        #expect(try await matches("gate boarding") == WrittenMatches(all: here, read: here))
        for word in ["boarbing", "boardng", "boardingg", "hoarding", "gate boarbing"] {
            #expect(try await matches(word) == WrittenMatches(misread: here), "\(word)")
        }
        for word in ["boarbinq", "gata", "hoardingg", "boarbing zoo"] {
            #expect(try await matches(word) == WrittenMatches(), "\(word)")
        }
        let misread = try await catalog.photos(with: #require(WrittenWords("gate boarbing")))
        #expect(misread.misreadings == [1: ["boarding"]])
    }
}

extension PictureText {
    /// Each line below the one before.
    public static func lines(_ texts: String...) -> PictureText { lines(texts) }

    public static func lines(_ texts: [String]) -> PictureText {
        let lines = texts.enumerated().map { place, text in
            let (top, bottom, width) = (30 * place - 3, 30 * place + 21, 10 * text.count)
            return TextLine(
                text, confidence: 0.75,
                box: TextLine.Box(
                    start: TextLine.Box.Corner(x: -2, y: top), end: TextLine.Box.Corner(x: width, y: top),
                    belowEnd: TextLine.Box.Corner(x: width, y: bottom),
                    belowStart: TextLine.Box.Corner(x: -2, y: bottom)), script: "Latn")
        }
        return PictureText(lines, in: PixelSize(width: 640, height: 480))
    }
}
