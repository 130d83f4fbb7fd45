import EvokePorts
import EvokeValues
import Foundation
import Testing

@testable import Evoke

@Suite struct SearchCodingTests {
    private func bytes(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }

    private func decoded<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: bytes(value))
    }

    private let card = PhotoCard(
        id: PhotoID(1), path: DiskPath(bytes: [0x2F, 0xFF]),
        stamp: FileStamp(size: 1, modifiedNanoseconds: 2_000_000_000, inode: 3, changedNanoseconds: 4),
        content: ContentDigest(high: .max, low: 5), size: PixelSize(width: 6, height: 7),
        taken: TakenDate(localSeconds: 7_200, nanoseconds: 500_000_000, utcOffsetMinutes: 60, source: .xmp),
        caption: "a", place: PhotoPlace(city: 8, subdivision: "PT-11", country: "PT"), isFavorite: true, seconds: 9.5)

    @Test func aRequestStaysWhatItIs() throws {
        let wanted = SearchQuery.Part.all([
            .words("a castle"), .place(PlaceName("Lisbon", meters: 2_000)), .not(.test(.person("Anna"))),
        ])
        var request = SearchRequest(
            "beach", query: try SearchQuery(wanted, order: .newest, showsAll: true), words: "a dog", avoided: ["a cat"],
            photos: [PhotoID(1)], files: [DiskPath("/a b.jpg"), DiskPath(bytes: [0x2F, 0xFF])],
            vectors: [try #require(Embedding(normalizing: [1, 2, 3], fingerprint: "f"))],
            condition: .all([
                .not(.test(.taken(1..<2))), .any([.test(.onDay(month: 2, day: 3)), .test(.favorite)]),
                .test(.near(try #require(Coordinates(latitude: 1, longitude: 2)), meters: 3)), .test(.pixels(1...2)),
                .test(.box(try #require(CoordinateBox(south: 1, west: 2, north: 3, east: 4)))),
                .test(.place(.subdivision("PT-11"))), .test(.color(.red)), .test(.shape(.square)), .test(.faces(1...2)),
            ]), order: .oldest, top: 7, offset: 2, showsAll: true, countsFitting: true)
        request.unlikes = [.number(PhotoID(4)), .file(DiskPath("/c.jpg"))]
        let other = PhotoCard(id: PhotoID(2), path: card.path, stamp: card.stamp, content: nil, size: nil, taken: nil)
        request.stacks = PhotoStacks([DuplicateGroup(.same, [card, other].map { .init($0, merits: []) })])
        request.vectorsAreOfPictures = true
        request.among = PhotoSet([PhotoID(3), PhotoID(99)])
        request.isOfFingerprintsAlone = true
        request.reach = 8
        let again = try decoded(request)
        #expect(try bytes(again) == bytes(request))
        #expect(
            again.query == request.query && again.condition == request.condition && again.vectors == request.vectors)
        #expect(again.stacks?.stack(of: PhotoID(2))?.photos == [PhotoID(1), PhotoID(2)])
    }

    @Test func resultsStayWhatTheyAre() throws {
        let text = "Strände in Lissabon 2019 und caste"
        let read = try ParsedQuery("Grüße last summer", now: #require(CivilTime(year: 2021, month: 5, day: 2)))
        let misspelling = Misspelling(word: "caste", suggestion: "castle", text: text, isShown: true)
        let hit = SearchHit(
            rank: 1, score: 0.25, fits: true, card: card,
            reasons: [SearchReason(.text, "dog", in: .file, pieces: [.init("dog", isMarked: true)])],
            stack: PhotoStacks([DuplicateGroup(.same, [card, card].map { .init($0, merits: []) })]).stack(
                of: PhotoID(1)),
            moment: .milliseconds(1_500))
        let results = SearchResults(
            hits: [hit], total: 2, fitting: 1, read: read.noting(misspelling), order: .name, withoutColors: 3,
            datedByFile: 4, folded: 5)
        let again = try decoded(results)
        #expect(again == results && again.first?.url.path(percentEncoded: true) == "/%FF")
        #expect(again.read?.understood.first.map { String(read.text[$0.range]) } == "last summer")
        #expect(card.taken?.instant == Date(timeIntervalSince1970: 3_600.5) && card.length == .seconds(9.5))
        #expect(card.stamp.modified == Date(timeIntervalSince1970: 2))
    }

    @Test(arguments: [[0, 0], [2, 0], [Float]()]) func aVectorWithoutUnitLengthIsRefused(values: [Float]) throws {
        let json = #"{"values": \#(values), "fingerprint": "f"}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Embedding.self, from: Data(json.utf8)) }
    }
}
