import CatalogSQLite
import Evoke
import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

/// Questions with conditions, over photos each of which is further from the first axis than the one before.
@Suite struct QuestionTests {
    private static let count = 6_000
    /// For all tests: they change nothing.
    private static let all = Task { try await make(count, text: LetterEncoder()) }

    private func library() async throws -> PhotoLibrary { try await Self.all.value }

    private static func make(_ count: Int, text: LetterEncoder) async throws -> PhotoLibrary {
        let test = SmallLibrary(in: .ofTheProcess())
        let engine = try Engine(
            model: .fake, image: FakeEncoder(), text: text, decoder: FakeDecoder(), configuration: test.configuration)
        let catalog = try await SQLiteCatalog.open(in: test.folder.path.appending("catalogue"), access: .write)
        var changes: [CatalogChange] = []
        for number in 0..<count {
            let path = DiskPath("/photos/\(number).jpg")
            let vector = Embedding(
                normalizing: [Float(2 * count - number), Float(number), 0, 0],
                fingerprint: ModelID.fake.fingerprint)
            changes.append(
                .encoded(
                    path, FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1),
                    ContentDigest(high: 0, low: UInt64(number)), PixelSize(width: 4, height: 3), try #require(vector)))
            guard number.isMultiple(of: 1_000) else { continue }
            var metadata = PhotoMetadata()
            metadata.rating = number / 1_000
            // The later in the ranking, the earlier in time; one has no date.
            if number != 3_000 { metadata.taken = TakenDate(localSeconds: Int64(-number), source: .exifOriginal) }
            changes.append(.described(path, (metadata, .none)))
        }
        try await catalog.record(changes, model: .fake)
        return try await PhotoLibrary.open(test.configuration, access: .read, engine: engine, catalog: catalog)
    }

    private static func axis(_ number: Int) -> Embedding {
        Embedding(
            normalizing: (0..<4).map { $0 == number ? 1 : 0 }, fingerprint: ModelID.fake.fingerprint)!
    }

    private func names(_ hits: some Sequence<SearchHit>) -> [String] { EvokeTests.names(of: hits) }

    /// A file may be written long after the photo was taken: it comes behind those that say when, and on no day of theirs.
    @Test func timesOfFilesComeBehindDates() async throws {
        let test = SmallLibrary()
        let engine = try Engine(
            model: .fake, image: FakeEncoder(), text: LetterEncoder(), decoder: FakeDecoder(),
            configuration: test.configuration)
        let catalog = try await SQLiteCatalog.open(in: test.folder.path.appending("catalogue"), access: .write)
        var changes: [CatalogChange] = []
        let now = CivilTime.now
        // Four on one day, the later the higher the number, and two today.
        for (number, source) in [
            TakenDate.Source.exifOriginal, .fileModified, .xmp, .fileModified, .xmp, .fileModified,
        ].enumerated() {
            let path = DiskPath("/photos/\(number).jpg")
            changes.append(
                .encoded(
                    path, FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1),
                    ContentDigest(high: 0, low: UInt64(number)), PixelSize(width: 4, height: 3), Self.axis(0)))
            var metadata = PhotoMetadata()
            metadata.taken = TakenDate(localSeconds: (number > 3 ? now.seconds : 0) + Int64(number % 4), source: source)
            changes.append(.described(path, (metadata, .none)))
        }
        try await catalog.record(changes, model: .fake)
        let library = try await PhotoLibrary.open(test.configuration, access: .read, engine: engine, catalog: catalog)
        let rows: [(query: String, names: [String], datedByFile: Int)] = [
            ("date:1970", ["2", "0", "3", "1"], 2), ("date:1970 sort:oldest", ["0", "2", "1", "3"], 2),
            ("type:jpeg date:..1970", ["2", "0", "3", "1"], 2), ("day:01-01", ["2", "0"], 0),
        ]
        for (query, expected, count) in rows {
            let question = try question(query)
            let found = try await library.search(question)
            #expect(names(found) == expected.map { "\($0).jpg" } && found.datedByFile == count, "\(query)")
            var page = question
            (page.top, page.offset) = (2, 1)
            #expect(try await names(library.search(page)) == names(found.hits.dropFirst().prefix(2)), "\(query)")
            let days = try await library.days(of: question)
            #expect(days.map(\.date) == ["1970-01-01"] + (expected.count > 2 ? [nil] : []), "\(query)")
        }
        // One that only says when it was copied is none of today.
        let today = try await library.search(question("date:today", now: now))
        #expect(names(today) == ["4.jpg"] && today.datedByFile == 0)
    }

    /// The search turns away from it, to the photos on the other side.
    @Test func photosAreLessLikeAnother() async throws {
        let library = try await library()
        func best(_ query: String) async throws -> [Int64] {
            let query = try SearchQuery(query, now: CivilTime(seconds: 0))
            return try await library.search(SearchRequest(query: query, top: Self.count, showsAll: true)).map(
                \.card.id.value)
        }
        let (middle, first, last) = (3_001, 1, 6_000)
        let plain = try await best("like:\(middle)")
        #expect(plain.prefix(2).allSatisfy { abs($0 - Int64(middle)) < 50 } && plain.count == Self.count - 1)
        let (low, high) = (
            try await best("like:\(middle) -like:\(last)"), try await best("like:\(middle) -like:\(first)")
        )
        #expect(try #require(low.first) < middle - 500 && #require(high.first) > middle + 500)
        #expect(low.count == Self.count - 2 && !low.contains(Int64(last)), "what is avoided is not found")
        #expect(try await best("like:\(middle) -(like:\(last) OR like:\(last - 1))").count == Self.count - 3)
        let nothing = await #expect(throws: EvokeError.self) { try await best("-like:\(last)") }
        #expect(nothing?.kind == .wrongUsage)
    }

    @Test func whatDoesNotMeetTheConditionIsLeftOutBeforeTheRanking() async throws {
        let library = try await library()
        let last = PhotoCondition.test(.rating(5...5))
        let all = try await library.search(SearchRequest(vectors: [Self.axis(0)], top: Self.count))
        let place = try #require(names(all).firstIndex(of: "5000.jpg"))
        #expect(place > 4_900)
        let found = try await library.search(SearchRequest(vectors: [Self.axis(0)], condition: last, top: 1))
        #expect(names(found) == ["5000.jpg"] && found[0].rank == 1 && found[0].score == all[place].score)

        // Each question of many has its own condition.
        let rest = PhotoCondition.all([.test(.rating(0...5)), .not(last)])
        let answers = try await library.search([
            SearchRequest(vectors: [Self.axis(0)], condition: last, top: 3),
            SearchRequest(vectors: [Self.axis(0)], condition: .test(.fileName("0.jpg")), top: 1),
            SearchRequest(vectors: [Self.axis(0)], condition: rest, top: 2, offset: 1),
            SearchRequest(condition: last, top: 3),
            SearchRequest(vectors: [Self.axis(1)], condition: last, top: 3),
            SearchRequest(vectors: [Self.axis(0)], condition: .any([]), top: 3),
        ])
        #expect(
            answers.map { names($0) } == [
                ["5000.jpg"], ["0.jpg"], ["1000.jpg", "2000.jpg"], ["5000.jpg"], ["5000.jpg"], [],
            ])
        #expect(try await library.photos(meeting: rest).count == 5)
    }

    @Test func aConditionAloneListsByDate() async throws {
        let library = try await library()
        let rated = PhotoCondition.test(.rating(1...5))
        for (question, found) in [
            (SearchRequest(condition: rated, top: 3), ["1000.jpg", "2000.jpg", "4000.jpg"]),
            (SearchRequest(condition: rated, top: 9, offset: 3), ["5000.jpg", "3000.jpg"]),
            (SearchRequest(condition: rated, order: .oldest, top: 1), ["5000.jpg"]),
            (SearchRequest(order: .name, top: 3), ["0.jpg", "1.jpg", "10.jpg"]),
        ] {
            let hits = try await library.search(question)
            #expect(names(hits) == found && hits.first?.rank == question.offset + 1)
        }
    }

    @Test func theOrderOfARankedQuestionIsThatOfTheBest() async throws {
        let library = try await library()
        let rated = PhotoCondition.test(.rating(1...5))
        let hits = try await library.search(
            SearchRequest(vectors: [Self.axis(0)], condition: rated, order: .oldest, top: 3))
        #expect(names(hits) == ["2000.jpg", "1000.jpg", "3000.jpg"] && hits.map(\.rank) == [2, 1, 3])
    }

    private func stack(_ hits: some Sequence<SearchHit>) -> DuplicateGroup {
        DuplicateGroup(.burst, hits.map { DuplicateGroup.Member($0.card, merits: []) })
    }

    @Test func photosOfOneStackAreOneAnswer() async throws {
        let library = try await library()
        let all = Array(try await library.search(SearchRequest(vectors: [Self.axis(0)], top: Self.count)))
        // The best of each is the one that answers worst.
        let threes = stride(from: 1_000, to: 4_000, by: 3).map { stack(all[$0..<$0 + 3].reversed()) }
        let stacks = PhotoStacks([stack(all[..<1_000].reversed())] + threes)
        var question = SearchRequest(vectors: [Self.axis(0)], top: 700)
        question.stacks = stacks
        var found: [SearchHit] = []
        var page: SearchResults
        repeat {
            question.offset = found.count
            page = try await library.search(question)
            found += page
        } while !page.isEmpty
        let bests = [all[999]] + stride(from: 1_002, to: 4_000, by: 3).map { all[$0] } + all[4_000...]
        #expect(names(found) == names(bests) && found.map(\.score) == bests.map(\.score))
        #expect(found.map(\.rank) == Array(1...found.count))
        #expect(page.total == found.count && page.folded == Self.count - found.count)
        #expect(found.prefix(2).map { $0.stack?.photos.count } == [1_000, 3] && found.last?.stack == nil)
        // What is asked about stands for nothing.
        question = SearchRequest(photos: [all[999].id], top: 2, showsAll: true)
        question.stacks = stacks
        let like = try await library.search(question).map(\.id)
        #expect(like.contains(all[998].id) && !like.contains(all[999].id))
    }

    @Test func ofAStackThatAConditionPartsTheBestOfTheRestIsListed() async throws {
        let library = try await library()
        let rated = PhotoCondition.test(.rating(1...5))
        let all = try await library.search(SearchRequest(condition: rated, top: 9))
        let two = [all[1], all[0]]
        #expect(names(two) == ["2000.jpg", "1000.jpg"])
        var question = SearchRequest(condition: rated, top: 9)
        question.stacks = PhotoStacks([stack(two)])
        let folded = try await library.search(question)
        #expect(names(folded) == ["2000.jpg", "4000.jpg", "5000.jpg", "3000.jpg"])
        #expect([folded.total, folded.fitting, folded.folded] == [4, 4, 1])
        #expect(try await library.days(of: question).map(\.count).reduce(0, +) == 4)
        question.condition = .test(.rating(1...1))
        let part = try await library.search(question)
        #expect(names(part) == ["1000.jpg"] && part.folded == 0 && part[0].stack?.photos.count == 2)
        question.condition = rated
        question.order = .oldest
        (question.top, question.offset) = (2, 2)
        #expect(names(try await library.search(question)) == ["2000.jpg", "3000.jpg"])
    }

    /// A model that takes no words knows no line, and a list would depend on it alone.
    @Test func aListIsNotMadeWithoutALine() async throws {
        let library = try await Self.make(10, text: LetterEncoder(longest: 0))
        let error = await #expect(throws: EvokeError.self) {
            try await library.search(SearchRequest(avoided: ["abcd"], condition: .all([]), top: 1, showsAll: true))
        }
        #expect(error?.kind == .wrongUsage && error?.subject == "-abcd")
        let ranked = try await library.search(
            SearchRequest(avoided: ["abcd"], vectors: [Self.axis(0)], top: 1, showsAll: true))
        #expect(ranked.first?.fits == nil)
    }

    @Test func aQuestionWithNothingInItIsRefused() async throws {
        let library = try await library()
        let error = await #expect(throws: EvokeError.self) { try await library.search(SearchRequest(top: 1)) }
        #expect(error?.kind == .wrongUsage)
        for question in [
            SearchRequest(condition: .all([]), top: 0), SearchRequest(condition: .all([]), top: 1, offset: -1),
        ] {
            await #expect(throws: EvokeError.self) { try await library.search(question) }
        }
        #expect(try await library.search(SearchRequest(condition: .all([]), top: .max, offset: .max)).isEmpty)
    }
}
