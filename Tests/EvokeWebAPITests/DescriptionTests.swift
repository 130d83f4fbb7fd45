import Foundation
import Testing

@testable import EvokeWebAPI

@Suite struct DescriptionTests {
    @Test func describesEveryRoute() async throws {
        let answer = try await TestService.shared().get("/api/openapi.json")
        #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
        let paths = try #require(answer.json["paths"] as? [String: [String: Any]])
        #expect(paths.values.reduce(0) { $0 + $1.count } == Routes.all.count, "no two routes are the same")
        var names: Set<String> = []
        for route in Routes.all {
            let operation = try #require(paths[route.path]?[route.method.lowercased()] as? [String: Any])
            #expect(names.insert(route.name).inserted)
            #expect((operation["requestBody"] != nil) == !route.bodies.isEmpty)
            #expect((operation["summary"] as? String)?.isEmpty == false)
            let responses = try #require(operation["responses"] as? [String: Any])
            #expect((responses["414"] != nil) == !route.parameters.isEmpty, "what is asked for may be too long")
        }
        let text = String(decoding: answer.bytes, as: UTF8.self)
        let schemas = (answer.json["components"] as? [String: Any])?["schemas"] as? [String: Any]
        for reference in text.matches(of: /#\/components\/schemas\/([A-Za-z]+)/) {
            #expect(schemas?[String(reference.1)] != nil, "\(reference.1)")
        }
    }

    /// Each value of the table has its name, its route and its function in the client.
    @Test func eachOperationHasItsRouteAndItsFunction() throws {
        let client = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/Interfaces/EvokeClient")
        let table = try String(contentsOf: client.appending(path: "Operations/API.swift"), encoding: .utf8)
        let names = table.matches(of: /static let (\w+) = APIOperation<[^(]*\(\s*"(\w+)"/)
        #expect(names.allSatisfy { $0.1 == $0.2 })
        #expect(Set(names.map { String($0.1) }) == Set(Routes.all.map(\.name)))
        let functions = try ["", "+Photos", "+People", "+Library"].map {
            try String(contentsOf: client.appending(path: "EvokeClient\($0).swift"), encoding: .utf8)
        }.joined()
        for name in names { #expect(functions.firstRange(of: "API.\(name.1)") != nil, "\(name.1)") }
    }

    /// Each route has its line of curl, and each line its route.
    @Test func theDocumentShowsEveryRoute() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/api.md"), encoding: .utf8)
        var shown: Set<String> = []
        for line in text.split(separator: "\n") {
            guard line.hasPrefix("    curl "), let place = line.firstRange(of: "localhost:7654") else { continue }
            let path = line[place.upperBound...].prefix { !" ?'".contains($0) }
            let method =
                line.contains("-X DELETE")
                ? "DELETE"
                : line.contains("-X PUT")
                    ? "PUT"
                    : line.contains("-X POST") || line.contains(" --json ") || line.contains(" -F ") ? "POST" : "GET"
            let route = Routes.all.first { $0.method == method && $0.match(String(path)) != nil }
            #expect(route != nil, "\(line)")
            if let route { shown.insert(route.name) }
        }
        #expect(shown == Set(Routes.all.map(\.name)))
    }

    @Test func methodsAreNotConfused() async throws {
        let service = try await TestService(of: Album.one)
        for path in Set(Routes.all.map(\.path)) {
            let isWrittenOut = !path.contains("{")
            let target = isWrittenOut ? path : "/api/photos/1"
            let known = Routes.all.filter { isWrittenOut ? $0.path == path : $0.match(target) != nil }.map(\.method)
            for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "SEARCH"] {
                let answer = await service.answer(service.request(method, target, [("Content-Type", "text/plain")]))
                #expect((answer.status == 405) == !known.contains(method), "\(method) \(target)")
                if answer.status == 405 { #expect(answer["Allow"]?.isEmpty == false) }
            }
        }
        #expect(await service.get("/", method: "POST").status == 405)
        #expect(await service.get("/api/health", method: "HEAD").status == 200)
    }

    @Test func theAppIsPartOfTheProgram() async throws {
        let service = try await TestService.shared()
        let page = await service.get("/")
        #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
        for address in ["/duplicates", "/labels", "/library", "/photo/12", "/index.html", "/?q=a"] {
            #expect(await service.get(address).bytes == page.bytes, "\(address)")
        }
        let tag = try #require(page["ETag"])
        #expect(await service.get("/", [("If-None-Match", tag)]).status == 304)
        // Whatever the page names is there.
        for match in String(decoding: page.bytes, as: UTF8.self).matches(of: /(?:src|href)="(\/[^"#]*)/) {
            #expect(await service.get(String(match.1)).status == 200, "\(match.1)")
        }
    }
}
