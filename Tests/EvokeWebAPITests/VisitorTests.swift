import Evoke
import EvokeClient
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

@testable import EvokeWebAPI

/// Who comes with a share sees what is shared, and nothing else.
@Suite struct VisitorTests {
    /// Six pictures in a folder with a telling name, of which 0, 1 and 2 are in the album "Süden", and 0 is one picture
    /// with its copy, which is not.
    private struct Shared {
        let service: TestService
        let visitor: [(String, String)]
        let number: Int
        let inside: [Int]
        let outside: [Int]

        init(search: String? = nil) async throws {
            service = try await TestService(of: Self.album)
            var ids: [String: Int] = [:]
            for result in await service.get("/api/photos?top=100").results {
                ids[try #require(result["name"] as? String)] = try #require(result["id"] as? Int)
            }
            inside = try (0..<3).map { try #require(ids["\($0).png"]) }
            outside = try ["3.png", "4.png", "copy.png"].map { try #require(ids[$0]) }
            // Marks belong to what a file holds, so the copy of 0 is told by its name.
            let marks = "{\"albums\": [\"Süden\"], \"tags\": [\"Anna\"], \"caption\": \"secret\"}"
            _ = await service.send("{\"photos\": \(inside), \"add\": \(marks)}", to: "/api/marks")
            let query = search ?? "in:divorce -file:3.png -file:4.png"
            _ = await service.send("{\"query\": \"\(query)\"}", to: "/api/searches/Ours", method: "PUT")
            let made = await service.send("{\"search\": \"Ours\", \"days\": 7}", to: "/api/shares")
            try #require(made.status == 200, "\(made.json)")
            let link = try #require(made.json["link"] as? String)
            number = try #require((made.json["share"] as? [String: Any])?["number"] as? Int)
            visitor = try [("Authorization", "Bearer \(#require(link.split(separator: "=").last))")]
        }

        func get(_ target: String, method: String = "GET") async -> Answer {
            await service.get(target, visitor, method: method)
        }

        private static let album = Task {
            try await Album(pictures: 0) { folder in
                for number in 0..<5 { try folder.write("photos/divorce/\(number).png", TestPicture.png(number)) }
                try folder.write("photos/copy.png", TestPicture.png(0))
                try folder.write("photos/divorce/1.xmp", sidecar.utf8)
            }
        }

        private static let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="38,42.834N"
            exif:GPSLongitude="9,8.364W" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
            <rdf:li xml:lang="x-default">Grandma in Lisbon</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF>
            </x:xmpmeta>
            """
    }

    /// For tests that change nothing.
    private static let shared = Task { try await Shared() }

    /// Written out, so that nothing comes in by the way.
    private let allowed: Set = [
        "access", "photos", "search", "query", "days", "photo", "thumbnail", "original", "film",
    ]

    @Test func everyOtherOperationIsRefused() async throws {
        let shared = try await Self.shared.value
        let handled = Routes.all.filter { $0.visit != nil }
        #expect(Set(handled.map(\.name)) == allowed && handled.allSatisfy { !$0.changes })
        var details: Set<String> = []
        for operation in Routes.all.map(\.operation) {
            for photo in [shared.inside[0], shared.outside[0], 99] {
                var request = shared.service.request(
                    operation.method, operation.path(with: ["\(photo)", "1"]),
                    shared.visitor + [("Content-Type", "application/json")], Array("{}".utf8))
                if operation.method == "GET" { request.body = [] }
                let answer = await shared.service.answer(request)
                if !allowed.contains(operation.name) {
                    #expect(answer.status == 403 && answer.kind == "notShared", "\(operation.name)")
                } else if operation.path.contains("{id}"), photo != shared.inside[0] {
                    #expect(answer.status == 404, "\(operation.name)")
                    details.insert(answer.json["detail"] as? String ?? "")
                }
            }
        }
        #expect(details == ["No such photo is shared here."])
        for target in ["/metrics", "/api/openapi.json", "/api/health"] {
            #expect(await shared.get(target).status == 403, "\(target)")
        }
        #expect(await shared.get("/").status == 200, "the app's own files are no secret")
        #expect(await shared.get("/api/photos", method: "POST").status == 405)
    }

    @Test func onlyWhatIsSharedIsListed() async throws {
        let shared = try await Self.shared.value
        let names: Set = ["0.png", "1.png", "2.png"]
        for target in [
            "/api/photos", "/api/search?q=a%20picture%20fits:all", "/api/search?q=type:png", "/api/search?q=-type:bmp",
            "/api/search?q=a%20picture%20fits:all&count=true", "/api/search?q=type:png%20OR%20shape:square&top=50",
            "/api/search?q=color:red%20OR%20type:png",
        ] {
            let answer = await shared.get(target)
            #expect(Set(answer.names) == names, "\(target): \(answer.names)")
            #expect(answer.ints("total", "without_colors", "folded") == [3, nil, nil], "\(target)")
        }
        for target in ["/api/days", "/api/days?q=type:png"] {
            #expect(await shared.get(target).ints("total") == [3], "\(target)")
        }
        for (page, count) in [("top=1&offset=2", 1), ("offset=3", 0)] {
            #expect(await shared.get("/api/photos?\(page)").names.count == count)
        }
        let access = await shared.get("/api/access")
        #expect(access.texts("role", "title") == ["visitor", "Ours"] && access.json["is_owner"] == nil)
        #expect(await shared.service.get("/api/access").texts("role") == ["owner"])
    }

    @Test func noOtherPhotoIsNamedInAnyWay() async throws {
        let shared = try await Self.shared.value
        for photo in shared.outside + [shared.inside[0]] {
            for target in [
                "/api/photos?stack=\(photo)", "/api/photos?fold=true", "/api/search?like=\(photo)",
                "/api/search?q=like:\(photo)", "/api/search?q=-like:\(photo)",
                "/api/search?q=type:png%20OR%20like:\(photo)",
                "/api/search?q=a&fold=true", "/api/search?q=a&not=b", "/api/days?fold=true", "/api/days?not=a",
                "/api/photos?photo=\(photo)", "/api/photos/\(photo)/thumbnail?like=\(photo)",
            ] {
                let answer = await shared.get(target)
                #expect(answer.status == 403 && answer.kind == "notShared", "\(target)")
            }
        }
        let made = await shared.service.send("{\"photos\": \(shared.inside)}", to: "/api/archives")
        let archive = try #require(made.json["address"] as? String)
        #expect(await shared.get(archive).status == 403, "a key of the owner's")
        #expect(await shared.service.get(archive).status == 200, "which is still good")
        for wrong in ["0", "-1", "x", "99999999999999999999", "4611686018427387904", "%31"] {
            #expect(await shared.get("/api/photos/\(wrong)").status == 404, "\(wrong)")
            #expect(await shared.get("/api/photos/\(wrong)/thumbnail").status == 404, "\(wrong)")
        }
    }

    /// What the owner may ask for would tell by what is found.
    @Test func nothingElseIsAskedOf() async throws {
        let shared = try await Self.shared.value
        for query in [
            "in:divorce", "file:1", "album:Süden", "tag:Anna", "is:favourite", "is:hidden", "-is:hidden",
            "title:grandma", "text:a", "\"secret\"", "person:anna", "people:1", "place:lisbon", "near:lisbon",
            "box:38,-10..39,-9", "camera:x", "lens:x", "rating:5", "a -people", "a OR in:divorce",
            "-(type:bmp in:divorce)",
        ] {
            for path in ["search", "days", "query"] {
                let asked = "/api/\(path)?q=\(AnyOperation.escaped(query))"
                #expect(await shared.service.get(asked).status == 200, "the owner may")
                let answer = await shared.get(asked)
                #expect(answer.status == 403 && answer.kind == "notShared", "\(query): \(answer.json)")
            }
        }
        #expect(await shared.get("/api/search?q=nofield:a").status == 400)
        let changed = await shared.get("/api/query?q=dog+last+year&without=0")
        #expect(changed.json["text"] as? String == "dog")
        #expect(await shared.get("/api/query?q=a&field=person&value=anna").kind == "notShared")
    }

    @Test func photosAreShownAndNothingIsToldOfThem() async throws {
        let shared = try await Self.shared.value
        let full = await shared.service.get("/api/photos/\(shared.inside[1])").json
        #expect(full["place"] != nil && full["title"] != nil, "\(full)")
        for photo in shared.inside {
            let page = await shared.get("/api/photos/\(photo)")
            #expect(page.status == 200 && page.json["width"] != nil)
            let known: Set = [
                "id", "name", "folder", "path", "width", "height", "version", "bytes", "type", "is_shown_by_browsers",
                "is_there", "taken", "taken_from", "keywords", "marks", "companions",
            ]
            #expect(Set(page.json.keys).subtracting(known).isEmpty, "\(page.json)")
            for size in [320, 640, 1_600] {
                let thumbnail = await shared.get("/api/photos/\(photo)/thumbnail?size=\(size)")
                #expect(thumbnail.status == 200 && thumbnail.bytes.starts(with: [0xFF, 0xD8]))
            }
            // Photos are shown, and not given.
            for (part, status) in [("original", 403), ("film", 404)] {
                #expect(await shared.get("/api/photos/\(photo)/\(part)").status == status, "\(part)")
            }
        }
        let folder = shared.service.photos.display
        for target in [
            "/api/access", "/api/photos", "/api/search?q=divorce%20fits:all", "/api/search?q=Anna%20secret%20fits:all",
            "/api/search?q=lisbon%20fits:all", "/api/days", "/api/photos/\(shared.inside[1])", "/api/photos/99",
            "/api/photos/\(shared.inside[1])/film", "/api/photos/\(shared.inside[1])/thumbnail?size=7",
        ] {
            let text = String(decoding: await shared.get(target).bytes, as: UTF8.self)
            for secret in [
                folder, "/photos/", "divorce\"", "\"caption", "\"place", "Lisbon,", "\"why", "Grandma", "copy.png",
            ] { #expect(!text.contains(secret), "\(target) tells \(secret): \(text)") }
        }
    }

    @Test func theMomentOfAFilmIsTold() async throws {
        let service = try await TestService { folder in
            let film = DiskPath("\(#filePath)").parent?.parent?.appending("FilmsFFmpegTests/Fixtures/scenes.mp4")
            try folder.write("photos/film.mp4", FileSystem.read(#require(film)))
        }
        let search = "/api/search?q=a%20type:video%20fits:all"
        let moment = try #require(await service.get(search).results.first?["moment"] as? Double)
        _ = await service.send("{\"query\": \"type:video\"}", to: "/api/searches/Films", method: "PUT")
        let link = await service.send("{\"search\": \"Films\"}", to: "/api/shares").texts("link")[0]
        let token = try #require(link?.split(separator: "=").last)
        let seen = await service.get("/api/search?q=a%20fits:all", [("Authorization", "Bearer \(token)")])
        #expect(seen.results.map { $0["moment"] as? Double } == [moment])
    }

    /// Words that are written on a photo, or in the name of its file, change nothing of where it stands.
    @Test func wordsAreAskedOfWhatPhotosShow() async throws {
        let shared = try await Self.shared.value
        for query in ["2.png", "divorce", "Grandma"] {
            let asked = "/api/search?q=\(AnyOperation.escaped(query + " fits:all"))"
            let written = await shared.service.get(asked).results.contains { $0["why"] != nil }
            #expect(written, "the owner finds it by '\(query)'")
            let scores = await shared.get(asked).results.compactMap { $0["score"] as? Double }
            #expect(scores.count == 3 && scores == scores.sorted(by: >), "\(query): \(scores)")
        }
        let read = await shared.get("/api/search?q=a%20beach%20in%20May%202019%20fits:all").json
        #expect(read["canonical"] as? String == "a beach date:2019-05 fits:all")
        #expect(await shared.get("/api/search?q=May%202019&literal=true").json["understood"] == nil)
    }

    @Test func theNewestStateCounts() async throws {
        let shared = try await Shared(search: "album:süden")
        let (service, photo) = (shared.service, shared.outside[0])
        func total() async -> Int? { await shared.get("/api/photos").json["total"] as? Int }
        #expect(await total() == 4, "the copy has what its original has")
        #expect(await shared.get("/api/photos/\(photo)/thumbnail").status == 404)
        await service.mark(photo, "\"add\": {\"albums\": [\"süden\"]}")
        #expect(await shared.get("/api/photos/\(photo)/thumbnail").status == 200)
        #expect(await total() == 5)
        await service.mark(photo, "\"add\": {\"hidden\": true}")
        #expect(await shared.get("/api/photos/\(photo)").status == 404)
        #expect(await total() == 4)
    }

    /// Also where it asks for what is hidden.
    @Test(arguments: ["{\"query\": \"is:hidden\"}", nil]) func whatTheSearchIsNowCounts(body: String?) async throws {
        let shared = try await Shared()
        await shared.service.mark(shared.inside[0], "\"add\": {\"hidden\": true}")
        let changed = await shared.service.send(
            body ?? "", to: "/api/searches/Ours", method: body == nil ? "DELETE" : "PUT")
        #expect(changed.status == 200)
        #expect(await shared.get("/api/photos").ints("total") == [0])
        #expect(await shared.get("/api/photos/\(shared.inside[1])").status == 404)
    }

    @Test func anAlbumIsShared() async throws {
        let shared = try await Shared()
        let made = await shared.service.send("{\"album\": \"suden\"}", to: "/api/shares").json
        let share = try #require(made["share"] as? [String: Any])
        #expect(share["album"] as? String == "Süden" && share["search"] == nil && made["is_public"] as? Bool == true)
        let link = try #require(made["link"] as? String)
        #expect(link.hasPrefix("http://nas:7654/?token=share-"))
        let cookie = await shared.service.get("/?\(link.split(separator: "?")[1])")["Set-Cookie"] ?? ""
        let pair = String(cookie.prefix { $0 != ";" })
        let shares = Shares(ofLibrary: shared.service.configuration.library)
        let closed = try Service(shared.service.library, gate: Gate(names: [], token: Token.new(), shares: shares))
        #expect(await answer(closed, "/api/photos", [("Cookie", pair)]).ints("total") == [4])
        for (body, status) in [
            ("{}", 400), ("{\"album\": \"a\", \"search\": \"b\"}", 400), ("{\"album\": \"Süden\", \"days\": 0}", 400),
            ("{\"album\": \"Süden\", \"days\": 3651}", 400), ("{\"album\": \"Norden\"}", 404),
            ("{\"search\": \"Theirs\"}", 404),
        ] {
            #expect(await shared.service.send(body, to: "/api/shares").status == status, "\(body)")
        }
    }

    @Test func whatHasEndedIsRefused() async throws {
        let shared = try await Shared()
        #expect(await shared.get("/api/photos").status == 200)
        let list = await shared.service.get("/api/shares").list("shares")
        #expect(list.first?["used"] is String && list.first?["has_ended"] as? Bool == false)
        #expect(await shared.service.send("", to: "/api/shares/\(shared.number)", method: "DELETE").status == 200)
        let ended = await shared.get("/api/photos")
        #expect(ended.status == 403 && ended.kind == "shareEnded")
        #expect(await shared.service.send("", to: "/api/shares/\(shared.number)", method: "DELETE").status == 404)
        // One that nobody made is told nothing else.
        let unknown = Token.newOfShare().text
        let refused = await shared.service.get("/api/photos", [("Authorization", "Bearer \(unknown)")])
        #expect(refused.texts("detail") == ended.texts("detail"))
        // Nor does the page become the owner's.
        let cookie = await shared.service.get("/?token=\(unknown)")["Set-Cookie"] ?? ""
        #expect(cookie.hasPrefix("evoke_share=\(unknown);"))
    }

    @Test func aShareEndsByItself() throws {
        let folder = TemporaryFolder()
        let shares = Shares(ofLibrary: folder.path)
        let (share, token) = try shares.add(.album("a"), until: 1_000, now: 500)
        let seen = try [(token, 999), (token, 1_000), (Token.newOfShare(), 999)].map {
            try shares.share(with: $0.text, now: $1)?.number
        }
        #expect(seen == [share.number, nil, nil])
        // It is forgotten with the next one, whose number is another.
        let next = try shares.add(.search("b"), until: 3_000, now: 2_000).share
        #expect(try next.number == 2 && shares.all() == [next])
        #expect(try shares.end(2) && !shares.end(2))
        #expect(try shares.add(.album("c"), until: 3_000, now: 2_000).share.number == 3)
    }

    @Test func theFileTellsNoToken() throws {
        let folder = TemporaryFolder()
        let shares = Shares(ofLibrary: folder.path)
        let token = try shares.add(.album("a"), until: .max).token
        let file = folder.path.appending(Shares.fileName)
        #expect(FileSystem.status(of: file).map { $0.permissions & 0o777 } == 0o600)
        let secret = token.text.dropFirst("share-".count)
        #expect(try !String(decoding: FileSystem.read(file), as: UTF8.self).contains(secret))
        let texts = [token.text, Token.new().text, token.text + "0", "share-" + String(repeating: "\n", count: 64)]
        #expect(texts.map(Token.isOfShare) == [true, false, false, false])
        _ = file.withCString { chmod($0, 0o644) }
        #expect(throws: EvokeError.self) { try shares.share(with: token.text) }
        _ = file.withCString { chmod($0, 0o600) }
        try folder.write(Shares.fileName, "{}".utf8)
        #expect(throws: EvokeError.self) { try shares.share(with: token.text) }
    }

    @Test func thereIsALimit() throws {
        let folder = TemporaryFolder()
        let shares = Shares(ofLibrary: folder.path)
        for _ in 0..<Shares.most { _ = try shares.add(.album("a"), until: .max) }
        #expect(throws: EvokeError.self) { try shares.add(.album("a"), until: .max) }
    }

    @Test func useIsNotedByTheHour() throws {
        let folder = TemporaryFolder()
        let shares = Shares(ofLibrary: folder.path)
        let share = try shares.add(.album("a"), until: .max, now: 0).share
        shares.recordUse(of: share, now: 7_300)
        let noted = try #require(try shares.all().first)
        #expect(noted.used == 7_200 && !noted.isUseNews(at: 10_799) && noted.isUseNews(at: 10_800))
        // One that has ended meanwhile does not come back.
        _ = try shares.end(share.number)
        shares.recordUse(of: share, now: 99_999)
        #expect(try shares.all().isEmpty)
    }

    private func answer(
        _ service: Service, _ target: String, _ headers: [(String, String)], isOfOwner: Bool = false
    ) async -> Answer {
        let request = Request(
            method: "GET", target: target, headers: Headers([("Host", "localhost")] + headers),
            way: .network(isEncrypted: false), isOfOwner: isOfOwner)
        return Answer(await service.response(to: request))
    }

    /// Whoever might ask everything without it sees what a visitor sees where they have opened the link themselves, and may
    /// go back. No other page takes the library away from them, nor does another server of the host.
    @Test func aShareCountsForTheOwnerWhereTheyOpenedIt() async throws {
        let (token, shared) = (Token.new(), try await Self.shared.value)
        let shares = Shares(ofLibrary: shared.service.configuration.library)
        let closed = try Service(shared.service.library, gate: Gate(names: [], token: token, shares: shares))
        let share = try #require(shared.visitor[0].1.split(separator: " ").last)
        func role(_ cookies: String, isOfOwner: Bool) async -> [String?] {
            let access = await answer(closed, "/api/access", [("Cookie", cookies)], isOfOwner: isOfOwner)
            return [access.texts("role")[0], access.json["is_owner"] as? Bool == true ? "owner" : nil]
        }
        let own = "evoke_token=\(token.text)"
        for (cookies, isOfOwner) in [(own, false), ("a=b", true)] {
            for (site, expected) in [
                ("none", ["visitor", "owner"]), ("same-origin", ["visitor", "owner"]), ("cross-site", ["owner", nil]),
                ("", ["owner", nil]),
            ] {
                let fetch = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate")].filter { !$0.1.isEmpty }
                let opened = await answer(
                    closed, "/?token=\(share)", [("Cookie", cookies)] + (site.isEmpty ? [] : fetch),
                    isOfOwner: isOfOwner)
                let set = try #require(opened["Set-Cookie"]).prefix { $0 != ";" }
                #expect(await role("\(set); \(cookies)", isOfOwner: isOfOwner) == expected, "\(site)")
                #expect(await role("\(set)", isOfOwner: false) == ["visitor", nil], "\(site)")
            }
        }
        let forged = "evoke_share=\(Token.newOfShare().text).\(token.text)"
        #expect(await role("\(forged); \(own)", isOfOwner: false) == ["owner", nil])
        let (both, bearer) = ([("Cookie", "evoke_share=\(share); \(own)")], [("Authorization", "Bearer \(share)")])
        #expect(await answer(closed, "/api/health", bearer, isOfOwner: true).status == 403, "a program asks for it")
        func cookies(_ target: String) async -> [String] {
            await answer(closed, target, both).response.headers.filter { $0.name == "Set-Cookie" }.map(\.value)
        }
        let back = await cookies("/?token=")
        #expect(back.count == 1 && back[0].hasPrefix("evoke_share=; Max-Age=0"))
        #expect(await cookies("/?token=\(token.text)").count == 2, "the library's token takes the share away")
        #expect(await answer(closed, "/api/photos", [("Cookie", "evoke_share=\(token.text)")]).status == 401)
    }

    /// The machine's other users, where they are let in, open the library to nobody else.
    @Test func otherUsersShareNothing() async throws {
        let service = try await TestService.shared()
        let open = try Service(service.library, gate: Gate(names: [], token: Token.new(), isOpen: true))
        for (method, target, status) in [
            ("GET", "/api/photos", 200), ("POST", "/api/shares", 401), ("DELETE", "/api/shares/1", 401),
        ] {
            #expect(await open.response(to: service.request(method, target)).status == status, "\(target)")
        }
    }
}
