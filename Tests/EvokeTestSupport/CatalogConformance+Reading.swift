public import EvokePorts
import EvokeValues
import Testing

/// Texts go with the content that they are of, and with what read them.
extension CatalogConformance {
    static let ofReading = [
        Check("each reader reads for itself", Self.knowsReaders),
        Check("words in pictures stand next to each other", Self.findsWordsInPictures),
        Check("words that were misread are found", Self.findsMisreadWords),
        Check("a copy and a moved photo have the text", Self.textsGoAlong),
        Check("another picture has another text", Self.dropsTexts),
    ]

    private static let reader = TextReaderID(-7)
    private static let other = TextReaderID(8)
    private static let text = PictureText.lines("Gate 12", "Boarding 09:40")

    /// The first has a text, and the second has none.
    private func fillRead() async throws -> [PhotoID] {
        let ids = try await fill("a.jpg", "b.jpg")
        try await catalog.record(
            [content(1): Self.text, content(2): PictureText([], in: size)], as: .text(by: Self.reader))
        return ids
    }

    private func unread(by reader: TextReaderID, after photo: PhotoID = PhotoID(-1), limit: Int = 9) async throws
        -> [PhotoID]
    {
        try await catalog.photos(lacking: .text(by: reader), after: photo, limit: limit).map(\.id)
    }

    func knowsReaders() async throws {
        let ids = try await fillRead()
        #expect(try await catalog.count(lacking: .text(by: Self.other)) == 2)
        #expect(try await unread(by: Self.other, limit: 1) + unread(by: Self.other, after: ids[0]) == ids)
        try await catalog.record([content(2): .lines("gate")], as: .text(by: Self.other))
        #expect(try await unread(by: Self.reader) == [ids[1]])
        #expect(try await found(.pictureText("gate")) == [PhotoSet(ids)])
        try await catalog.record([content(2): PictureText([], in: size)], as: .text(by: Self.reader))
        #expect(try await found(.pictureText("gate")) == [PhotoSet([ids[0]])])
    }

    func findsWordsInPictures() async throws {
        let ids = try await fillRead()
        let (here, none) = (PhotoSet([ids[0]]), PhotoSet())
        let read = [
            ("gate 12", here), ("GATE", here), ("12 boarding", here), ("boarding 09:40", here), ("gate 1", none),
            ("gate boarding", none), ("boardin", none), ("a", none), ("gate\" OR \"12", none), ("'", none),
        ]
        let conditions = read.map { PhotoCondition.test(.pictureText($0.0)) }
        #expect(try await found(conditions) == read.map(\.1))
        #expect(try await found(conditions.map { .not($0) }) == read.map { PhotoSet(ids).subtracting($0.1) })
    }

    func findsMisreadWords() async throws {
        let here = PhotoSet([try await fillRead()[0]])
        func matches(_ texts: [String]) async throws -> [TextMatches] {
            var all: [TextMatches] = []
            for text in texts { all.append(try await catalog.photos(with: #require(TextQuery(text)))) }
            return all
        }
        #expect(try await matches(["gate boarding"]) == [TextMatches(all: here, read: here)])
        let near = try await matches(["boarbing", "boardng", "boardingg", "hoarding", "gate boarbing"])
        #expect(near.map(\.misread) == near.map { _ in here } && near.allSatisfy { $0.all.isEmpty })
        #expect(near.last?.misreadings == [1: ["boarding"]])
        let far = try await matches(["boarbinq", "gata", "hoardingg", "boarbing zoo"])
        #expect(far.allSatisfy { $0.misread.isEmpty && $0.all.isEmpty })
    }

    func textsGoAlong() async throws {
        let first = try await fillRead()[0]
        let known = try await known(1)
        #expect(known.text == ReadText(Self.text, by: Self.reader))
        try await record([.copied(path("copy.jpg"), stamp(7), known)])
        try await record([.vanished(first), .moved(first, path("moved.jpg"), stamp(1), known)])
        let ids = try await ids(of: ["moved.jpg", "copy.jpg"])
        #expect(try await found(.pictureText("gate")) == [PhotoSet(ids)] && ids[0] == first)
    }

    func dropsTexts() async throws {
        let ids = try await fillRead()
        try await catalog.record([content(2): Self.text], as: .text(by: Self.reader))
        try await record([encoded("a.jpg", 9)])
        #expect(try await found(.pictureText("gate")) == [PhotoSet([ids[1]])])
        _ = try await catalog.forget(under: path("b.jpg"))
        #expect(try await found(.pictureText("gate")) == [PhotoSet()])
        #expect(try await catalog.photos(with: #require(TextQuery("boardinq"))).misreadings.isEmpty, "words, too")
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
