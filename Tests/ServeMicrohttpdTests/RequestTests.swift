import EvokeWebAPI
import Foundation
import Testing

@testable import ServeMicrohttpd

/// The same requests, with the same answers, into the router and over a live socket.
@Suite struct RequestTests {
    enum Transport: CaseIterable {
        case router, socket
    }

    @Test func areAnsweredTheSameWayByTheRouterAndOverASocket() async throws {
        let served = try await Served(SmallLibrary())
        for transport in Transport.allCases {
            for asked in Asked.all {
                let answer = transport == .router ? await served.route(asked) : try await served.send(asked)
                check(answer, to: asked)
            }
        }
        await served.server.stop()
    }

    private func check(_ answer: Answer, to asked: Asked) {
        let words =
            "\(asked.method) \(asked.target.prefix(80)) \(String(decoding: asked.body.prefix(80), as: UTF8.self))"
        #expect(answer.status == asked.status, "\(words): \(answer.json)")
        let wanted = Self.guards.merging(asked.kind == nil ? [:] : ["content-type": "application/problem+json"]) { $1 }
        #expect(answer.headers.filter { wanted[$0.key] != nil } == wanted, "\(words)")
        #expect(answer.headers["access-control-allow-origin"] == nil)
        if let kind = asked.kind {
            let detail = answer.json["detail"] as? String ?? ""
            let isGood = answer.json["kind"] as? String == kind && detail.hasSuffix(".") && !detail.contains("/tmp")
            #expect(isGood, "\(words): \(answer.json)")
        }
        if let fields = asked.fields { #expect(Set(answer.json.keys) == fields, "\(words)") }
        if let fields = asked.resultFields {
            let results = answer.json["results"] as? [[String: Any]] ?? []
            #expect(!results.isEmpty && results.allSatisfy { Set($0.keys) == fields }, "\(words): \(results)")
        }
    }

    /// On every answer.
    private static let guards = [
        "content-security-policy":
            "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; "
            + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
    ]
}

/// What came back.
private struct Answer {
    let status: Int
    /// By their names in lower case.
    let headers: [String: String]
    let body: [UInt8]

    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }
}

extension Served {
    /// As a server does it, with no socket: the head first, and then all of it.
    fileprivate func route(_ asked: Asked) async -> Answer {
        let head = Request(
            method: asked.method, target: asked.target, headers: Headers(asked.headers.map { ($0.name, $0.value) }),
            way: .network(isEncrypted: false))
        let response: Response
        switch service.admit(head) {
        case .refused(let refusal): response = refusal
        case .taken(var admitted):
            #expect(asked.body.withUnsafeBytes { admitted.append($0) }, "the table has more than is taken")
            response = await service.respond(to: admitted)
        }
        var bytes: [UInt8] = []
        if case .bytes(let body) = response.body { bytes = body }
        return Answer(
            status: response.status,
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" },
            body: bytes)
    }

    fileprivate func send(_ asked: Asked) async throws -> Answer {
        var lines = ["\(asked.method) \(asked.target) HTTP/1.1", "Connection: close"]
        lines += asked.headers.map { "\($0.name): \($0.value)" }
        if asked.method != "GET" { lines.append("Content-Length: \(asked.body.count)") }
        let all = Array(
            try await send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + asked.body).utf8)
        let gap = try #require(all.firstRange(of: Array("\r\n\r\n".utf8)), "\(asked.method) \(asked.target)")
        let head = String(decoding: all[..<gap.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let fields = head.dropFirst().compactMap { line in
            line.firstIndex(of: ":").map { colon in
                (line[..<colon].lowercased(), line[line.index(after: colon)...].drop { $0 == " " })
            }
        }
        return Answer(
            status: Int(head[0].split(separator: " ")[1]) ?? 0,
            headers: Dictionary(fields.map { ($0.0, String($0.1)) }) { "\($0), \($1)" },
            body: Array(all[gap.upperBound...]))
    }
}
