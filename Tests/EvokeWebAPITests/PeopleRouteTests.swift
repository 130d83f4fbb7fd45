import Evoke
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeWebAPI

/// Who is in photos, over the API.
@Suite struct PeopleRouteTests {
    private static let (anna, ben): ([Float], [Float]) = ([1, 0, 0, 0], [0, 1, 0, 0])

    /// Anna is in three pictures, Ben in two; one shows both.
    private static let album = Task {
        try await Album(
            pictures: 4,
            faces: FakeFaceFinder([
                "0.png": [anna], "1.png": [anna, ben], "2.png": [ben], "3.png": [anna],
            ]))
    }

    private func service() async throws -> TestService { try await TestService(of: Self.album) }

    private func people(_ answer: Answer) -> [[String: Any]] { answer.list("people") }

    private func numbers(_ answer: Answer) -> [String] { people(answer).compactMap { $0["number"] as? String } }

    private func put(_ body: String, _ target: String, _ service: TestService) async -> Answer {
        await service.send(body, to: "/api/" + target, method: "PUT")
    }

    private func found(_ query: String, _ service: TestService) async -> Int {
        await service.get("/api/search?q=\(query)").results.count
    }

    @Test func peopleAreOffUntilTheyAreWanted() async throws {
        let service = try await TestService(of: Album.one)
        let off = await service.get("/api/people")
        #expect(off.texts("state") == ["off"] && off.json["people"] == nil && off.json["can_find"] as? Bool == false)
        #expect(await service.get("/api/photos/1/faces").json["is_searched"] as? Bool == false)
        #expect(await put("{\"hidden\": true}", "photos/1/faces/1", service).status == 400)
        let on = await put("{\"state\": \"on\"}", "people", service)
        #expect(on.texts("state") == ["on"] && people(on).isEmpty && on.json["undo"] as? Bool == false)
        #expect(await service.get("/api/people", method: "DELETE").texts("state") == ["off"])

        #expect(await put("{\"state\": \"maybe\"}", "people", service).status == 400)
        let wrong = await service.get("/api/people/undo", method: "PUT")
        #expect(wrong.status == 405 && wrong["Allow"] == "POST", "it is nobody's number")
    }

    @Test func listsNamesHidesAndForgets() async throws {
        let service = try await service()
        let list = await service.get("/api/people")
        #expect(people(list).map { $0["photos"] as? Int } == [3, 2])
        #expect(people(list).allSatisfy { $0["name"] == nil && $0["face"] != nil && $0["hidden"] == nil })
        let (anna, ben) = (numbers(list)[0], numbers(list)[1])
        let named = await put("{\"name\": \"Anna\"}", "people/\(anna)", service)
        #expect(named.texts("name", "number") == ["Anna", anna])
        #expect(await found("person:anna", service) == 3)
        _ = await put("{\"hidden\": true}", "people/\(ben)", service)
        for (asked, wanted) in [("", [anna]), ("?hidden=true", [anna, ben]), ("?top=1&offset=1&hidden=true", [ben])] {
            #expect(numbers(await service.get("/api/people\(asked)")) == wanted, "\(asked)")
        }
        let page = await service.get("/api/people/\(anna)")
        #expect(page.list("shown").count == 3 && page.texts("name") == ["Anna"])
        #expect(page.list("years").compactMap { $0["photos"] as? Int }.reduce(0, +) == 3)
        #expect(await service.send(to: "/api/people/undo").json["undone"] as? Bool == true)
        #expect(numbers(await service.get("/api/people")) == [anna, ben])
        #expect(await service.get("/api/people", method: "DELETE").texts("state") == ["off"])
        #expect(await found("person:anna", service) == 0)
    }

    @Test func whatCannotBeSaidOfPeopleIsRefused() async throws {
        let service = try await service()
        let anna = numbers(await service.get("/api/people"))[0]
        for (body, number, status) in [
            ("{}", anna, 400), ("{\"name\": \"A\", \"hidden\": true}", anna, 400), ("{\"name\": \" \"}", anna, 400),
            ("[]", anna, 400), ("{\"name\": \"A\"}", "4711", 404),
        ] {
            #expect(await put(body, "people/\(number)", service).status == status, "\(body)")
        }
        for wrong in ["4711", "x", "0", "+1", "99999999999999999999"] {
            #expect(await service.get("/api/people/\(wrong)").status == 404, "\(wrong)")
        }
    }

    /// The photo that shows both, and whose its faces are.
    private func faces(in answer: Answer) -> [String?] {
        answer.list("faces").map { ($0["person"] as? [String: Any])?["number"] as? String }
    }

    @Test func facesAreShownGivenAndTakenAway() async throws {
        let service = try await service()
        let list = numbers(await service.get("/api/people"))
        let (anna, ben) = (list[0], list[1])
        let target = "photos/\(try await service.id(of: "1.png"))/faces"
        let seen = await service.get("/api/" + target)
        #expect(seen.ints("width") == [640] && faces(in: seen) == [anna, ben])

        let away = faces(in: await put("{\"not\": \"\(anna)\"}", target + "/1", service))
        #expect(away.count == 2 && away[0] != anna && away[1] == ben)
        for (body, face, wanted) in [
            ("{\"person\": \"\(anna)\"}", 1, [anna, ben]), ("{\"hidden\": true}", 2, [anna, nil]),
            // He has the name, and is who he was.
            ("{\"hidden\": false}", 2, [anna, ben]), ("{\"name\": \"Ben\"}", 2, [anna, ben]),
        ] {
            #expect(faces(in: await put(body, "\(target)/\(face)", service)) == wanted, "\(body)")
        }
        #expect(await found("person:ben", service) == 2)
        for (body, face, status) in [
            ("{}", 1, 400), ("{\"person\": \"x\"}", 1, 400), ("{\"hidden\": true}", 3, 400),
            ("{\"person\": \"\(anna)\"}", 2, 400), ("{\"person\": \"4711\"}", 1, 404),
        ] {
            #expect(await put(body, "\(target)/\(face)", service).status == status, "\(body)")
        }
    }

    /// Some faces were somebody else's.
    @Test func someFacesGoToAnotherAndTwoBecomeOne() async throws {
        let service = try await service()
        let list = numbers(await service.get("/api/people"))
        let (anna, ben) = (list[0], list[1])
        _ = await put("{\"name\": \"Ben\"}", "people/\(ben)", service)
        let alone = try await service.id(of: "3.png")
        let moved = await put(
            "{\"faces\": [{\"photo\": \(alone), \"face\": 1}], \"name\": \"Cleo\"}", "people/\(anna)/faces", service)
        #expect(people(moved).compactMap { $0["name"] as? String }.sorted() == ["Ben", "Cleo"])
        #expect(await found("person:cleo", service) == 1)
        #expect(await put("{\"name\": \"BEN\"}", "people/\(anna)", service).status == 400, "he is another one")
        #expect(numbers(await service.get("/api/people?name=bEn")) == [ben])
        let answered = await service.send(
            "{\"person\": \"\(anna)\", \"other\": \"\(ben)\", \"same\": true}", to: "/api/people/answers")
        #expect(people(answered).count == 2)
        #expect(await found("person:ben", service) == 3)
    }

    @Test func aFaceIsCutOut() async throws {
        let service = try await service()
        let photo = try await service.id(of: "0.png")
        let crop = await service.get("/api/photos/\(photo)/faces/1/crop")
        #expect(crop.status == 200 && crop.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        let tag = try #require(crop["ETag"])
        #expect(await service.get("/api/photos/\(photo)/faces/1/crop", [("If-None-Match", tag)]).status == 304)
        for wrong in ["2/crop", "0/crop", "x/crop"] {
            #expect(await service.get("/api/photos/\(photo)/faces/\(wrong)").status == 404, "\(wrong)")
        }
    }

    /// A server that is open to all users of the machine tells them who is in photos only with the token.
    @Test func whoIsInPhotosIsToldToNobodyWithoutTheToken() async throws {
        let closed = try await service()
        let token = Token.new()
        let open = try Service(closed.library, gate: Gate(names: [], token: token, isOpen: true))
        func status(_ target: String, _ headers: [(String, String)] = []) async -> Int {
            await open.response(to: closed.request("GET", target, headers)).status
        }
        #expect(await status("/api/photos") == 200)
        let bearer = [("Authorization", "Bearer \(token.text)")]
        for target in ["/api/people", "/api/people/1", "/api/photos/1/faces", "/api/photos/1/faces/1/crop"] {
            #expect(await status(target) == 401, "\(target)")
            #expect(await status(target, bearer) != 401, "\(target)")
        }
        let person = try #require(numbers(await closed.get("/api/people")).first)
        _ = await put("{\"name\": \"Anna\"}", "people/\(person)", closed)
        func names(_ headers: [(String, String)] = []) async -> [String] {
            let answer = Answer(await open.response(to: closed.request("GET", "/api/suggest?q=person:a", headers)))
            return answer.list("suggestions").compactMap { $0["text"] as? String }
        }
        #expect(await names(bearer) == ["person:Anna"])
        #expect(await !names().contains("person:Anna"))
    }
}
