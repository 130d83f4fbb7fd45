import EvokeCWebApp
import EvokeDigests

/// The web app's files, which are compiled into the program.
enum WebApp {
    struct File: Sendable {
        let bytes: [UInt8]
        let compressed: [UInt8]
        let type: String
        let tag: String
        /// Whether its name changes with its content.
        let isKept: Bool
        /// 404 for the page that says that nothing is there.
        var status = 200

        func response(to request: Request) -> Response {
            let headers = [
                ("Content-Type", type), ("ETag", tag), ("Vary", "Accept-Encoding"),
                ("Cache-Control", isKept ? "public, max-age=31536000, immutable" : "no-cache"),
            ]
            if status == 200, ETags.match(request.headers["if-none-match"], tag) {
                return Response(status: 304, headers: headers)
            }
            guard WebApp.takesGzip(request.headers["accept-encoding"]) else {
                return Response(status: status, headers: headers, body: .bytes(bytes))
            }
            return Response(status: status, headers: headers + [("Content-Encoding", "gzip")], body: .bytes(compressed))
        }
    }

    static func takesGzip(_ header: String?) -> Bool {
        (header ?? "").lowercased().split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
            let isRefused = parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
            return parts.first == "gzip" && !isRefused
        }
    }

    /// The file for the request's path; nil if it is not part of the app. The disk is never accessed.
    static func file(for request: Request) -> File? {
        let path = request.target.prefix { $0 != "?" }
        if let file = files[isPage(path) ? "/" + page : String(path)] { return file }
        guard isGoingNowhere(request, path), var file = files["/" + page] else { return nil }
        file.status = 404
        return file
    }

    /// A browser went to an address with nothing there. Programs get JSON instead.
    private static func isGoingNowhere(_ request: Request, _ path: Substring) -> Bool {
        let first = path.split(separator: "/").first ?? ""
        return request.isOfReading && !["api", MetricsText.path.dropFirst()].contains(first)
            && request.headers["accept"]?.contains("text/html") ?? false
    }

    /// The app's own addresses: it is a single page that shows what its address says.
    private static func isPage(_ path: Substring) -> Bool {
        if ["/", "/duplicates", "/labels", "/library", "/people", "/years"].contains(path) { return true }
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false)
        return pieces.count == 3 && ["people", "photo", "years"].contains(pieces[1]) && Int64(pieces[2]) != nil
    }

    private static let page = "index.html"

    private static let files: [String: File] = {
        var files: [String: File] = [:]
        var count = 0
        let first = evoke_web_files(&count)
        for file in UnsafeBufferPointer(start: first, count: count) {
            let name = String(cString: file.name)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            files["/" + name] = File(
                bytes: bytes, compressed: gzip(bytes), type: type(of: name), tag: "W/\"\(Fingerprint.of(bytes))\"",
                isKept: name != page)
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
    /// Whether a header like `If-None-Match` contains the tag.
    static func match(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { given in
            let given = given.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            let text = String(given)
            return text == "*" || text == tag || text == "W/" + tag
        }
    }
}
