import Evoke
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

@Suite struct SavedSearchRouteTests {
    @Test func keepsAndForgetsSearches() async throws {
        let service = try await TestService(of: Album.one)
        #expect(await service.get("/api/searches").searches == [])
        #expect(await put("zoo", "zebra date:yesterday", service).searches == ["zoo: zebra date:yesterday"])
        let odd = await put("%20%C3%A4+b%2Fc%20", "\\\"b\\\"", service)
        #expect(odd.searches == ["ä+b/c: \"b\"", "zoo: zebra date:yesterday"])
        #expect(await put("zoo", "lion", service).searches == ["ä+b/c: \"b\"", "zoo: lion"])
        // Decomposed, it is the same name.
        #expect(await put("a%CC%88+b%2Fc", "new", service).searches == ["ä+b/c: new", "zoo: lion"])
        let removed = await service.get("/api/searches/a%CC%88+b%2Fc", method: "DELETE")
        #expect(removed.status == 200 && removed.searches == ["zoo: lion"])
        let unknown = await service.get("/api/searches/ZOOS", method: "DELETE")
        #expect(unknown.status == 404 && unknown.texts("remedy")[0]?.contains("Did you mean 'zoo'? ") == true)
        #expect(
            try await service.configuration.opened().saved.list() == [SavedSearch(name: "zoo", query: "lion")])
    }

    @Test func refusesWhatCannotBeKept() async throws {
        let service = try await TestService(of: Album.empty)
        let long = String(repeating: "n", count: SavedSearch.longestName)
        #expect(await put(long, "a", service).status == 200)
        for name in [long + "n", "", "%20", "a%0Ab", "a%E2%80%A8b", "%00", "%", "%FF", ".", "%2e%2E"] {
            #expect(await put(name, "a", service).status == 400, "\(name)")
        }
        let queries = [
            "", "  ", "ratting:5", "(dog", "like:dog.jpg",
            String(repeating: "a ", count: Limits.textCharacters / 2 + 1),
        ]
        for query in queries { #expect(await put("a", query, service).status == 400, "\(query.prefix(20))") }
        #expect(await service.send("{\"name\": \"a\"}", to: "/api/searches/a", method: "PUT").status == 400)
        #expect(await service.get("/api/searches").searches?.count == 1)
    }

    @Test func aLibraryKeepsSoMany() async throws {
        let service = try await TestService(of: Album.empty)
        let library = try await PhotoLibrary.open(service.configuration, access: .write)
        for number in 0..<SavedSearch.most {
            try await library.saved.save(SavedSearch(name: "\(number)", query: "a"))
        }
        try await library.close()
        let refused = await put("one more", "a", service)
        #expect(refused.status == 422 && refused.kind == "tooLarge")
        #expect(await put("7", "b", service).status == 200)
    }

    /// A run holds the lock, whether this server's or another program's.
    @Test func whoeverIndexesIsNotInTheWay() async throws {
        let service = try await TestService(pictures: 1)
        let other = try await PhotoLibrary.open(service.configuration, access: .write)
        #expect(await put("a", "a", service).searches == ["a: a"])
        try await service.configuration.opened().saved.save(SavedSearch(name: "b", query: "b"))
        #expect(await service.get("/api/searches/a", method: "DELETE").searches == ["b: b"])
        try await service.configuration.opened().saved.remove("b")
        try service.folder.write("photos/another.png", TestPicture.png(90))
        #expect(try await other.index([]) { _ in }.added == 1, "the other writes on")
        #expect(try await other.saved.list().isEmpty)
        try await other.close()
    }

    @Test func itsOwnRunIsNotInTheWay() async throws {
        let service = try await TestService(of: Album.empty)
        for number in 0..<20 { try service.folder.write("more/\(number).png", TestPicture.png(number)) }
        try await service.library.indexing.add(service.folder.path.appending("more"))
        for number in 0..<10 { #expect(await put("\(number)", "a", service).status == 200) }
        try await service.rest()
        #expect(await service.get("/api/searches").searches?.count == 10)
    }

    private func put(_ name: String, _ query: String, _ service: TestService) async -> Answer {
        await service.send("{\"query\": \"\(query)\"}", to: "/api/searches/\(name)", method: "PUT")
    }
}

extension Answer {
    /// Names and queries; nil for what is no list.
    fileprivate var searches: [String]? {
        (json["searches"] as? [[String: String]])?.map { "\($0["name"] ?? ""): \($0["query"] ?? "")" }
    }
}
