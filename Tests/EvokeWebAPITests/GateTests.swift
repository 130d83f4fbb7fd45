import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeWebAPI

@Suite struct GateTests {
    @Test func knowsItsHosts() {
        for host in [
            "localhost", "localhost:7654", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:7654", "192.168.1.5:7654", "[::1]",
            "[::1]:7654", "nas", "NAS:80",
        ] {
            #expect(Self.verdict(["Host": host]) == nil, "\(host)")
        }
        for host in [
            nil, "", "evil.example", "localhost.evil.example", "evil.example:7654", "127.0.0.1.evil.example",
            "localhost:x", "localhost:99999", "localhost:+1", "[::1", "[::1]x", "[evil]", "nas.evil",
            "localhost, evil.example", "127.1", "0x7f.1", "localhost evil", "user@localhost",
        ] {
            #expect(Self.verdict(host.map { ["Host": $0] } ?? [:])?.kind == "wrongHost", "\(host ?? "")")
        }
    }

    @Test func takesItsOwnOrigin() {
        #expect(Self.verdict(["Host": "localhost:7654", "Origin": "http://localhost:7654"]) == nil)
        #expect(
            Self.verdict(["Host": "nas:1", "Origin": "https://nas:1"], way: .network(isEncrypted: true)) == nil)
        for origin in [
            "http://evil.example", "null", "http://localhost", "https://localhost:7654", "http://localhost:7655", "",
            "http://localhost:7654, http://evil.example", "http://127.0.0.1:7654",
        ] {
            #expect(Self.verdict(["Host": "localhost:7654", "Origin": origin])?.kind == "crossSite", "\(origin)")
        }
    }

    @Test(arguments: [
        (["Sec-Fetch-Site": "cross-site"], false, false), (["Sec-Fetch-Site": "cross-site"], true, false),
        (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"], false, false),
        (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"], true, true),
        (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], true, true),
        (["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"], true, false),
        (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"], true, false),
        (["Sec-Fetch-Site": "same-site"], false, false), (["Sec-Fetch-Site": "same-origin"], false, true),
        (["Sec-Fetch-Site": "none"], false, true),
    ])
    func otherSitesMayOnlyLinkToTheApp(headers: [String: String], isOfApp: Bool, isTaken: Bool) {
        let verdict = Self.verdict(headers.merging(["Host": "localhost"]) { $1 }, isOfApp: isOfApp)
        #expect(verdict?.kind == (isTaken ? nil : "crossSite"))
    }

    @Test func wantsTheTokenForEverythingButTheAppsOwnFiles() async throws {
        let token = Token.new()
        let service = try await TestService(of: Album.one, token: token)
        for route in Routes.all {
            let target = route.operation.path(with: ["1", "1"])
            #expect(await service.get(target, method: route.method).status == 401, "\(route.name)")
        }
        for given in ["Bearer \(token.text)", "bearer \(token.text)"] {
            #expect(await service.get("/api/health", [("Authorization", given)]).status == 200)
        }
        let wrong = [
            "Bearer", "Bearer ", "Bearer \(token.text)x", "Bearer \(token.text.dropLast())", "Basic \(token.text)",
            "Bearer \(Token.new().text)", token.text, "Bearer  \(token.text)",
        ]
        for given in wrong {
            let answer = await service.get("/api/health", [("Authorization", given)])
            #expect(answer.status == 401 && answer["WWW-Authenticate"] == "Bearer", "\(given)")
        }
        #expect(await service.get("/").status == 200)
        #expect(await service.get("/api/photos/1/original", [("Cookie", "evoke_token=wrong")]).status == 401)
    }

    @Test func openingTheLinkSetsTheCookie() async throws {
        let token = Token.new()
        let service = try await TestService(of: Album.one, token: token)
        let opened = await service.get("/?token=\(token.text)")
        #expect(opened.status == 303 && opened["Location"] == "/")
        let cookie = try #require(opened["Set-Cookie"])
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
        let pair = String(cookie.prefix { $0 != ";" })
        #expect(await service.get("/api/health", [("Cookie", "a=b; \(pair); c=d")]).status == 200)
        #expect(await service.get("/?token=wrong")["Set-Cookie"] == nil)
        #expect(await service.get("/library?token=\(token.text)")["Location"] == "/library")
    }

    @Test func theLibrarySocketIsForItsOwner() {
        #expect(Self.verdict([:], way: .librarySocket, token: Token.new()) == nil)
        #expect(Self.verdict(["Origin": "http://localhost"], way: .librarySocket)?.kind == "crossSite")
    }

    @Test func theTokenIsMadeOnceAndForItsOwnerAlone() throws {
        let folder = TemporaryFolder()
        let token = try Token.ofLibrary(folder.path)
        #expect(token.text.utf8.count == 64)
        #expect(try Token.ofLibrary(folder.path).text == token.text)
        let file = folder.path.appending(Token.fileName)
        #expect(FileSystem.status(of: file).map { $0.permissions & 0o777 } == 0o600)
        #expect(Token.new().text != Token.new().text)

        _ = file.withCString { chmod($0, 0o644) }
        #expect(throws: EvokeError.self) { try Token.ofLibrary(folder.path) }
        try folder.write(Token.fileName, "short".utf8)
        #expect(throws: EvokeError.self) { try Token.ofLibrary(folder.path) }
    }

    private static func verdict(
        _ headers: [String: String], way: Request.Way = .network(isEncrypted: false), isOfApp: Bool = false,
        token: Token? = nil
    ) -> Problem? {
        let request = Request(
            method: "GET", target: "/api/health", headers: Headers(headers.map { ($0.key, $0.value) }), way: way)
        do throws(Problem) {
            _ = try Gate(names: ["nas"], token: token).check(request, isOfApp: isOfApp)
            return nil
        } catch {
            return error
        }
    }
}
