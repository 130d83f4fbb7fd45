import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let photos = [
        Route(
            .photos, summary: "All photos, the last taken first, or those of a stack, the best first",
            parameters: [
                fold,
                .init(
                    name: "stack", schema: .photo,
                    summary: "A photo, whose stack is listed; itself where it is alone"), top, offset,
            ],
            answer: .json(.named("Photos")), problems: [404],
            handle: { call in
                let (top, offset) = try call.page()
                let (host, folds) = (call.service.host, try call.flag("fold"))
                let photo = try call.integer("stack").map { PhotoID(Int64($0)) }
                let list =
                    if let photo { try await host.stack(of: photo, top: top, offset: offset) } else {
                        try await host.recent(top: top, offset: offset, folds: folds)
                    }
                return try .json(SearchAnswer(list, placeName: call.placeName))
            }),
        Route(
            .days, summary: "How many photos each day has: of all, or of those that fit a query",
            parameters: inWords + [fold], answer: .json(.named("Days")), problems: [404],
            handle: { call in
                try await .json(DaysAnswer(call.days()))
            }),
        Route(
            .photo, summary: "What is known of a photo",
            answer: .json(.named("Photo")), problems: [404],
            handle: { call in
                let page = try await call.service.host.page(of: call.photo())
                let canOpen = call.isOfOwnerHere ? await call.service.host.hasDesktop : false
                return try .json(
                    PhotoAnswer(page, placeName: page.card.place.flatMap(call.placeName), canOpen: canOpen))
            }),
        Route(
            .photoText, summary: "What was read in a photo's picture",
            parameters: [
                .init(
                    name: "q", schema: .text(most: Limits.textCharacters),
                    summary: "A query, whose words are marked in it"), literal,
            ],
            answer: .json(.named("PhotoText")), problems: [404],
            handle: { call in
                let (photo, host) = (try call.photo(), call.service.host)
                let (query, text) = (try await call.query(), try await host.text(of: photo))
                guard let query, let text, !text.lines.isEmpty else { return try .json(PhotoTextAnswer(text)) }
                let marked = try await host.lines(of: text, in: photo, marking: query)
                return try .json(PhotoTextAnswer(text, marked: marked))
            }),
        Route(
            .thumbnail, summary: "A photo, small",
            parameters: [
                .init(
                    name: "size", schema: .choice(sizes.map(String.init)),
                    summary: "Pixels of its long side (default: 320)"),
                version,
            ],
            answer: .bytes("image/jpeg"), problems: [404, 422],
            handle: { call in
                guard let size = Int(try call.text("size") ?? "320"), sizes.contains(size) else {
                    throw Problem.wrongUsage("'size' is none of 320, 640 and 1600")
                }
                let card = try await call.service.host.card(of: call.photo())
                let headers = [
                    ("Content-Type", "image/jpeg"), ("ETag", "\"\(card.stamp.version)-\(size)\""),
                    ("Cache-Control", try call.keeping(card)),
                ]
                if ETags.match(call.request.headers["if-none-match"], headers[1].1) {
                    return Response(status: 304, headers: headers)
                }
                let jpeg = try await call.service.host.thumbnail(of: card, side: size)
                return Response(headers: headers, body: .bytes(jpeg))
            }),
        Route(
            .original, summary: "A photo's own file, or a film's",
            parameters: [version], answer: .bytes("*/*"), problems: [404, 416],
            handle: { call in
                let card = try await call.service.host.card(of: call.photo())
                let file = try await call.service.host.file(of: card)
                return try call.file(file, card.path, keeping: call.keeping(card))
            }),
        Route(
            .film, summary: "The film that a phone took along with a photo",
            answer: .bytes("video/*"), problems: [404, 416],
            handle: { call in
                let (path, file) = try await call.service.host.film(of: call.photo())
                return try call.file(file, path, keeping: noCache)
            }),
    ]

    fileprivate static let noCache = "private, no-cache"
    private static let sizes = [Thumbnail.side, Thumbnail.largeSide, 1_600]
    private static let version = Route.Parameter(
        name: "v", schema: .text(most: 20), summary: "The photo's version; the answer may then be kept")
}

extension Call {
    /// What a place is called in the language that comes first in "de-DE,de;q=0.9,en;q=0.8". Where the table of places is
    /// damaged, photos are shown all the same; indexing says so.
    func placeName(_ place: PhotoPlace) -> String? {
        // Without a name, the coordinates are told.
        try? service.host.name(of: place, in: languages?.first ?? "en")
    }

    /// Those that whoever asks reads; English among them, which all answers are in. Nil where that is not said.
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
            throw Problem(
                status: 404, kind: EvokeError.Kind.notFound.rawValue, detail: "\(whose) have numbers.",
                remedy: "Search for some.")
        }
        return number
    }

    /// An address with the photo's version in it always gives the same.
    fileprivate func keeping(_ card: PhotoCard) throws(Problem) -> String {
        try text("v") == card.stamp.version ? "private, max-age=31536000, immutable" : Routes.noCache
    }

    fileprivate func file(_ file: PhotoOriginal, _ path: FilePath, keeping: String) throws -> Response {
        let tag = "\"\(file.stamp.version)\""
        var headers = [
            ("Content-Type", PictureType(path).name), ("ETag", tag), ("Last-Modified", file.stamp.httpDate),
            ("Cache-Control", keeping), ("Accept-Ranges", "bytes"),
            ("Content-Disposition", Disposition.inline(path.name)),
        ]
        if ETags.match(request.headers["if-none-match"], tag) { return Response(status: 304, headers: headers) }
        // A part of another state of the file would not fit what is there already.
        let condition = request.headers["if-range"]
        let isSame = condition == nil || condition == tag
        switch ByteRange(isSame ? request.headers["range"] : nil, count: file.stamp.size) {
        case .whole: return Response(headers: headers, body: .file(file, 0..<file.stamp.size))
        case .part(let range):
            headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.stamp.size)"))
            return Response(status: 206, headers: headers, body: .file(file, range))
        case .unsatisfiable:
            throw Problem(
                status: 416, kind: "wrongRange", detail: "The range lies outside of the file.",
                headers: ["Content-Range": "bytes */\(file.stamp.size)"])
        }
    }
}

enum Disposition {
    /// With the name as the standard wants it (RFC 6266): letters and digits for all, the whole of it percent-encoded.
    static func inline(_ name: some Collection<UInt8>) -> String {
        func isPlain(_ byte: UInt8) -> Bool {
            byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
                || [.dot, UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
        }
        let simple = String(decoding: name.map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        let whole = String(decoding: name, as: UTF8.self).utf8.map { byte in
            isPlain(byte)
                ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
        }
        return "inline; filename=\"\(simple)\"; filename*=UTF-8''\(whole.joined())"
    }
}
