import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Glibc
import Testing

/// Each route once, over a real socket, with the real model.
@Suite struct ServeTests {
    @Test func findsPhotos() async throws {
        let server = try await ServedAlbum.server()
        let found = try await server.get("/api/search?q=a+penguin&top=5")
        #expect(found.status == 200 && found.headers["content-type"] == "application/json")
        #expect(found.results.contains { "\($0["name"] ?? "")".contains("penguin") })
        #expect(found.json["total"] as? Int ?? 0 >= 250)
        let first = try #require(found.results.first?["id"] as? Int)

        let like = try await server.send("{\"like\": [\(first)], \"text\": \"a bird\", \"top\": 3}", to: "/api/search")
        #expect(like.results.count == 3 && !like.results.contains { $0["id"] as? Int == first })
        let picture = try Installed.album().appending("animals/mammals/dog.png")
        let byPicture = try await server.send(picture: picture, [("top", "2")], to: "/api/search")
        #expect(byPicture.results.first?["name"] as? String == "dog.png")
        #expect(try await server.get("/api/photos?top=3").results.count == 3)
    }

    /// Words to avoid make what they name rarer, and leave what is wanted.
    @Test func avoidsWhatIsToBeAvoided() async throws {
        let server = try await ServedAlbum.server()
        func penguins(_ query: String) async throws -> Int {
            try await server.get("/api/search?\(query)&top=10").results.count {
                "\($0["name"] ?? "")".contains("penguin")
            }
        }
        #expect(try await penguins("q=a+bird") > penguins("q=a+bird&not=a+penguin"))
    }

    @Test func showsPhotos() async throws {
        let server = try await ServedAlbum.server()
        let id = try #require(try await server.get("/api/search?q=a+dog&top=1").results.first?["id"] as? Int)
        let photo = try await server.get("/api/photos/\(id)")
        #expect(photo.json["id"] as? Int == id && photo.json["is_there"] as? Bool == true)
        for size in [320, 1_600] {
            let small = try await server.get("/api/photos/\(id)/thumbnail?size=\(size)")
            #expect(small.status == 200 && small.body.starts(with: [0xFF, 0xD8]))
            #expect(small.headers["content-length"] == "\(small.body.count)")
        }
        let path = try #require(photo.json["path"] as? String)
        let original = try await server.get("/api/photos/\(id)/original")
        #expect(original.body == (try FileSystem.read(FilePath(path))))
        let part = try await server.get("/api/photos/\(id)/original", [("Range", "bytes=100-199")])
        #expect(part.status == 206 && part.body == Array(original.body[100..<200]))
        let head = try await server.request("HEAD", "/api/photos/\(id)/original")
        #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "\(original.body.count)")
        let tag = try #require(original.headers["etag"])
        let same = try await server.get("/api/photos/\(id)/original", [("If-None-Match", tag)])
        #expect(same.status == 304 && same.body.isEmpty)
    }

    @Test func sortsByLabels() async throws {
        let server = try await ServedAlbum.server()
        let picture = try Installed.album().appending("animals/mammals/dog.png")
        let labels = try await server.send(
            picture: picture, [("labels", "cat, dog, car"), ("none", "true")], to: "/api/classify")
        #expect(labels.status == 200 && labels.results.first?["label"] as? String == "dog")
        #expect(labels.results.count == 4 && labels.json["fits"] as? Bool == true)

        let embedded = try await server.send(picture: picture, to: "/api/embed")
        let vector = try #require(embedded.json["embedding"] as? [Double])
        #expect(vector.count == embedded.json["dim"] as? Int)
        let own = try await server.send("{\"embedding\": \(vector), \"top_k\": 3}", to: "/api/classify")
        #expect(Set(own.json.keys) == ["results"] && own.results.count == 3)
        #expect(own.results.allSatisfy { Set($0.keys) == ["label", "score"] })
        let best = try #require(own.results.first?["label"] as? String)
        #expect(best.contains("dog") || best.contains("husky"), "\(best)")
        #expect(try await server.send("{\"text\": \"a dog\"}", to: "/api/embed").json["dim"] as? Int == vector.count)
    }

    @Test func indexesWhatIsAddedAndTellsOfIt() async throws {
        let program = Program()
        for number in 0..<20 { try program.home.write("photos/\(number).png", TestPicture.png(number)) }
        try program.home.write("photos/bad.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
        let scratch = TemporaryFolder()
        let server = try await ServedLibrary(program, environment: ["TMPDIR": scratch.path.display])
        #expect(try await server.get("/api/library").json["photos"] as? Int == 0)

        let events = try RawConnection(port: server.port, patience: 60)
        try await events.send(Array("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        let photos = program.home.path.appending("photos")
        #expect(try await server.send("{\"path\": \"\(photos)\"}", to: "/api/library/roots").status == 202)
        try await wait(for: "20 photos to search") {
            try await server.get("/api/library").json["searchable"] as? Int
        } until: {
            $0 == 20
        }
        #expect(try await server.get("/api/search?q=a&top=100").results.count == 20)
        #expect(try await server.get("/api/library/failures").json["total"] as? Int == 1)
        #expect(try await server.get("/api/models").status == 200)
        #expect(try await server.send(picture: photos.appending("3.png"), to: "/api/search").status == 200)

        server.signal(SIGTERM)
        let told = String(decoding: try await events.everything(), as: UTF8.self)
        for name in ["library", "progress", "failed", "finished"] {
            #expect(told.contains("event: \(name)\n"), "\(name)")
        }
        #expect(told.hasSuffix("0\r\n\r\n"), "the stream ends in good order")
        #expect(await server.outcome().code == 0)
        #expect(!FileSystem.isFile(program.home.path.appending(".local/share/evoke/socket")))
        #expect(try FileSystem.names(in: scratch.path).isEmpty, "nothing is left of uploads")
        let check = try await program.run("status", "--check")
        #expect(check.code == 0, "\(check.text)")
    }

    @Test func anAnswerUnderWayIsGivenBeforeTheEnd() async throws {
        let scratch = TemporaryFolder()
        let server = try await ServedLibrary(
            AlbumLibrary.program(), ["--library", try await ServedAlbum.copy().display],
            environment: ["TMPDIR": scratch.path.display])
        let names = try FileSystem.names(in: scratch.path)
        let uploads = try #require(names.first { $0.starts(with: "evoke-uploads".utf8) })
        let watch = FolderWatch(scratch.path.appending(uploads))
        let labels = (0..<50).map { "label number \($0)" }.joined(separator: ",")
        let picture = try Installed.album().appending("animals/mammals/dog.png")
        async let slow = server.send(picture: picture, [("labels", labels), ("top_k", "50")], to: "/api/classify")
        // The picture is there, and all of the work is still to be done.
        try await wait(for: "the picture") { !watch.opened.isEmpty }
        server.signal(SIGINT)
        #expect(try await slow.results.count == 50)
        #expect(await server.outcome().code == 130)
    }

    @Test func theCommandAsksTheServer() async throws {
        let folder = try await ServedAlbum.copy()
        let program = try await AlbumLibrary.program()
        let alone = try await program.run("search", "--library", folder.display, "--json", "a red car")
        let server = try await ServedLibrary(program, ["--library", folder.display])
        // Without a model in its reach, the command can know only from the server.
        let nowhere = ["EVOKE_MODELS": folder.display]
        let asked = try await program.run(
            "exec", ["search", "--library", folder.display, "--json", "a red car"], environment: nowhere)
        #expect(asked.code == 0, "\(asked.errors)")
        let answers = [
            try #require(try alone.objects().first), try #require(try asked.objects().first),
            try await server.get("/api/search?q=a+red+car&top=10").json,
        ].map { $0.filter { $0.key != "took_ms" } as NSDictionary }
        #expect(answers[0] == answers[1], "the command says the same with a server and without")
        #expect(answers[0] == answers[2], "and what the API says")
        let results = try #require(answers[0]["results"] as? [[String: Any]])
        #expect(results.count == 10)
        let like = try await program.run(
            "exec", ["similar", "--library", folder.display, "--paths", try #require(results[0]["path"] as? String)],
            environment: nowhere)
        #expect(like.code == 0 && like.lines.count == 10, "\(like.errors)")
        // What the server cannot answer, the command does itself.
        let other = try await program.run(
            "exec", ["search", "--library", folder.display, "--model", "starter", "a"], environment: nowhere)
        #expect(other.code == 1)

        let socket = folder.appending("socket")
        #expect(FileSystem.status(of: socket).map { $0.permissions & 0o777 } == 0o600)
        let second = try await program.run("serve", "--port", "0", "--library", folder.display)
        #expect(second.code == 1 && second.errors.contains("served already"))

        server.signal(SIGKILL)
        _ = await server.outcome()
        #expect(FileSystem.status(of: socket) != nil, "nobody was left to remove it")
        #expect(try await program.run("search", "--library", folder.display, "a red car").code == 0)
        let third = try await ServedLibrary(program, ["--library", folder.display])
        #expect(try await third.get("/api/health").status == 200)
    }

    /// It takes connections and questions, and never says a word.
    @Test func aServerThatIsStuckIsNotWaitedFor() async throws {
        let folder = try await ServedAlbum.copy()
        let program = try await AlbumLibrary.program()
        let server = try await ServedLibrary(program, ["--library", folder.display])
        server.signal(SIGSTOP)
        defer { server.signal(SIGCONT) }
        let found = try await program.run("search", "--library", folder.display, "--all", "--paths", "a red car")
        #expect(found.code == 0 && found.lines.count == 10, "\(found.errors)")
        #expect(found.errors.contains("no sign of life"), "\(found.errors)")
        let photo = try #require(found.lines.first)
        let like = try await program.run("similar", "--library", folder.display, "--paths", photo)
        #expect(like.code == 0 && like.errors.contains("no sign of life"), "\(like.errors)")
        server.signal(SIGCONT)
        let asked = try await program.run("search", "--library", folder.display, "--all", "--paths", "a red car")
        #expect(asked.lines == found.lines && asked.errors.isEmpty, "\(asked.errors)")
    }

    @Test func othersNeedTheToken() async throws {
        let folder = try await ServedAlbum.copy()
        let server = try await ServedLibrary(
            AlbumLibrary.program(), ["--host", "0.0.0.0", "--library", folder.display])
        #expect(try await server.get("/api/health").status == 401)
        let token = try #require(server.address.query?.split(separator: "=").last)
        #expect(FileSystem.status(of: folder.appending("token")).map { $0.permissions & 0o777 } == 0o600)
        #expect(try await server.get("/api/health", [("Authorization", "Bearer \(token)")]).status == 200)
        #expect(try await server.get("/api/health", [("Authorization", "Bearer \(token)x")]).status == 401)
        let opened = try await server.get("/?token=\(token)")
        #expect(opened.status == 303)
        let cookie = try #require(opened.headers["set-cookie"]?.prefix { $0 != ";" })
        #expect(try await server.get("/api/health", [("Cookie", String(cookie))]).status == 200)
    }

    @Test func encrypts() async throws {
        let made = TemporaryFolder()
        let (certificate, key) = (made.path.appending("cert.pem").display, made.path.appending("key.pem").display)
        _ = try await run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
            certificate)
        let folder = try await ServedAlbum.copy()
        let server = try await ServedLibrary(
            AlbumLibrary.program(), ["--tls-cert", certificate, "--tls-key", key, "--library", folder.display])
        #expect(server.address.scheme == "https")
        let text = try await run(
            "python3", "-c",
            "import ssl, sys, urllib.request as r; c = ssl.create_default_context(cafile=sys.argv[2]); "
                + "print(r.urlopen(sys.argv[1], context=c).read().decode())",
            "https://localhost:\(server.port)/api/health", certificate)
        #expect(text.contains("\"status\":\"ok\""))
        for (version, isTaken) in [("TLSv1_1", false), ("TLSv1_2", true), ("TLSv1_3", true)] {
            // The client itself must not be the one that refuses.
            let spoken = try await run(
                "python3", "-W", "ignore", "-c",
                "import socket, ssl, sys; c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT); c.check_hostname = False; "
                    + "c.verify_mode = ssl.CERT_NONE; c.set_ciphers('DEFAULT@SECLEVEL=0'); "
                    + "v = ssl.TLSVersion[sys.argv[2]]; c.minimum_version = v; c.maximum_version = v; "
                    + "print(c.wrap_socket(socket.create_connection(('127.0.0.1', int(sys.argv[1])))).version())",
                "\(server.port)", version)
            #expect(spoken.isEmpty != isTaken, "\(version): \(spoken)")
        }
        let plain = try RawConnection(port: server.port, patience: 3)
        try await plain.send(Array("GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        #expect(!String(decoding: try await plain.everything(), as: UTF8.self).contains("200"))
        let swapped = try await AlbumLibrary.program().run(
            "serve", "--port", "0", "--tls-cert", key, "--tls-key", certificate, "--library", folder.display)
        #expect(swapped.code == 1 && swapped.errors.contains("certificate"))
    }

    @Test(arguments: [
        ["--port", "70000"], ["--port", "x"], ["--tls-cert", "a.pem"], ["--tls-key", "a.pem"], ["extra"],
        ["--open", "--host", "0.0.0.0"],
    ]) func refusesWrongUsage(arguments: [String]) async throws {
        let outcome = try await Program().run("exec", ["serve"] + arguments)
        #expect(outcome.code == 64, "\(outcome.errors)")
    }

    @Test func saysWhyItCannotListen() async throws {
        let server = try await ServedAlbum.server()
        let taken = try await Program().run("serve", "--port", "\(server.port)")
        #expect(taken.code == 1 && taken.errors.contains("Choose another port"))
        let nowhere = try await Program().run("serve", "--host", "no-such-host.invalid")
        #expect(nowhere.code == 64 && nowhere.errors.contains("Name an address"))
    }

    /// Another program, and what it prints.
    private func run(_ words: String...) async throws -> String {
        try await RunningProgram(words).outcome().text
    }
}
