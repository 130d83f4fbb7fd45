import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import EvokeWebAPI

@Suite struct PhotoRouteTests {
    @Test func tellsWhatIsKnownOfAPhoto() async throws {
        let service = try await TestService(pictures: 1)
        let answer = await service.get("/api/photos/1")
        #expect(answer.texts("name", "type", "folder") == ["0.png", "image/png", service.photos.display])
        #expect(answer.json["is_there"] as? Bool == true && answer.json["is_shown_by_browsers"] as? Bool == true)
        #expect(await service.get("/api/photos/1/thumbnail?size=640").status == 200)
        service.folder.remove("photos/0.png")
        #expect(await service.get("/api/photos/1").json["is_there"] as? Bool == false)
        // One thumbnail is kept by the library, and so is one that was asked for.
        for (part, status) in [("original", 404), ("thumbnail", 200), ("thumbnail?size=640", 200)] {
            #expect(await service.get("/api/photos/1/\(part)").status == status, "\(part)")
        }
    }

    /// For tests that change nothing.
    private static let signs = Task {
        let reader = FakeTextReader([
            "0.png": ["Gate <b>12</b>", "\u{202E}\u{7}"], "2.png": ["Gate 12 north", "Fresh bread"],
        ])
        return try await TestService(pictures: 3, reader: reader)
    }

    @Test func tellsWhatIsWrittenInAPhoto() async throws {
        let service = try await Self.signs.value
        let (sign, other) = (try await service.id(of: "0.png"), try await service.id(of: "1.png"))
        let answer = await service.get("/api/photos/\(sign)/text")
        #expect(answer.json["is_read"] as? Bool == true && answer.ints("width", "height") == [640, 480])
        let lines = answer.list("lines")
        try #require(lines.count == 2)
        #expect(lines[0]["text"] as? String == "Gate <b>12</b>" && lines[0]["script"] as? String == "Latn")
        #expect(lines[0]["confidence"] as? Double == 0.75)
        #expect(lines[0]["box"] as? [[Int]] == [[-2, -3], [140, -3], [140, 21], [-2, 21]])
        let nothing = await service.get("/api/photos/\(other)/text")
        #expect(nothing.json["is_read"] as? Bool == true && nothing.list("lines").isEmpty)
        #expect(await service.get("/api/library").ints("read") == [3])
        #expect(await service.get("/api/search?q=text:%22gate%20b%2012%22").names == ["0.png"])
    }

    @Test func tellsNothingOfWhatNobodyRead() async throws {
        let service = try await TestService.shared()
        #expect(await service.get("/api/photos/1/text").json["is_read"] as? Bool == false)
        #expect(await service.get("/api/photos/9/text").status == 404)
        #expect(await service.get("/api/library").json["read"] == nil)
    }

    @Test func marksTheWordsOfAQueryInTheText() async throws {
        let service = try await Self.signs.value
        let (sign, other) = (try await service.id(of: "2.png"), try await service.id(of: "1.png"))
        for (query, wanted) in [
            ("text:%22gate%2012%22", [["[Gate 12]", " north"], []]),
            ("text:north%20text:bread", [["Gate 12 ", "[north]"], ["Fresh ", "[bread]"]]),
            ("text:%22north%20fresh%22", [["Gate 12 ", "[north]"], ["[Fresh]", " bread"]]),
            ("bresd%20gate", [["[Gate]", " 12 north"], ["Fresh ", "[bread]"]]), ("bread%20cheese", [[], []]),
            ("-text:gate", [[], []]), ("text:gate%20OR%20rating:5", [["[Gate]", " 12 north"], []]),
        ] {
            let written = await service.get("/api/photos/\(sign)/text?q=\(query)").list("lines").map { line in
                (line["written"] as? [[String: Any]] ?? []).map { piece in
                    let text = piece["text"] as? String ?? ""
                    return piece["marked"] as? Bool == true ? "[\(text)]" : text
                }
            }
            #expect(written == wanted, "\(query)")
            #expect(await service.get("/api/photos/\(other)/text?q=\(query)").status == 200)
        }
        #expect(await service.get("/api/photos/\(sign)/text?q=rating:x").status == 400)
    }

    @Test func readsTextsOnceThePhotosCanBeSearched() async throws {
        let reader = FakeTextReader(["new.png": ["Exit"]])
        let service = try await TestService(pictures: 1, reader: reader)
        try service.folder.write("more/new.png", TestPicture.png(7))
        try await service.library.indexing.add(service.folder.path.appending("more"))
        try await wait(
            for: "the last text", watching: { service.library.indexing.progress },
            until: { $0.state == .idle && reader.read.count == 2 })
        #expect(reader.read.sorted() == ["0.png", "new.png"])
        #expect(await service.get("/api/search?q=text:exit").names == ["new.png"])
        #expect(await service.get("/api/library").json["read"] as? Int == 2)
    }

    @Test func pausesWhileTextsAreRead() async throws {
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let isOpen = Locked(false)
        let reader = FakeTextReader(["new.png": ["Exit"]]) { name in
            guard name == "new.png", !isOpen.withLock({ $0 }) else { return }
            continuation.finish()
            // Until the run is cancelled.
            for await _ in AsyncStream<Void>(unfolding: { try? await Task.sleep(for: .seconds(3_600)) }) {
                try Task.checkCancellation()
            }
        }
        let service = try await TestService(pictures: 1, reader: reader)
        try service.folder.write("more/new.png", TestPicture.png(7))
        try await service.library.indexing.add(service.folder.path.appending("more"))
        for await _ in begun {}
        #expect(service.library.indexing.progress.state == .reading)
        await service.library.indexing.pause()
        #expect(service.library.indexing.progress.state == .paused)
        #expect(await service.get("/api/photos").json["total"] as? Int == 2)
        isOpen.withLock { $0 = true }
        try await service.library.indexing.resume()
        try await wait(
            for: "the last text", watching: { service.library.indexing.progress },
            until: { $0.state == .idle && reader.read.count == 2 })
        #expect(await service.get("/api/search?q=text:exit").names == ["new.png"])
    }

    /// Dates are in the names of the files.
    private static let dated = Task {
        let names = ["IMG_20210502_103000.png", "IMG_20210502_113000.png", "IMG_20190101_000000.png"]
        return try await TestService(
            of: Task {
                try await Album(pictures: 0) { folder in
                    for (number, name) in names.enumerated() {
                        try folder.write("photos/\(name)", TestPicture.png(number))
                    }
                }
            })
    }

    @Test func countsPhotosByDay() async throws {
        let service = try await Self.dated.value
        func days(_ query: String) async -> [String] {
            await service.get("/api/days?\(query)").list("days").map {
                "\($0["date"] as? String ?? ""): \($0["count"] as? Int ?? 0) at \($0["offset"] as? Int ?? -1)"
            }
        }
        #expect(await service.get("/api/days").ints("total") == [3])
        for (query, wanted) in [
            ("", ["2021-05-02: 2 at 0", "2019-01-01: 1 at 2"]), ("q=date:2019", ["2019-01-01: 1 at 0"]),
            ("q=type:png+sort:oldest", ["2019-01-01: 1 at 0", "2021-05-02: 2 at 1"]),
            // No line is drawn there.
            ("q=date:1999", []), ("q=like:1+sort:newest", []),
        ] {
            #expect(await days(query) == wanted, "\(query)")
        }
        for wrong in ["q=rating:x", "not=a+crowd"] {
            #expect(await service.get("/api/days?\(wrong)").status == 400)
        }
    }

    @Test func listsTheLastTakenFirst() async throws {
        let service = try await Self.dated.value
        let answer = await service.get("/api/photos?top=2")
        #expect(answer.ints("total") == [3])
        #expect(answer.names == ["IMG_20210502_113000.png", "IMG_20210502_103000.png"])
        #expect(await service.get("/api/photos?top=2&offset=2").names == ["IMG_20190101_000000.png"])
    }

    @Test func namesThePlaceInTheLanguageOfWhoAsks() async throws {
        let service = try await TestService(pictures: 2) { folder in
            let sidecar = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,8.232N"
                exif:GPSLongitude="11,34.536E"/></rdf:RDF></x:xmpmeta>
                """
            try folder.write("photos/0.xmp", sidecar.utf8)
        }
        let id = try await service.id(of: "0.png")
        let placed = await service.get("/api/photos/\(id)").json
        #expect(placed["place_ids"] as? [String] == ["2867714", "DE-BY", "DE"])
        for (language, name) in [
            ("de-DE,de;q=0.9,en;q=0.8", "Munich, Bayern, Deutschland"), ("fr", "Munich, Bavière, Allemagne"),
            ("", "Munich, Bavaria, Germany"), ("*", "Munich, Bavaria, Germany"),
        ] {
            let answer = await service.get("/api/photos/\(id)", [("Accept-Language", language)])
            #expect(answer.texts("place_name") == [name])
            for list in ["/api/photos", "/api/search?q=a", "/api/search?q=type:png"] {
                let answer = await service.get(list, [("Accept-Language", language)])
                let names = answer.results.compactMap { $0["place_name"] as? String }
                #expect(answer.results.count == 2 && names == [name], "\(list)")
            }
        }
    }

    @Test func makesThumbnails() async throws {
        let service = try await TestService(pictures: 0) { folder in
            try folder.write("photos/large.png", TestPicture.png(5, width: 2_000, height: 1_000))
        }
        for size in [320, 640, 1_600] {
            let answer = await service.get("/api/photos/1/thumbnail?size=\(size)")
            #expect(answer["Content-Type"] == "image/jpeg" && answer.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(Self.size(ofJPEG: answer.bytes) == PixelSize(width: size, height: size / 2))
            let tag = try #require(answer["ETag"])
            let again = await service.get(
                "/api/photos/1/thumbnail?size=\(size)", [("If-None-Match", "\"x\", W/\(tag)")])
            #expect(again.status == 304 && again.bytes.isEmpty && again["ETag"] == tag)
        }
    }

    /// Thumbnails are kept by content; that of a file which the library has not read yet belongs to another.
    @Test(arguments: [false, true]) func keepsNoThumbnailOfAnotherPhoto(isExchanged: Bool) async throws {
        let service = try await TestService(pictures: 2)
        let kept = service.folder.path.appending("library/thumbnails")
        try FileSystem.erase(kept)
        if isExchanged {
            for (name, other) in [("0.png", "x"), ("1.png", "0.png"), ("x", "1.png")] {
                try service.folder.move("photos/\(name)", to: "photos/\(other)")
            }
        }
        for number in 1...2 { #expect(await service.get("/api/photos/\(number)/thumbnail").status == 200) }
        #expect(FileSystem.isFolder(kept) != isExchanged)
    }

    @Test func anAnswerMayBeKeptWhereItsAddressNamesTheVersion() async throws {
        let service = try await TestService.shared()
        let version = try #require(await service.get("/api/photos/1").json["version"] as? String)
        for part in ["thumbnail", "original"] {
            let named = await service.get("/api/photos/1/\(part)?v=\(version)")
            #expect(named["Cache-Control"]?.contains("immutable") == true)
            #expect(await service.get("/api/photos/1/\(part)?v=other")["Cache-Control"] == "private, no-cache")
        }
    }

    @Test func servesOriginalsInPartsToo() async throws {
        let service = try await TestService(of: Album.one)
        let bytes = try FileSystem.read(service.photos.appending("0.png"))
        let whole = await service.get("/api/photos/1/original")
        let headers = ["Content-Type", "Accept-Ranges", "Content-Disposition"].map { whole[$0] }
        #expect(headers == ["image/png", "bytes", "inline; filename=\"0.png\"; filename*=UTF-8''0.png"])
        #expect(Self.range(of: whole) == 0..<Int64(bytes.count) && whole["Last-Modified"]?.hasSuffix(" GMT") == true)

        let tag = try #require(whole["ETag"])
        for (headers, status, range) in [
            ([("Range", "bytes=10-19")], 206, "bytes 10-19/\(bytes.count)"),
            ([("Range", "bytes=\(bytes.count)-")], 416, "bytes */\(bytes.count)"),
            ([("Range", "bytes=0-0"), ("If-Range", tag)], 206, "bytes 0-0/\(bytes.count)"),
            // A part of another file would not fit.
            ([("Range", "bytes=0-0"), ("If-Range", "\"other\"")], 200, nil), ([("If-None-Match", tag)], 304, nil),
        ] as [([(String, String)], Int, String?)] {
            let answer = await service.get("/api/photos/1/original", headers)
            #expect(answer.status == status && answer["Content-Range"] == range, "\(headers)")
        }
        let part = await service.get("/api/photos/1/original", [("Range", "bytes=10-19")])
        #expect(Self.range(of: part) == 10..<20)
    }

    @Test func namesOfFilesCannotBreakHeaders() {
        let disposition = Disposition.inline(Array("a\"b\r\nSet-Cookie: x\u{0}é.jpg".utf8))
        #expect(disposition.utf8.allSatisfy { $0 >= 0x20 })
        #expect(disposition.hasSuffix("filename*=UTF-8''a%22b%0D%0ASet-Cookie%3A%20x%00%C3%A9.jpg"))
    }

    /// The file may be swapped for a link at any time, so it is asked for its place when it is served.
    @Test func refusesLinksThatLeadOutOfTheLibrary() async throws {
        let service = try await TestService(pictures: 2)
        let secret = try service.folder.write("secret/private.png", TestPicture.png(77))
        let (first, second) = (try await service.id(of: "0.png"), try await service.id(of: "1.png"))
        let inside = service.photos.appending("0.png")
        putLink(to: secret, at: inside)
        for part in ["original", "thumbnail?size=1600"] {
            #expect(await service.get("/api/photos/\(first)/\(part)").status == 404, "\(part)")
        }
        // A link to another photo inside of it is the library's own affair.
        putLink(to: service.photos.appending("1.png"), at: inside)
        #expect(await service.get("/api/photos/\(first)/original").status == 200)

        // A folder in between that is swapped for a link leads out as well.
        try service.folder.move("photos", to: "moved")
        putLink(to: service.folder.path.appending("secret"), at: service.photos)
        _ = try service.folder.write("secret/1.png", TestPicture.png(78))
        #expect(await service.get("/api/photos/\(second)/original").status == 404)
    }

    /// Puts a link in the place of a file, or where none is.
    private func putLink(to target: DiskPath, at place: DiskPath) {
        unlink(place.display)
        #expect(symlink(target.display, place.display) == 0)
    }

    /// Its user put the link there, and what it led to was indexed.
    @Test func opensWhatALinkOfTheLibraryLedToAndNothingElse() async throws {
        let service = try await TestService(pictures: 1) { folder in
            putLink(
                to: try folder.write("outside/far.png", TestPicture.png(5)),
                at: folder.path.appending("photos/link.png"))
        }
        let id = try await service.id(of: "link.png")
        for part in ["original", "thumbnail?size=1600"] {
            #expect(await service.get("/api/photos/\(id)/\(part)").status == 200, "\(part)")
        }
        let secret = try service.folder.write("secret/private.png", TestPicture.png(77))
        putLink(to: secret, at: service.photos.appending("link.png"))
        #expect(await service.get("/api/photos/\(id)/original").status == 404)
    }

    /// Each photo is swapped for a link out of the library, and back, while it is asked for.
    @Test func picturesAreMadeOfTheFileThatWasLookedAt() async throws {
        let count = 20
        let service = try await TestService(pictures: count)
        let secret = try service.folder.write("secret/private.png", TestPicture.png(77, width: 40, height: 400))
        let (kept, draft) = (service.folder.path.appending("kept"), service.photos.appending("draft"))
        let isOver = Locked(false)
        let photos = await service.get("/api/photos?top=\(count)").results.compactMap { photo in
            (photo["id"] as? Int).flatMap { id in (photo["name"] as? String).map { (id: id, name: $0) } }
        }
        let asked = Locked(photos[0].name)
        let swapping = Task {
            await BlockingExecutor(width: 1).run {
                while !isOver.withLock({ $0 }) {
                    let name = asked.withLock { $0 }
                    let path = service.photos.appending(name)
                    link(path.display, kept.display)
                    while !isOver.withLock({ $0 }), name == asked.withLock({ $0 }) {
                        symlink(secret.display, draft.display)
                        rename(draft.display, path.display)
                        link(kept.display, draft.display)
                        rename(draft.display, path.display)
                    }
                    unlink(kept.display)
                }
            }
        }
        for photo in photos {
            asked.withLock { $0 = photo.name }
            // Where it was just being swapped, there is none; the first that is there is kept.
            var answer = await service.get("/api/photos/\(photo.id)/thumbnail?size=1600")
            for _ in 0..<50 where answer.status != 200 {
                answer = await service.get("/api/photos/\(photo.id)/thumbnail?size=1600")
            }
            guard answer.status == 200 else { continue }
            let size = try #require(Self.size(ofJPEG: answer.bytes))
            #expect(size.width > size.height, "it shows what lies outside of the library's folders")
        }
        isOver.withLock { $0 = true }
        await swapping.value
    }

    @Test func refusesWhatIsNoFile() async throws {
        let service = try await TestService(pictures: 1)
        let path = service.photos.appending("0.png").display
        for make in [{ mkfifo(path, 0o600) }, { mkdir(path, 0o700) }] {
            unlink(path)
            #expect(make() == 0)
            #expect(await service.get("/api/photos/1/original").status == 404)
        }
    }

    private static func range(of answer: Answer) -> Range<Int64>? {
        if case .file(_, let range) = answer.response.body { range } else { nil }
    }

    private static func size(ofJPEG bytes: [UInt8]) -> PixelSize? {
        var place = 2
        while place + 9 < bytes.count {
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            if [0xC0, 0xC1, 0xC2].contains(bytes[place + 1]) {
                return PixelSize(
                    width: Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    height: Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]))
            }
            place += 2 + length
        }
        return nil
    }
}
