import Evoke
import EvokeSystem
import EvokeTestSupport
import Foundation
import Testing

@testable import EvokeWebAPI

/// Two libraries that differ in nothing but in who is in their photos answer whoever may not know that with the same bytes,
/// whatever they ask.
@Suite struct WhoMayKnowTests {
    private static let (secret, other) = ("Zenobia Secretname", "Quirino Unrelateds")

    private static let album = Task {
        let (one, two): ([Float], [Float]) = ([1, 0, 0, 0], [0, 1, 0, 0])
        return try await Album(
            pictures: 3, faces: FakeFaceFinder(["0.png": [one], "1.png": [one, two], "2.png": [two]]))
    }

    /// A library in which somebody has that name, and those who may ask.
    private struct Known {
        let library: TestService
        let token = Token.new()
        let open, closed: Service
        let person, photo: Int
        let visitor: [(String, String)]

        init(_ name: String, person place: Int) async throws {
            let library = try await TestService(of: WhoMayKnowTests.album)
            let people = await library.get("/api/people").list("people")
            let number = try #require(people[place]["number"] as? String)
            _ = await library.send("{\"name\": \"\(name)\"}", to: "/api/people/\(number)", method: "PUT")
            photo = try await library.id(of: "1.png")
            await library.mark(photo, "\"add\": {\"albums\": [\"Ours\"]}")
            _ = await library.send("{\"query\": \"person:\\\"\(name)\\\"\"}", to: "/api/searches/S", method: "PUT")
            _ = await library.send("{\"query\": \"-person:a (b\"}", to: "/api/searches/B", method: "PUT")
            for share in ["{\"search\": \"S\"}", "{\"album\": \"Ours\"}"] {
                _ = await library.send(share, to: "/api/shares")
            }
            let shares = Shares(ofLibrary: library.configuration.library)
            let seen = try shares.add(.album("Nothing"), until: .max).token
            visitor = [("Authorization", "Bearer \(seen.text)")]
            person = try #require(Int(number))
            open = try Service(library.library, gate: Gate(names: [], token: token, isOpen: true, shares: shares))
            closed = try Service(library.library, gate: Gate(names: [], token: token, shares: shares))
            self.library = library
        }

        /// All that is answered, without what differs from one time to the next.
        func text(_ asked: Asked, of service: Service, _ headers: [(String, String)] = []) async -> String {
            let json = asked.body.isEmpty ? [] : [("Content-Type", "application/json")]
            let response = await service.response(
                to: library.request(asked.method, asked.target, json + headers, Array(asked.body.utf8)))
            var bytes: [UInt8] = []
            switch response.body {
            case .bytes(let whole): bytes = whole
            case .file(let file, _): bytes = (try? FileSystem.read(DiskPath("/proc/self/fd/\(file.descriptor)"))) ?? []
            case .stream(let pieces), .download(let pieces):
                for await piece in pieces.prefix(1) { bytes += piece }
            }
            let text = "\(response.status) \(response.headers) " + String(decoding: bytes, as: UTF8.self)
            return text.replacing(library.folder.path.display, with: "").replacing(
                /"(took_ms|ms|made|until|used|bytes|lag_ms|load_ms)":("[^"]*"|[0-9.e-]+|\{[^}]*\})|[0-9a-f]{64}/,
                with: "")
        }
    }

    private struct Asked: Hashable {
        let method, target: String
        var body = ""
    }

    /// Each route with each of its parameters, and each form of its body, that may have words in it.
    private static func questions(_ known: Known, in words: [String]) -> [Asked] {
        var seen: Set<Asked> = []
        return Routes.all.filter { $0.path != "/api/models/{name}/pull" }.flatMap { route -> [Asked] in
            let pieces = ["{id}": "\(known.photo)", "{number}": "\(known.person)", "{year}": "2021"]
            return words.flatMap { word -> [Asked] in
                let path = route.path.split(separator: "/").map { piece in
                    piece.hasPrefix("{")
                        ? pieces[String(piece)] ?? (piece == "{face}" ? "1" : escaped(word)) : "\(piece)"
                }.joined(separator: "/")
                var asked = [Asked(method: route.method, target: "/\(path)")]
                for parameter in route.parameters where isText(parameter.schema) {
                    asked.append(Asked(method: route.method, target: "/\(path)?\(parameter.name)=\(escaped(word))"))
                }
                for case .json(let type) in route.bodies {
                    let fields = Schema.of(type).fields
                    let needed = fields.filter(\.isRequired)
                    for field in fields {
                        let all = needed.filter { $0.name != field.name } + [field]
                        let body = all.map { "\"\($0.name)\":\(sample($0.schema, word, known))" }
                        asked.append(
                            Asked(method: route.method, target: "/\(path)", body: "{\(body.joined(separator: ","))}"))
                        if route.name == API.mark.name, field.name == "query" {
                            let body = "{\(body[0]),\"add\":{\"favourite\":true}}"
                            asked.append(Asked(method: route.method, target: "/\(path)", body: body))
                        }
                    }
                }
                return asked.filter { seen.insert($0).inserted }
            }
        }
    }

    private static func isText(_ schema: Schema) -> Bool { if case .text = schema { true } else { false } }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private static func sample(_ schema: Schema, _ word: String, _ known: Known) -> String {
        switch schema {
        case .text: "\"\(word.replacing("\"", with: "\\\""))\""
        case .integer(let range): "\(range == Limits.photoNumbers ? known.photo : range.lowerBound)"
        case .choice(let words): "\"\(words[0])\""
        case .list(let schema, _): "[\(sample(schema, word, known))]"
        case .object, .named:
            "{" + schema.fields.map { "\"\($0.name)\":\(sample($0.schema, word, known))" }.joined(separator: ",") + "}"
        default: "true"
        }
    }

    @Test func nobodyIsToldWhoIsInPhotosByAnyAnswer() async throws {
        let one = try await Known(Self.secret, person: 0)
        let two = try await Known(Self.other, person: 1)
        let name = Self.secret
        func compare(_ asked: Asked, _ first: Service, _ second: Service, visits: Bool = false) async {
            async let here = one.text(asked, of: first, visits ? one.visitor : [])
            async let there = two.text(asked, of: second, visits ? two.visitor : [])
            let answers = await (here, there)
            let isSame = answers.0 == answers.1 || asked.target == "/metrics"
            #expect(isSame, "\(asked): \(answers.0.commonPrefix(with: answers.1).suffix(200))")
            let isTold = answers.0.contains(Self.other) || answers.1.contains(Self.other)
            #expect(!isTold, "\(asked)")
        }
        for asked in Self.questions(one, in: ["person:z", name]) {
            await compare(asked, one.closed, two.closed)
            await compare(asked, one.open, two.open, visits: true)
        }
        var told = 0
        let words = ["z", name, "person:z", "x -person:\"\(name)\""]
        for asked in Self.questions(one, in: words) + [Asked(method: "GET", target: "/metrics")] {
            await compare(asked, one.open, two.open)
            guard asked.method == "GET", !asked.target.contains("enobia") else { continue }
            let known = [("Authorization", "Bearer \(one.token.text)")]
            if await one.text(asked, of: one.open, known).contains(name) { told += 1 }
        }
        #expect(told >= 4, "whoever has the token is told, else nothing is proved")
    }

    @Test func aTokenIsWantedOfWhoeverAsksForPeople() async throws {
        let one = try await Known(Self.secret, person: 0)
        for query in ["person:zenobia", "person:nobodyatall", "dog%20-person:z", "(person:a%20OR%20b)"] {
            for target in ["search?q=", "days?q=", "map?q=", "duplicates?q=", "photos/1/text?q="] {
                let answer = Answer(
                    await one.open.response(to: one.library.request("GET", "/api/\(target)\(query)")))
                #expect(answer.status == 401 && answer.kind == "tokenMissing", "\(target)\(query)")
            }
        }
    }
}
