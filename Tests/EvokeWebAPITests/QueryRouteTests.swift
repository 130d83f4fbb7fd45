import EvokeTestSupport
import Foundation
import Testing

@testable import EvokeWebAPI

/// What a text asks for, and texts with something changed.
@Suite struct QueryRouteTests {
    private func query(_ query: String) async throws -> Answer {
        try await TestService.shared().get("/api/query?" + query)
    }

    private func texts(_ answer: Answer, _ name: String) -> [String] {
        (answer.json["conditions"] as? [[String: Any]] ?? []).compactMap { $0[name] as? String }
    }

    /// Where they stand is counted as JavaScript counts: the dog is two.
    @Test func aSearchAndAQuerySayWhatIsRequired() async throws {
        let words = "q=%F0%9F%90%95+last+year+-in:x"
        for answer in [try await query(words), try await TestService.shared().get("/api/search?" + words)] {
            let conditions = try #require(answer.json["conditions"] as? [[String: Any]], "\(answer.json)")
            #expect(
                conditions.map { $0["start"] as? Int } == [3, 13] && conditions.map { $0["end"] as? Int } == [12, 18])
            #expect(texts(answer, "words") == ["last year"] && texts(answer, "field") == ["date", "in"])
            #expect(conditions[1]["opposite"] as? Bool == true && conditions[1]["removable"] as? Bool == true)
        }
    }

    @Test(arguments: [
        ("q=dog+last+year+in:a&without=0&without=1", "dog"), ("q=dog+OR+a+cat+in:a&clear=true", "dog OR a cat"),
        ("q=dog+last+year+tag:x&words=0", "dog last year tag:x"),
        ("q=dog&field=tag&value=The+%22best%22", #"dog tag:"The ""best""""#),
        ("q=date:2018+dog&field=date&value=2019&at=0", "date:2019 dog"),
        ("field=like&value=1&value=2&opposite=true&q=a", "a -like:1|2"),
        ("q=a+OR+b&not=c+d&like=2", "(a OR b) -(c d) like:2"),
        ("q=", ""),
    ])
    func textsAreMade(query: String, text: String) async throws {
        #expect(try await self.query(query).json["text"] as? String == text)
    }

    @Test(arguments: [
        "q=date:", "q=a&without=0", "q=a&field=nothing&value=1", "q=a&clear=true&words=0", "q=a&field=date&value=x",
        "q=in:a+dog+OR+cat&without=0", "q=%22cas", "q=a&without=-1", "q=a&not=b+OR+c",
    ])
    func whatCannotBeMadeIsRefused(query: String) async throws {
        let answer = try await self.query(query)
        #expect(answer.status == 400 && answer.kind == "wrongUsage", "\(answer.json)")
    }

    /// What leads to an album, a tag, a photo's marks: each is asked for by its name, whatever is in it.
    @Test func namesHaveQueriesThatFindThem() async throws {
        let service = try await TestService(of: Album.three)
        let photo = try await service.id(of: "1.png")
        let name = #"The \"best\" OR (trip)"#
        await service.mark(photo, #""add": {"albums": ["\#(name)"], "tags": ["\#(name)"]}"#)
        let marks = await service.get("/api/marks")
        let page = await service.get("/api/photos/\(photo)")
        let own = try #require(page.json["queries"] as? [String: [String]])
        for kind in ["albums", "tags"] {
            let query = try #require((marks.json[kind] as? [[String: Any]])?.first?["query"] as? String)
            #expect(own[kind] == [query])
            let asked = try #require(query.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            #expect(await service.get("/api/search?q=\(asked)").names == ["1.png"], "\(query)")
        }
        let suggested = await service.get("/api/suggest?field=album&q=the%20%22").list("suggestions")
        #expect(suggested.map { $0["value"] as? String } == [#"The "best" OR (trip)"#])
    }

    /// Photos without a date of their own are no photos of the day of their file.
    @Test func theTimeOfAFileIsNoDate() async throws {
        let service = try await TestService.shared()
        #expect(await service.get("/api/days").list("days").map { $0["date"] as? String } == [nil])
        #expect(await service.get("/api/photos").results.allSatisfy { $0["dated_by_file"] as? Bool == true })
        #expect(await service.get("/api/years").list("years").isEmpty)
    }
}
