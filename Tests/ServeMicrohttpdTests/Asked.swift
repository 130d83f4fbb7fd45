import EvokeTestSupport
import EvokeValues

/// A request, and what it is answered with, whichever way it comes. The library has three photos and a model of four
/// dimensions.
struct Asked: Sendable {
    let method, target: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    let status: Int
    /// Of the problem that is answered.
    let kind: String?
    /// Of the object that is answered.
    var fields: Set<String>?
    /// Of each of its results.
    var resultFields: Set<String>?

    private init(
        _ method: String, _ target: String, headers: [(String, String)] = [("Host", "localhost")],
        body: [UInt8] = [], _ status: Int, _ kind: String? = nil
    ) {
        (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
        (self.status, self.kind) = (status, kind)
    }

    func giving(_ fields: Set<String>, each resultFields: Set<String>? = nil) -> Asked {
        var asked = self
        (asked.fields, asked.resultFields) = (fields, resultFields)
        return asked
    }

    private static func get(
        _ target: String, _ status: Int = 200, _ kind: String? = nil, host: String = "localhost",
        _ headers: [(String, String)] = []
    ) -> Asked {
        Asked("GET", target, headers: [("Host", host)] + headers, status, kind)
    }

    private static func json(
        _ body: String, to target: String, method: String = "POST", type: String? = "application/json",
        _ status: Int = 200, _ kind: String? = nil
    ) -> Asked {
        Asked(
            method, target, headers: [("Host", "localhost")] + (type.map { [("Content-Type", $0)] } ?? []),
            body: Array(body.utf8), status, kind)
    }

    private static func form(
        _ form: TestForm, to target: String, _ status: Int = 200, _ kind: String? = nil
    ) -> Asked {
        Asked(
            "POST", target, headers: [("Host", "localhost"), ("Content-Type", form.type)], body: form.body, status,
            kind)
    }

    /// Only of folders that lie where their paths say, and nothing of what is no folder of photos.
    private static let folders =
        ["usr", "", "a%00b"].map { get("/api/folders?path=\($0)", 400, "wrongUsage") }
        + ["/proc", "/proc/self", "/sys/kernel", "/dev", "/usr/../etc", "/usr/", "//usr"].map {
            get("/api/folders?path=\($0)", 403, "notAllowed")
        } + ["/no/such/folder", "/etc/passwd"].map { get("/api/folders?path=\($0)", 404, "notFound") }

    static let all =
        answered + folders + searches + labels + bodies + pictures + elsewhere + addresses + methods + app

    private static let photo: Set = ["id", "name", "path", "width", "height", "taken", "dated_by_file", "version"]
    private static let found: Set = ["query", "order", "model", "took_ms", "total", "results"]

    private static let lined = found.union(["canonical", "fitting"])

    private static let answered = [
        get("/api/health").giving(["status", "version", "library", "model"]),
        get("/api/openapi.json").giving(["openapi", "info", "paths", "components", "security"]),
        get("/api/search?q=a+b&top=2").giving(
            lined, each: photo.union(["rank", "score", "fits"])),
        get("/api/search?q=type:png+sort:name").giving(
            lined.union(["conditions"]), each: photo.union(["rank", "fits", "why"])),
        get("/api/search?q=a+in+May+2019&literal=true").giving(lined),
        get("/api/search?q=a+in+May+2019").giving(lined.union(["understood", "conditions"])),
        get("/api/search?like=1").giving(found.subtracting(["query"]).union(["fitting"])),
        json("{\"text\": \"a\", \"not\": \"b\", \"like\": [1], \"top\": 1}", to: "/api/search")
            .giving(found.union(["canonical"]), each: photo.union(["rank", "score", "why"])),
        json("{\"vector\": [1, 0, 0, 1e-313]}", to: "/api/search").giving(found.subtracting(["query"])),
        get("/api/photos?top=2&offset=1").giving(["order", "total", "results"], each: photo),
        get("/api/days").giving(["total", "days"]),
        get("/api/days?q=type:png&literal=true").giving(["total", "days"]),
        get("/api/years").giving(["years"]), get("/api/years/1", 404, "notFound"), get("/api/years/x", 404, "notFound"),
        get("/api/years/99999999999", 404, "notFound"),
        get("/api/map").giving(["total", "zoom", "took_ms", "clusters"]),
        get("/api/map?q=type:png&box=1,2..3,4&zoom=3&dots=6").giving([
            "total", "zoom", "took_ms", "clusters", "dots_zoom", "dots", "query",
        ]), get("/api/map?box=3,2..1,4", 400, "wrongUsage"), get("/api/map?zoom=25", 400, "wrongUsage"),
        get("/api/folders?path=/usr").giving(["path", "parent", "folders"]),
        get("/api/photos/1").giving(
            photo.subtracting(["dated_by_file"]).union([
                "folder", "bytes", "type", "is_shown_by_browsers", "is_there", "taken_from", "keywords", "companions",
                "colors", "marks", "queries",
            ])),
        get("/api/photos/1/text").giving(["is_read", "lines"]),
        get("/api/photos/1/text?q=a&literal=true").giving(["is_read", "lines"]),
        get("/api/photos/1/thumbnail?size=320"), get("/api/photos/1/thumbnail?size=640"), get("/api/photos/1/original"),
        get("/api/photos/1/original", 206, nil, [("Range", "bytes=10-19")]),
        get("/api/photos/1/original", 416, "wrongRange", [("Range", "bytes=99999999-")]),
        json("{\"embedding\": [1, 0, 0, 2], \"top_k\": 1, \"labels\": [\"a\", \"b\"]}", to: "/api/classify")
            .giving(["results"], each: ["label", "score"]),
        form(TestForm().picture(TestPicture.png(1)).text("labels", "a, b").text("none", "false"), to: "/api/classify")
            .giving(["results", "model", "fits", "timings"], each: ["label", "score", "cosine"]),
        json("{\"text\": \"a\"}", to: "/api/embed").giving(["model", "fingerprint", "dim", "embedding"]),
        form(TestForm().picture(TestPicture.png(1)), to: "/api/embed")
            .giving(["model", "fingerprint", "dim", "embedding"]),
        get("/api/library").giving([
            "folder", "bytes", "model", "photos", "searchable", "failed", "cut", "missing", "hidden", "exclusions",
            "roots", "models", "indexing", "marks_version",
        ]),
        get("/api/marks").giving(["favourites", "albums", "tags", "hidden", "undo"]),
        json("{\"photos\": [999], \"add\": {\"tags\": [\"a\"]}}", to: "/api/marks")
            .giving(["photos", "changed", "unread", "copies"]),
        json("{\"query\": \"type:png\", \"remove\": {\"albums\": [\"a\"]}}", to: "/api/marks")
            .giving(["photos", "changed", "unread", "copies"]),
        json("{\"photos\": [67108865], \"add\": {\"favourite\": true}}", to: "/api/marks", 400, "wrongUsage"),
        json(
            "{\"query\": \"a\", \"remove\": {\"tags\": [\"\(long.prefix(101))\"]}}", to: "/api/marks", 400, "wrongUsage"
        ),
        json("{\"query\": \"a\", \"add\": {\"albums\": [\"\"]}}", to: "/api/marks", 400, "wrongUsage"),
        Asked("POST", "/api/marks/undo", 200).giving([]),
        json("{\"photos\": [1, 2]}", to: "/api/archives").giving(["address", "photos", "bytes"]),
        get("/api/archives/none", 404, "notFound"),
        get("/api/library/failures").giving(["total", "failures", "cut_total", "cut_photos"]),
        get("/api/models").giving(["in_use", "models"]), get("/api/models/available").giving(["models"]),
        get("/api/models/downloads").giving(["downloads"]), get("/metrics"),
    ]

    private static let long = String(repeating: "a", count: 2_001)

    private static let searches =
        [
            "", "?q=", "?q=%20%0A", "?q=a&top=0", "?q=a&top=1001", "?q=a&top=ten", "?q=a&top=+5", "?q=a&top=5&top=6",
            "?q=a&q=b", "?q=a&offset=-1", "?q=a&offset=1000001", "?q=a&top=99999999999999999999", "?q=%", "?q=%4",
            "?q=%zz", "?q=%FF", "?like=x", "?like=-1", "?like=0", "?not=a", "?q=\(long)",
        ].map { get("/api/search\($0)", 400, "wrongUsage") } + [
            get("/api/search?q=\(long.dropLast())"), get("/api/search?like=999", 404, "notFound"),
        ]

    private static let likes = (1...17).map(String.init).joined(separator: ",")

    private static let bodies =
        [
            "", "{", "[]", "null", "\"a\"", "{\"text\": 5}", "{\"text\": \"a\", \"top\": 1.5}", "{\"like\": 4}",
            "{\"text\": \"a\", \"top\": 0}", "{\"text\": \"a\", \"offset\": -1}", "{\"text\": \"\\ud800\"}", "{}",
            "{\"like\": []}", String(repeating: "[", count: 100_000), String(repeating: "{\"text\":", count: 50_000),
            "{\"like\": [1e999]}", "{\"text\": \"a\"} trailing", "{\"text\": \"\(long)\"}", "{\"like\": [\(likes)]}",
            "{\"vector\": [1, 2]}", "{\"vector\": [\"a\"]}", "{\"like_path\": \"/etc/passwd\"}",
        ].map { json($0, to: "/api/search", 400, "wrongUsage") }
        + [nil, "text/plain", "application/x-www-form-urlencoded", "application/json5", ""].map {
            json("{\"text\": \"a\"}", to: "/api/search", type: $0, 415, "wrongUsage")
        } + [
            json("{\"vector\": [0, 0, 0, 0]}", to: "/api/search", 422, "wrongUsage"),
            json("{\"text\": \"a\"}", to: "/api/search", type: "Application/JSON; charset=utf-8"),
            json("{\"text\": \" \"}", to: "/api/embed", 400, "wrongUsage"),
            form(TestForm().text("text", "a"), to: "/api/embed", 400, "wrongUsage"),
            json("{\"path\": \"/proc\"}", to: "/api/marks", 400, "wrongUsage"),
            json("{\"photos\": [1], \"add\": {\"rating\": 6}}", to: "/api/marks", 400, "wrongUsage"),
            json("{\"photos\": [1], \"add\": {\"tags\": [\" \"]}}", to: "/api/marks", 400, "wrongUsage"),
            json("{\"photos\": [0], \"add\": {\"favourite\": true}}", to: "/api/marks", 400, "wrongUsage"),
            json("{\"photos\": [], \"add\": {\"favourite\": true}}", to: "/api/marks", 400, "wrongUsage"),
            json(
                "{\"photos\": [9223372036854775807], \"add\": {\"hidden\": true}}", to: "/api/marks", 400, "wrongUsage"),
            json("{\"photos\": [9223372036854775807]}", to: "/api/archives", 400, "wrongUsage"),
            json(
                "{\"photos\": [1], \"query\": \"a\", \"add\": {\"favourite\": true}}", to: "/api/marks", 400,
                "wrongUsage"),
            json("{\"query\": \" \", \"add\": {\"favourite\": true}}", to: "/api/marks", 400, "wrongUsage"),
            json("{\"state\": \"x\"}", to: "/api/library/indexing", method: "PUT", 400, "wrongUsage"),
            json("{\"name\": \"none\"}", to: "/api/library/model", method: "PUT", 404, "notFound"),
            json("{\"name\": \"/etc\"}", to: "/api/library/model", method: "PUT", 404, "notFound"),
            json("{\"path\": \"/proc\"}", to: "/api/library/roots", 403, "notAllowed"),
        ]

    private static let labels =
        [
            "{\"embedding\": [1, 0, 0]}", "{\"embedding\": []}", "{\"embedding\": [1, 0, 0, 1]}",
            "{\"embedding\": [1, 0, 0, \"1\"]}", "{}", "{\"embedding\": [1, 0, 0, 1], \"labels\": []}",
            "{\"embedding\": [1, 0, 0, 1], \"labels\": [\"\"]}",
            "{\"embedding\": [1, 0, 0, 1], \"labels\": [\"a\", \"a\"]}",
            "{\"embedding\": [1, 0, 0, 1], \"labels\": [\"a\"], \"top_k\": 0}",
            "{\"embedding\": [1, 0, 0, 1], \"labels\": [\"a\"], \"fingerprint\": 1}",
        ].map { json($0, to: "/api/classify", 400, "wrongUsage") }
        + [
            "{\"embedding\": [0, 0, 0, 0], \"labels\": [\"a\"]}",
            "{\"embedding\": [1, 0, 0, 1], \"labels\": [\"a\"], \"fingerprint\": \"another\"}",
            "{\"embedding\": [1, 0, 0, 1e39], \"labels\": [\"a\"]}",
        ].map { json($0, to: "/api/classify", 422, "wrongUsage") } + [
            json("{\"embedding\": [1, 0, 0, 1e-313], \"labels\": [\"a\"]}", to: "/api/classify"),
            form(TestForm().picture(TestPicture.png(1)).text("labels", "a,,b"), to: "/api/classify", 400, "wrongUsage"),
            form(TestForm().text("labels", "a"), to: "/api/classify", 400, "wrongUsage"),
        ]

    private static let png = TestPicture.png(1)

    private static let pictures =
        [
            (Array("not a picture".utf8), "unsupported"), ([], "wrongUsage"),
            (Array(png.prefix(png.count / 2)), "damaged"),
            (TestPicture.pngBomb(width: 60_000, height: 60_000), "tooLarge"),
            (TestPicture.pngBomb(width: 20_000, height: 6_000), "tooLarge"),
        ].map { form(TestForm().picture($0.0, named: "../../evil.png"), to: "/api/search", 422, $0.1) }
        + ["0", "321", "-320", "320x", "", "1600000"].map {
            get("/api/photos/1/thumbnail?size=\($0)", 400, "wrongUsage")
        }

    private static let elsewhere = [
        "/api/photos/0", "/api/photos/9", "/api/photos/-1", "/api/photos/+1", "/api/photos/1x", "/api/photos/",
        "/api/photos/99999999999999999999", "/api/photos/1/", "/api/photos/1/other", "/api/photos/%31",
        "/api/photos/9/text",
        "/api/photos/../../etc/passwd", "/api/photos/..%2f..%2fetc%2fpasswd/original", "/api/photos/1/original/",
        "/api/photos/1/original/../../../../etc/passwd", "/api//photos/1", "//api/photos/1", "/api/photos/1%00",
        "/etc/passwd", "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/etc/passwd", "/..\\..\\etc\\passwd",
        "/index.html/", "/App/index.html", "/.", "/..", "*", "http://localhost/etc/passwd", "/api",
    ].map { get($0, 404, "notFound") }

    /// The host of a whole address counts, and the header does not.
    private static let addresses =
        ["http://localhost:7654/api/photos?top=1", "HTTP://[::1]/api/photos", "http://127.0.0.1"].map {
            get($0, host: "evil.example")
        }
        + ["evil.example", "localhost@evil.example", "user@localhost", "", "evil.example?@localhost"].map {
            get("http://\($0)/api/health", 403, "wrongHost")
        }
        + ["https://localhost/api/health", "http:/api/health", "ftp://localhost/api/health"].map {
            get($0, 404, "notFound")
        } + [
            get("http://localhost:7654/api/health", 200, nil, [("Origin", "http://localhost:7654")]),
            // That is the header's.
            get("http://localhost:7654/api/health", 403, "crossSite", [("Origin", "http://localhost")]),
            get("/api/health", 403, "wrongHost", host: "localhost, evil"),
            Asked("GET", "/api/health", headers: [], 403, "wrongHost"),
        ]

    private static let methods = [
        Asked("HEAD", "/api/health", 200), Asked("POST", "/", 405, "wrongMethod"),
        Asked("DELETE", "/api/search", 405, "wrongMethod"), Asked("OPTIONS", "*", 404, "notFound"),
    ]

    private static let app = ["/", "/labels", "/library", "/photo/12", "/index.html", "/?q=a"].map {
        get($0)
    }
}
