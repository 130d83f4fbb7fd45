import CatalogSQLite
import Evoke
import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

/// Plain words that are written on photos, over photos whose pictures say nothing of them.
@Suite struct WrittenAnswerTests {
    /// For all tests: they change nothing.
    private static let all = Task { try await make() }

    private func library() async throws -> PhotoLibrary { try await Self.all.value }

    private static func make() async throws -> PhotoLibrary {
        let test = SmallLibrary(in: .ofTheProcess())
        let engine = try Engine(
            model: .fake, image: FakeEncoder(), text: LetterEncoder(), decoder: FakeDecoder(),
            configuration: test.configuration)
        let catalog = try await SQLiteCatalog.open(in: test.folder.path.appending("catalogue"), access: .write)
        try await catalog.addRoot(DiskPath("/photos"))
        var changes: [CatalogChange] = []
        for number in 1...60 {
            let folder = number.isMultiple(of: 10) ? "/photos/Birthday" : "/photos"
            let path = DiskPath("\(folder)/IMG_\(4_700 + number).jpg")
            let vector = Embedding(
                normalizing: [Float(100 - number), Float(number), 0, 0], fingerprint: ModelID.fake.fingerprint)
            changes.append(
                .encoded(
                    path, FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1),
                    ContentDigest(high: 0, low: UInt64(number)), PixelSize(width: 4, height: 3), try #require(vector)))
            var metadata = PhotoMetadata()
            if number == 20 || number == 31 { metadata.keywords = ["Lena"] }
            if number == 7 { metadata.description = "ภาพวันเกิดของลีนา IMG_4711" }
            changes.append(.described(path, (metadata, .none)))
        }
        try await catalog.record(changes, model: .fake)
        return try await PhotoLibrary.open(test.configuration, access: .read, engine: engine, catalog: catalog)
    }

    private func names(_ hits: some Sequence<SearchHit>) -> [String] { EvokeTests.names(of: hits) }

    @Test func theExactNameComesFirstAndThenWhatIsWritten() async throws {
        let library = try await library()
        for query in ["IMG_4711", "img_4711.jpg", "IMG 4711"] {
            let hits = try await library.search(SearchRequest(words: query, top: 60, showsAll: true))
            #expect(names(hits).first == "IMG_4711.jpg" && hits[0].fits == true && hits.count == 60)
        }
        let hits = try await library.search(SearchRequest(words: "IMG_4711", top: 3, showsAll: true))
        #expect(names(hits)[1] == "IMG_4707.jpg" && hits[1].fits == true)
        #expect(hits[1].reasons.contains { $0.field == .description && $0.pieces.contains { $0.isMarked } })
    }

    @Test func allWordsHaveToBeWritten() async throws {
        let library = try await library()
        let hits = try await library.search(SearchRequest(words: "the birthday of lena", top: 60, showsAll: true))
        let byText = hits.filter { $0.reasons.contains { $0.way == .text } }
        #expect(names(byText) == ["IMG_4720.jpg"])
        #expect(byText[0].rank == 1)
        #expect(Set(byText[0].reasons.filter { $0.way == .text }.map(\.field)) == [.folder, .keyword])
        #expect(Set(byText[0].reasons.filter { $0.way == .text }.map(\.part)) == ["birthday", "lena"])
        let thai = try await library.search(SearchRequest(words: "วันเกิด", top: 1, showsAll: true))
        #expect(names(thai) == ["IMG_4707.jpg"])
    }

    /// Each page goes on where the one before ended, and a condition comes before all.
    @Test func pagesAndConditionsHoldForTexts() async throws {
        let library = try await library()
        let whole = try await library.search(SearchRequest(words: "lena", top: 60, showsAll: true))
        #expect(Set(names(whole).prefix(2)) == ["IMG_4720.jpg", "IMG_4731.jpg"] && whole.count == 60)
        var pages: [SearchHit] = []
        for offset in stride(from: 0, to: 60, by: 7) {
            pages += try await library.search(SearchRequest(words: "lena", top: 7, offset: offset, showsAll: true))
        }
        #expect(pages.map(\.id) == whole.map(\.id) && pages.map(\.rank) == Array(1...60))
        let query = try SearchQuery("lena in:Birthday", now: CivilTime(seconds: 0))
        let answers = try await library.search([
            SearchRequest(query: query, top: 10, showsAll: true), SearchRequest(words: "lena", top: 60, showsAll: true),
            SearchRequest(query: query, top: 1, offset: 1, showsAll: true),
        ])
        #expect(answers[0].count == 6 && names(answers[0]).first == "IMG_4720.jpg" && answers[1] == whole)
        #expect(answers[0][0].reasons.last == SearchReason(.filter, "in:Birthday"))
        #expect(answers[2].map(\.id) == [answers[0][1].id])
        #expect(answers[0].total == 6 && answers[0].fitting.map { $0 <= 6 } == true)
    }

    /// Whatever the order, what fits comes first, the rest behind it, and the answer says how many there are of each.
    @Test(arguments: [
        "lena", "lena -ddd", "lena OR IMG_4702", "lena OR in:Birthday", "in:Birthday", "lena in:Birthday",
    ])
    func whatFitsIsCountedAndPutInOrder(text: String) async throws {
        let library = try await library()
        let best = try await library.search(
            SearchRequest(
                query: try SearchQuery(text, now: CivilTime(seconds: 0)), top: 100, showsAll: true, countsFitting: true)
        )
        let fitting = best.filter { $0.fits == true }
        #expect(best.fitting == fitting.count && best.total == best.count && !fitting.isEmpty)
        #expect(best.prefix(fitting.count).map(\.id) == fitting.map(\.id))
        let query = try SearchQuery("sort:name (\(text))", now: CivilTime(seconds: 0))
        let sorted = try await library.search(SearchRequest(query: query, top: 100, showsAll: true))
        #expect(sorted.total == best.total && sorted.fitting == best.fitting)
        #expect(Set(sorted.map(\.id)) == Set(best.map(\.id)))
        #expect(names(sorted.prefix(fitting.count)) == names(fitting).sorted())
        #expect(sorted.dropFirst(fitting.count).map(\.id) == best.dropFirst(fitting.count).map(\.id))
        #expect(sorted.map(\.rank) == Array(1...sorted.count))
        for hit in sorted {
            let same = try #require(best.first { $0.id == hit.id })
            #expect(hit.score == same.score && hit.fits == same.fits)
            let filters = SearchReason.Way.filter
            #expect(hit.reasons.filter { $0.way != filters } == same.reasons.filter { $0.way != filters })
        }
        var pages: [PhotoID] = []
        for offset in stride(from: 0, to: sorted.total, by: 7) {
            pages += try await library.search(SearchRequest(query: query, top: 7, offset: offset, showsAll: true)).map(
                \.id)
        }
        #expect(pages == sorted.map(\.id))
    }

    @Test func eitherOfTwoIsAnsweredWithItsReasons() async throws {
        let library = try await library()
        let query = try SearchQuery("lena OR IMG_4702", now: CivilTime(seconds: 0))
        let hits = try await library.search(SearchRequest(query: query, top: 3, showsAll: true))
        #expect(
            names(hits).first == "IMG_4702.jpg" && Set(names(hits).dropFirst()) == ["IMG_4720.jpg", "IMG_4731.jpg"])
        #expect(hits.map { $0.reasons.first { $0.way == .text }?.part } == ["IMG_4702", "lena", "lena"])
    }
}
