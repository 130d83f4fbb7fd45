import Evoke
import EvokeTestSupport
import Foundation
import Testing

@testable import EvokeWebAPI

@Suite struct PeopleRouteTests {
    private func service(token: Token? = nil) async throws -> TestService {
        try await TestService(
            token: token, pictures: 2, faces: FakeFaceFinder(["0.png": [[1, 0], [0, 1]]]))
    }

    /// As the server's own user.
    private func ask(
        _ method: String, _ target: String, _ service: TestService, _ json: String = ""
    ) async -> Answer {
        let headers = [("Host", "localhost:7654")] + (json.isEmpty ? [] : [("Content-Type", "application/json")])
        return await service.answer(
            Request(
                method: method, target: target, headers: Headers(headers), body: Array(json.utf8),
                way: .network(isEncrypted: false), isOfOwner: true))
    }

    @Test func tellsWhoseFacesAreInAPhoto() async throws {
        let service = try await service()
        let photo = try await service.id(of: "0.png")
        let faces = "/api/photos/\(photo)/faces"
        let found = await ask("GET", faces, service)
        #expect(found.status == 200 && found.json["is_searched"] as? Bool == true && found.who == ["?", "?"])
        #expect(found.json["width"] is Int && found.json["height"] is Int)
        #expect(await ask("PUT", faces + "/1", service, #"{"name": " Anna Smith "}"#).who == ["Anna Smith", "?"])
        #expect(await ask("PUT", faces + "/2", service, #"{"hidden": true}"#).who == ["Anna Smith", "hidden"])
        #expect(await ask("PUT", faces + "/2", service, #"{"name": "Ben"}"#).who == ["Anna Smith", "Ben"])
        #expect(await ask("GET", "/api/search?q=person:anna", service).names == ["0.png"])
        let suggested = await ask("GET", "/api/suggest?q=a%20cat%20wit%20ann", service)
        let suggestions = try #require(suggested.json["suggestions"] as? [[String: Any]])
        #expect(suggestions.first?["kind"] as? String == "person")
        #expect(suggestions.first?["query"] as? String == #"a cat wit person:"Anna Smith""#)
        #expect(await ask("PUT", faces + "/1", service, #"{"not": "anna smith"}"#).who == ["?", "Ben"])
        for expected in [["Anna Smith", "Ben"], ["Anna Smith", "hidden"], ["Anna Smith", "?"], ["?", "?"]] {
            #expect(await ask("POST", "/api/people/undo", service).json["undone"] as? Bool == true)
            #expect(await ask("GET", faces, service).who == expected)
        }
        #expect(await ask("POST", "/api/people/undo", service).json["undone"] as? Bool == false)
    }

    @Test func refusesWhatCannotBeSaid() async throws {
        let service = try await service()
        let photo = try await service.id(of: "0.png")
        let faces = "/api/photos/\(photo)/faces"
        for json in ["{}", #"{"name": "a", "not": "b"}"#, #"{"hidden": false}"#, #"{"name": ""}"#, #"{"not": "Cleo"}"#]
        {
            #expect(await ask("PUT", faces + "/1", service, json).status == 400, "\(json)")
        }
        for face in ["0", "3", "-1", "+1", "one", "99999999999999999999"] {
            #expect(await ask("PUT", faces + "/" + face, service, #"{"name": "Anna"}"#).status == 400, "\(face)")
        }
        #expect(await ask("GET", "/api/photos/99/faces", service).status == 404)
        let other = try await service.id(of: "1.png")
        let nobody = "/api/photos/\(other)/faces"
        #expect(await ask("GET", nobody, service).json["is_searched"] as? Bool == true)
        #expect(await ask("PUT", nobody + "/1", service, #"{"name": "Anna"}"#).status == 400)
        try await PhotoLibrary.forgetPeople(service.places)
        #expect(await ask("GET", faces, service).json["is_searched"] as? Bool == false)
        #expect(await ask("PUT", faces + "/1", service, #"{"name": "Anna"}"#).status == 400)
    }

    /// Whoever was let in without the token sees photos, and learns nothing of people.
    @Test func anOpenGateShowsNoFaces() async throws {
        let service = try await service()
        let photo = try await service.id(of: "0.png")
        #expect(await ask("PUT", "/api/photos/\(photo)/faces/1", service, #"{"name": "Anna"}"#).status == 200)
        #expect(await service.get("/api/photos/\(photo)").status == 200)
        #expect(await service.get("/api/photos/\(photo)/faces").kind == "tokenMissing")
        #expect(await service.get("/api/people/undo", method: "POST").kind == "tokenMissing")
        let answer = await service.send(#"{"name": "Ben"}"#, to: "/api/photos/\(photo)/faces/1", method: "PUT")
        #expect(answer.status == 401)
        #expect((await service.get("/api/suggest?q=person:a").json["suggestions"] as? [Any])?.isEmpty == true)
        #expect(await ask("GET", "/api/photos/\(photo)/faces", service).who == ["Anna", "?"])
    }
}

extension Answer {
    /// Of each face in a photo.
    fileprivate var who: [String] {
        (json["faces"] as? [[String: Any]] ?? []).map { face in
            let person = face["person"] as? [String: Any]
            return person?["name"] as? String ?? (face["hidden"] as? Bool == true ? "hidden" : "?")
        }
    }
}
