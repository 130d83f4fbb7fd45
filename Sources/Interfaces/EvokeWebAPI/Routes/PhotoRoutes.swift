import Evoke
import EvokeClient
import EvokePorts
import EvokeValues
import EvokeWorkers

extension Routes {
    static let photos = [
        Route(
            API.photos, visit: { try await $0.list() },
            handle: { call in
                let (top, offset) = try call.page()
                let (library, folds) = (call.service.library, try call.flag("fold"))
                guard let photo = try call.integer("stack").map({ PhotoID(Int64($0)) }) else {
                    let list = try await library.recent(top: top, offset: offset, folds: folds)
                    return SearchAnswer(list, order: PhotoOrder.newest.rawValue, placeName: call.placeName)
                }
                let list = try await library.duplicates.stack(of: photo, top: top, offset: offset)
                return SearchAnswer(list, order: "best", placeName: call.placeName)
            }),
        Route(API.days, visit: { try await $0.days() }, handle: { call in try await DaysAnswer(call.days()) }),
        Route(
            API.photo,
            visit: { visit in
                try await PhotoAnswer(forVisitors: visit.call.service.library.page(of: visit.photo()))
            },
            handle: { call in
                let page = try await call.service.library.page(of: call.photo())
                let canOpen = call.isOfOwnerHere ? await call.service.library.hasDesktop : false
                return PhotoAnswer(page, placeName: page.card.place.flatMap(call.placeName), canOpen: canOpen)
            }),
        Route(API.photoText) { call in
            let (photo, library) = (try call.photo(), call.service.library)
            let (query, text) = (try await call.query(), try await library.text(of: photo))
            guard let query, let text, !text.lines.isEmpty else { return PhotoTextAnswer(text) }
            return PhotoTextAnswer(text, marked: try await library.lines(of: text, in: photo, marking: query))
        },
        Route(
            raw: API.thumbnail, visit: { try await $0.file() },
            handle: { call in
                guard let size = Int(try call.text("size") ?? "\(Thumbnail.side)"), Limits.thumbnails.contains(size)
                else {
                    throw Problem.wrongUsage("'size' must be 320, 640 or 1600")
                }
                let card = try await call.service.library.card(of: call.photo())
                return try await call.kept(
                    "\(card.stamp.version)-\(size)", type: "image/jpeg", keeping: call.keeping(card.stamp.version)
                ) { try await call.service.library.thumbnail(of: card, side: size) }
            }),
        Route(
            raw: API.original,
            visit: { visit in
                let card = try await visit.call.service.library.card(of: visit.photo())
                guard card.path.format == .video else { throw Problem.notShared }
                return try await visit.file()
            },
            handle: { call in
                let card = try await call.service.library.card(of: call.photo())
                let file = try await call.service.library.file(of: card)
                return try call.file(file, card.path, keeping: call.keeping(card.stamp.version))
            }),
        Route(
            raw: API.film, visit: { try await $0.file() },
            handle: { call in
                let (path, file) = try await call.service.library.film(of: call.photo())
                return try call.file(file, path, keeping: Call.noCache)
            }),
    ]
}

extension Call {
    /// The name of a place in the first language of a header such as "de-DE,de;q=0.9,en;q=0.8". If the table of places
    /// is damaged, photos are shown all the same; indexing reports it.
    func placeName(_ place: PhotoPlace) -> String? {
        // Without a name, only coordinates are returned.
        try? service.library.name(of: place, in: languages?.first ?? "en")
    }

    /// The caller's languages, with English, which all responses are in; nil if not given.
    var languages: [String]? {
        request.headers["accept-language"].map { languages in
            languages.split(separator: ",").map { language in
                String(language.drop { $0 == " " }.prefix { $0 != ";" && $0 != " " })
            } + ["en"]
        }
    }

    func photo() throws(Problem) -> PhotoID { PhotoID(try number(0, "Photos")) }

    /// The number in that piece of the path.
    func number(_ piece: Int, _ whose: String) throws(Problem) -> Int64 {
        guard let number = Int64(pieces[piece]), number > 0, pieces[piece].utf8.first != UInt8(ascii: "+") else {
            throw Problem.notFound("\(whose) are identified by numbers.", remedy: "Search for them.")
        }
        return number
    }

    fileprivate static let noCache = "private, no-cache"

    /// An address that contains the present version always returns the same.
    func keeping(_ version: String) throws(Problem) -> String {
        try text("v") == version ? "private, max-age=31536000, immutable" : Self.noCache
    }

    /// Bytes that clients keep by a tag.
    func kept(
        _ tag: String, type: String, keeping: String = noCache, _ bytes: () async throws -> [UInt8]
    ) async throws -> Response {
        let tag = "\"\(tag)\""
        let headers = [("Content-Type", type), ("ETag", tag), ("Cache-Control", keeping)]
        if ETags.match(request.headers["if-none-match"], tag) { return Response(status: 304, headers: headers) }
        return Response(headers: headers, body: .bytes(try await bytes()))
    }

    fileprivate func file(_ file: PhotoOriginal, _ path: DiskPath, keeping: String) throws -> Response {
        let tag = "\"\(file.stamp.version)\""
        var headers = [
            ("Content-Type", PictureType(path).name), ("ETag", tag), ("Last-Modified", file.stamp.httpDate),
            ("Cache-Control", keeping), ("Accept-Ranges", "bytes"),
            ("Content-Disposition", Disposition.inline(path.name)),
        ]
        if ETags.match(request.headers["if-none-match"], tag) { return Response(status: 304, headers: headers) }
        // A part of a changed file would not fit what the client already has.
        let condition = request.headers["if-range"]
        let isSame = condition == nil || condition == tag
        switch ByteRange(isSame ? request.headers["range"] : nil, count: file.stamp.size) {
        case .whole: return Response(headers: headers, body: .file(file, 0..<file.stamp.size))
        case .part(let range):
            headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.stamp.size)"))
            return Response(status: 206, headers: headers, body: .file(file, range))
        case .unsatisfiable:
            throw Problem(
                status: 416, kind: "wrongRange", detail: "The range is outside the file.",
                headers: ["Content-Range": "bytes */\(file.stamp.size)"])
        }
    }
}

enum Disposition {
    /// With the file name as in RFC 6266: plain characters as they are, and the whole name percent-encoded.
    static func inline(_ name: some Collection<UInt8>) -> String {
        let simple = name.map { $0.isLetterOrDigit || "-._".utf8.contains($0) ? $0 : UInt8(ascii: "_") }
        let whole = AnyOperation.escaped(String(decoding: name, as: UTF8.self))
        return "inline; filename=\"\(String(decoding: simple, as: UTF8.self))\"; filename*=UTF-8''\(whole)"
    }
}

extension Routes {
    static let archives = [
        Route(API.makeArchive) { call, body in
            let photos = Set(try Check.photos(body.photos, "photos", Limits.marked)).sorted()
            let archive = try await call.service.library.archive(of: photos)
            let key = call.service.archives.keep(photos)
            return ArchiveAnswer(
                address: API.archive.any.path(with: [key]), photos: archive.count, bytes: archive.bytes)
        },
        Route(raw: API.archive) { call in
            let archives = call.service.archives
            guard let turn = archives.turn() else {
                throw Problem(
                    status: 503, kind: "busy", detail: "Too many downloads are running.", headers: ["Retry-After": "5"])
            }
            guard let photos = archives.photos(at: call.pieces[0], isTaken: call.request.method == "GET") else {
                throw Problem.notFound(
                    "This download was already used, or replaced by a newer one.", remedy: "Request the photos again.")
            }
            let archive = try await call.service.library.archive(of: photos)
            // The turn ends with the stream.
            let pieces = AsyncStream {
                defer { withExtendedLifetime(turn) {} }
                return await archive.next()
            }
            return Response(
                headers: [
                    ("Content-Type", "application/zip"), ("Cache-Control", "no-store"),
                    ("Content-Disposition", "attachment; filename=\"photos.zip\""),
                ], body: .download(pieces))
        },
    ]
}

/// Photos that were requested as a ZIP, by addresses that cannot be guessed.
final class Archives: Sendable {
    /// Held while a ZIP is sent.
    final class Turn: Sendable {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }

    private struct State {
        var waiting: [(key: String, photos: [PhotoID])] = []
        var sent = 0
    }

    private let state = Locked(State())

    /// The oldest requests are dropped.
    func keep(_ photos: [PhotoID]) -> String {
        let key = Token.new().text
        state.withLock { state in
            state.waiting.append((key, photos))
            if state.waiting.count > Limits.archivesWaiting { state.waiting.removeFirst() }
        }
        return key
    }

    /// Nil if there are none at that address anymore. Once taken, they are removed.
    func photos(at key: String, isTaken: Bool) -> [PhotoID]? {
        state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0.key == key }) else { return nil }
            return isTaken ? state.waiting.remove(at: place).photos : state.waiting[place].photos
        }
    }

    /// Nil if the limit of concurrent downloads is reached.
    func turn() -> Turn? {
        let isFree = state.withLock { state in
            guard state.sent < Limits.archivesAtOnce else { return false }
            state.sent += 1
            return true
        }
        return isFree ? Turn { [self] in state.withLock { $0.sent -= 1 } } : nil
    }
}

extension Routes {
    static let opening = [
        Route(API.openPhoto) { call, opening in
            guard call.isOfOwnerHere else {
                throw Problem(
                    status: 403, kind: EvokeError.Kind.notAllowed.rawValue,
                    detail: "Only the owner, on the server's own machine, can open a photo there.",
                    remedy: "Download the photo.")
            }
            try await call.service.library.open(call.photo(), in: opening.place == .viewer ? .viewer : .folder)
            return opening
        }
    ]
}

extension Call {
    /// Whether the request comes from the server's own user, on this machine, and not through a proxy.
    var isOfOwnerHere: Bool {
        switch request.way {
        case .librarySocket: true
        case .network: request.isOfOwner && Self.traces.allSatisfy { request.headers[$0] == nil }
        }
    }

    /// Headers that proxies add.
    private static let traces = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"]
}

extension Routes {
    static let years = [
        Route(API.years) { call in
            try await YearsAnswer(years: call.service.library.years().map(YearsAnswer.Year.init))
        },
        Route(API.year) { call in
            let review = try await call.service.library.review(of: Int(call.number(0, "Years")))
            return YearAnswer(review, tellsOfPeople: call.tellsOfPeople, placeName: call.placeName)
        },
    ]
}
