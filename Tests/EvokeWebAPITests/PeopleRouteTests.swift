import Evoke
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

/// Who is in photos, over the API.
@Suite struct PeopleRouteTests {
    private static let (anna, ben): ([Float], [Float]) = ([1, 0, 0, 0], [0, 1, 0, 0])

    /// Anna is in three pictures, Ben in two; one shows both.
    private func service(token: Token? = nil) async throws -> TestService {
        let service = try await TestService(token: token, pictures: 4)
        var places = service.places
        places.faceFinder = FakeFaceFinder([
            "0.png": [Self.anna], "1.png": [Self.anna, Self.ben], "2.png": [Self.ben], "3.png": [Self.anna],
        ])
        try await PhotoLibrary.keepPeople(true, service.places)
        let library = try await PhotoLibrary.open(places, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([service.photos]) { _ in }
        try await library.close()
        return service
    }

    private func people(_ answer: Answer) -> [[String: Any]] { answer.json["people"] as? [[String: Any]] ?? [] }

    private func numbers(_ answer: Answer) -> [String] { people(answer).compactMap { $0["number"] as? String } }

    @Test func peopleAreOffUntilTheyAreWanted() async throws {
        let service = try await TestService(pictures: 1)
        var answer = await service.get("/api/people")
        #expect(answer.status == 200 && answer.json["state"] as? String == "off" && answer.json["people"] == nil)
        #expect(answer.json["can_find"] as? Bool == false)
        let photo = try await service.id(of: "0.png")
        #expect(await service.get("/api/photos/\(photo)/faces").json["is_searched"] as? Bool == false)
        #expect(
            await service.send("{\"hidden\": true}", to: "/api/photos/\(photo)/faces/1", method: "PUT").status == 400)
        answer = await service.send("{\"state\": \"on\"}", to: "/api/people", method: "PUT")
        #expect(answer.json["state"] as? String == "on" && people(answer).isEmpty)
        #expect(answer.json["undo"] as? Bool == false)
        #expect(await service.get("/api/people", method: "DELETE").json["state"] as? String == "off")
        #expect(await service.send("{\"state\": \"maybe\"}", to: "/api/people", method: "PUT").status == 400)
        let wrong = await service.get("/api/people/undo", method: "PUT")
        #expect(wrong.status == 405 && wrong["Allow"] == "POST", "it is nobody's number")
    }

    @Test func listsNamesHidesAndForgets() async throws {
        let service = try await service()
        let list = await service.get("/api/people")
        #expect(list.json["total"] as? Int == 2 && people(list).map { $0["photos"] as? Int } == [3, 2])
        let (anna, ben) = (numbers(list)[0], numbers(list)[1])
        #expect(numbers(await service.get("/api/people?top=1&offset=1")) == [ben])
        #expect(people(list).allSatisfy { $0["name"] == nil && $0["face"] != nil && $0["hidden"] == nil })

        let named = await service.send("{\"name\": \"Anna\"}", to: "/api/people/\(anna)", method: "PUT")
        #expect(named.json["name"] as? String == "Anna" && named.json["number"] as? String == anna)
        #expect(await service.get("/api/search?q=person:anna").results.count == 3)
        _ = await service.send("{\"hidden\": true}", to: "/api/people/\(ben)", method: "PUT")
        #expect(numbers(await service.get("/api/people")) == [anna])
        #expect(numbers(await service.get("/api/people?hidden=true")) == [anna, ben])
        let page = await service.get("/api/people/\(anna)")
        #expect((page.json["shown"] as? [Any])?.count == 3 && page.json["name"] as? String == "Anna")
        #expect((page.json["years"] as? [[String: Any]])?.compactMap { $0["photos"] as? Int }.reduce(0, +) == 3)

        let undone = await service.get("/api/people/undo", method: "POST")
        #expect(undone.json["undone"] as? Bool == true)
        #expect(numbers(await service.get("/api/people")) == [anna, ben])
        for (body, target) in [
            ("{}", anna), ("{\"name\": \"A\", \"hidden\": true}", anna), ("{\"name\": \" \"}", anna), ("[]", anna),
        ] {
            #expect(await service.send(body, to: "/api/people/\(target)", method: "PUT").status == 400, "\(body)")
        }
        #expect(await service.send("{\"name\": \"A\"}", to: "/api/people/4711", method: "PUT").status == 404)
        for wrong in ["4711", "x", "0", "+1", "99999999999999999999"] {
            #expect(await service.get("/api/people/\(wrong)").status == 404, "\(wrong)")
        }
        #expect(await service.get("/api/people", method: "DELETE").json["state"] as? String == "off")
        #expect(await service.get("/api/search?q=person:anna").results.isEmpty)
    }

    @Test func facesAreShownGivenAndTakenAway() async throws {
        let service = try await service()
        let list = await service.get("/api/people")
        let (anna, ben) = (numbers(list)[0], numbers(list)[1])
        let both = try await service.id(of: "1.png")
        let target = "/api/photos/\(both)/faces"
        func whose(_ answer: Answer) -> [String?] {
            (answer.json["faces"] as? [[String: Any]] ?? []).map {
                ($0["person"] as? [String: Any])?["number"] as? String
            }
        }
        let faces = await service.get(target)
        #expect(faces.json["width"] as? Int == 640 && whose(faces) == [anna, ben])

        let away = await service.send("{\"not\": \"\(anna)\"}", to: target + "/1", method: "PUT")
        #expect(away.status == 200 && whose(away)[0] != anna && whose(away)[1] == ben)
        #expect(
            whose(await service.send("{\"person\": \"\(anna)\"}", to: target + "/1", method: "PUT")) == [anna, ben])
        #expect(await service.send("{\"person\": \"\(anna)\"}", to: target + "/2", method: "PUT").status == 400)
        #expect(whose(await service.send("{\"hidden\": true}", to: target + "/2", method: "PUT")) == [anna, nil])
        #expect(whose(await service.send("{\"hidden\": false}", to: target + "/2", method: "PUT")) == [anna, ben])
        let named = await service.send("{\"name\": \"Ben\"}", to: target + "/2", method: "PUT")
        #expect(whose(named) == [anna, ben], "he has the name now, and is who he was")
        #expect(await service.get("/api/search?q=person:ben").results.count == 2)
        for (body, face) in [("{}", "1"), ("{\"person\": \"x\"}", "1"), ("{\"hidden\": true}", "3")] {
            #expect(await service.send(body, to: target + "/\(face)", method: "PUT").status == 400, "\(body)")
        }
        #expect(await service.send("{\"person\": \"4711\"}", to: target + "/1", method: "PUT").status == 404)

        // Some faces were somebody else's.
        let alone = try await service.id(of: "3.png")
        let moved = await service.send(
            "{\"faces\": [{\"photo\": \(alone), \"face\": 1}], \"name\": \"Cleo\"}", to: "/api/people/\(anna)/faces",
            method: "PUT")
        #expect(people(moved).compactMap { $0["name"] as? String }.sorted() == ["Ben", "Cleo"])
        #expect(await service.get("/api/search?q=person:cleo").results.count == 1)
        let answered = await service.send(
            "{\"person\": \"\(anna)\", \"other\": \"\(ben)\", \"same\": true}", to: "/api/people/answers")
        #expect(answered.status == 200 && people(answered).count == 2)
        #expect(await service.get("/api/search?q=person:ben").results.count == 3)
    }

    @Test func aFaceIsCutOut() async throws {
        let service = try await service()
        let photo = try await service.id(of: "0.png")
        let crop = await service.get("/api/photos/\(photo)/faces/1/crop")
        #expect(crop.status == 200 && crop.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        let tag = try #require(crop.response.headers.first { $0.name == "ETag" }?.value)
        #expect(await service.get("/api/photos/\(photo)/faces/1/crop", [("If-None-Match", tag)]).status == 304)
        for wrong in ["2/crop", "0/crop", "x/crop"] {
            #expect(await service.get("/api/photos/\(photo)/faces/\(wrong)").status == 404, "\(wrong)")
        }
    }

    /// A server that is open to all users of the machine tells them who is in photos only with the token.
    @Test func whoIsInPhotosIsToldToNobodyWithoutTheToken() async throws {
        let closed = try await service()
        let token = Token.new()
        let open = try Service(closed.host, gate: Gate(names: [], token: token, isOpen: true))
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
        _ = await closed.send("{\"name\": \"Anna\"}", to: "/api/people/\(person)", method: "PUT")
        func names(_ headers: [(String, String)] = []) async -> [String] {
            let answer = Answer(await open.response(to: closed.request("GET", "/api/suggest?q=person:a", headers)))
            return (answer.json["suggestions"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        }
        #expect(await names(bearer) == ["person:Anna"])
        #expect(await !names().contains("person:Anna"))
    }
}
