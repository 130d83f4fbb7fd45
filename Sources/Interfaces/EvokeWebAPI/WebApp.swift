import EvokeCWebApp

/// The web app's files, which are part of the program.
enum WebApp {
    struct File: Sendable {
        let bytes: [UInt8]
        let type: String
        let tag: String
        /// 404 for the page that says that there is nothing.
        var status = 200

        func response(to request: Request) -> Response {
            guard status == 200 else {
                return Response(
                    status: status, headers: [("Content-Type", type), ("Cache-Control", "no-store")],
                    body: .bytes(bytes))
            }
            let headers = [("Content-Type", type), ("ETag", tag), ("Cache-Control", "no-cache")]
            if ETags.match(request.headers["if-none-match"], tag) { return Response(status: 304, headers: headers) }
            return Response(headers: headers, body: .bytes(bytes))
        }
    }

    /// The file for the request's path; nil for what is not of the app. Nothing is looked up on the disk.
    static func file(for request: Request) -> File? {
        let path = request.target.prefix { $0 != "?" }
        if let file = files[isPage(path) ? page : String(path)] { return file }
        guard isGoingNowhere(request, path), var file = files[page] else { return nil }
        file.status = 404
        return file
    }

    private static let page = "/index.html"

    /// Somebody's browser has gone to an address at which nothing is. Programs are told so in JSON.
    private static func isGoingNowhere(_ request: Request, _ path: Substring) -> Bool {
        let first = path.split(separator: "/").first ?? ""
        return request.isOfReading && !["api", MetricsText.path.dropFirst()].contains(first)
            && request.headers["accept"]?.contains("text/html") ?? false
    }

    /// The app's own addresses: it is one page, and shows what its address says.
    private static func isPage(_ path: Substring) -> Bool {
        if ["/", "/duplicates", "/labels", "/library", "/people", "/years"].contains(path) { return true }
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false)
        return pieces.count == 3 && ["people", "photo", "years"].contains(pieces[1]) && Int64(pieces[2]) != nil
    }

    private static let files: [String: File] = {
        var files: [String: File] = [:]
        var count = 0
        let first = evoke_web_files(&count)
        for file in UnsafeBufferPointer(start: first, count: count) {
            let name = String(cString: file.name)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            files["/" + name] = File(
                bytes: bytes, type: type(of: name), tag: "\"\(Fingerprint.of(bytes))\"")
        }
        return files
    }()

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}

enum ETags {
    /// Whether a header like `If-None-Match` names the tag.
    static func match(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { given in
            let given = given.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            let text = String(given)
            return text == "*" || text == tag || text == "W/" + tag
        }
    }
}
