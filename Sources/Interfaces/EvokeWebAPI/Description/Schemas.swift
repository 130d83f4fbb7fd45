import Evoke
import EvokeValues

/// The objects in responses, by name.
enum Schemas {
    static let all: [String: Schema] = [
        "Problem": problem, "Health": health, "Access": access, "Share": share, "Shares": shares,
        "ShareMade": shareMade, "Found": found, "Suggestions": suggestions, "Query": query,
        "Searches": searches, "Photos": photos, "Days": days, "Years": years, "YearReview": yearReview, "Map": map,
        "Folders": folders,
        "Photo": photo, "Opening": opening, "PhotoText": photoText, "Duplicates": duplicates, "Finding": finding,
        "Trashed": trashed, "PutBack": putBack, "Marks": marks, "Marked": marked, "Archive": archive, "People": people,
        "Person": .object(person),
        "PersonPage": personPage, "PhotoFaces": photoFaces, "Labels": labels,
        "Embedding": embedding, "Library": library, "Indexing": indexing, "Failures": failures, "Models": models,
        "AvailableModels": available, "Downloads": downloads, "Download": download,
    ]

    private static let problem = Schema.object([
        .must("type", .words), .must("title", .words), .must("status", .integer(400...599)), .must("kind", .words),
        .must("detail", .words), .must("remedy", .words),
    ])

    private static let health = Schema.object([
        .must("status", .choice(["ok", "lagging"])), .must("version", .words), .must("library", .words),
        .must("model", .words), .may("lag_ms", .count), .may("standby", .flag),
    ])

    private static let result: [Schema.Field] = [
        .must("id", .count), .must("name", .words), .must("path", .words), .may("path_base64", .words),
        .may("width", .count), .may("height", .count), .may("taken", .words), .may("dated_by_file", .flag),
        .may("caption", .words),
        .may("place_name", .words), .may("favourite", .flag), .may("length", .number), .may("moment", .number),
        .must("version", .words),
        .may(
            "stack",
            .object([
                .must("kind", .choice(DuplicateGroup.Kind.allCases.map(\.rawValue))), .must("count", .count),
            ])),
    ]

    private static let found = Schema.object([
        .may("query", .words), .may("canonical", .words),
        .may("understood", .list(of: .object([.must("words", .words), .must("query", .words)]))),
        .may("conditions", conditions),
        .may(
            "misspelling",
            .object([
                .must("word", .words), .must("suggestion", .words), .must("query", .words), .must("shown", .flag),
            ])),
        .must("order", order), .may("shows_all", .flag), .must("model", .words), .must("took_ms", .number),
        .must("total", .count), .may("fitting", .count), .may("without_colors", .count), .may("folded", .count),
        .may("dated_by_file", .count), .may("indexed", .object([.must("photos", .count), .must("total", .count)])),
        .must(
            "results",
            .list(
                of: .object(
                    [
                        .must("rank", .count), .may("score", .number), .may("fits", .flag),
                        .may("why", .list(of: reason)),
                    ] + result))),
    ])

    private static let conditions = Schema.list(
        of: .object([
            .must("start", .count), .must("end", .count), .may("words", .words), .may("field", .words),
            .must("values", .list(of: .words)), .may("opposite", .flag), .must("removable", .flag),
            .must("query", .words),
        ]))

    private static let query = Schema.object([
        .must("text", .words), .may("literal", .flag), .must("canonical", .words), .must("conditions", conditions),
    ])

    private static let searches = Schema.object([
        .must("searches", .list(of: .object([.must("name", .words), .must("query", .words)])))
    ])

    private static let reason = Schema.object([
        .must("by", .choice(SearchReason.Way.allCases.map(\.rawValue))), .must("part", .words),
        .may("field", .choice(SearchReason.Field.allCases.map(\.rawValue))),
        .may("written", pieces),
    ])

    private static let pieces = Schema.list(of: .object([.must("text", .words), .must("marked", .flag)]))

    private static let suggestions = Schema.object([
        .must("took_ms", .number),
        .must(
            "suggestions",
            .list(
                of: .object([
                    .must("kind", .choice(QuerySuggestion.Kind.allCases.map(\.rawValue))), .must("text", .words),
                    .may("value", .words), .may("label", .words), .must("query", .words), .may("count", .count),
                ]))),
    ])

    private static let photos = Schema.object([
        .must("order", order), .must("total", .count), .must("results", .list(of: .object(result))),
    ])

    private static let order = Schema.choice(["best"] + PhotoOrder.allCases.map(\.rawValue))

    private static let days = Schema.object([
        .must("total", .count),
        .must(
            "days", .list(of: .object([.may("date", .words), .must("count", .count), .must("offset", .count)]))),
    ])

    private static let year: [Schema.Field] = [
        .must("year", .integer(1...9_999)), .must("photos", .count), .must("days", .count),
        .must("months", .list(of: .count, 12...12)),
    ]

    private static let years = Schema.object([.must("years", .list(of: .object(year)))])

    private static let yearReview = Schema.object([
        .must("year", .object(year)), .must("favourites", .count),
        .must("places", .list(of: .object([.must("name", .words), .must("photos", .count), .must("query", .words)]))),
        .must("people", .list(of: .named("Person"))), .must("highlights", .list(of: .object(result))),
    ])

    private static let map = Schema.object([
        .must("total", .count), .must("zoom", zoom), .must("took_ms", .number),
        .must(
            "clusters",
            .list(
                of: .object([
                    .must("count", .count), .must("latitude", .number), .must("longitude", .number),
                    .must("box", .words), .must("photo", .object(result)),
                ]))),
        .may("dots_zoom", zoom), .may("dots", .list(of: .list(of: .number, 3...3))), .may("query", .words),
        .may("outlines", .words),
    ])

    private static let zoom = Schema.integer(MapGrid.zooms)

    private static let folders = Schema.object([
        .must("path", .words), .may("parent", .words),
        .must("folders", .list(of: .object([.must("name", .words), .must("path", .words)]))),
    ])

    private static let photo = Schema.object(
        result + [
            .must("folder", .words), .must("bytes", .count), .must("type", .words),
            .must("is_shown_by_browsers", .flag),
            .must("is_there", .flag), .may("taken_from", .words), .may("camera", .words), .may("lens", .words),
            .may(
                "exposure",
                .object([
                    .may("seconds", .number), .may("f_number", .number), .may("iso", .count),
                    .may("focal_length", .number),
                ])),
            .may(
                "place",
                .object([.must("latitude", .number), .must("longitude", .number), .may("altitude", .number)])),
            .may("place_ids", .list(of: .words)),
            .may("title", .words), .may("description", .words), .must("keywords", .list(of: .words)),
            .may("rating", .integer(-1...5)), .must("marks", marksOfPhoto), .may("queries", markQueries),
            .may("colors", .list(of: .choice(PhotoColor.allCases.map(\.rawValue)))),
            .may("moves", .flag), .may("can_open", .flag), .must("companions", .list(of: .words)),
        ])

    static let opening = Schema.object([.must("in", .choice(PhotoOpening.Place.allCases.map(\.rawValue)))])

    private static let photoText = Schema.object([
        .must("is_read", .flag),
        .must(
            "lines",
            .list(
                of: .object([
                    .must("text", .words), .must("confidence", .number),
                    .must("box", .list(of: .list(of: .integer(-1_000_000...1_000_000)))), .must("script", .words),
                    .may("written", pieces),
                ]))),
        .may("width", .count), .may("height", .count),
    ])

    private static let duplicates = Schema.object([
        .must("total", .count),
        .must("counts", .object(DuplicateGroup.Kind.allCases.map { .must($0.rawValue, .count) })),
        .must("bytes", .count), .must("not_compared", .count), .may("finding", .named("Finding")),
        .must(
            "groups",
            .list(
                of: .object([
                    .must("kind", .choice(DuplicateGroup.Kind.allCases.map(\.rawValue))),
                    .must("photos", .list(of: member)),
                ]))),
    ])

    private static let member = Schema.object([
        .must("path", .words), .may("path_base64", .words), .must("keep", .flag), .must("reason", .words),
        .must("bytes", .count), .may("width", .count), .may("height", .count),
        .may("differs", .list(of: .choice(DuplicateGroup.differences))), .must("id", .count), .must("name", .words),
        .may("taken", .words), .may("taken_from", .words), .must("version", .words), .must("type", .words),
        .must("is_shown_by_browsers", .flag),
    ])

    private static let finding = Schema.object([
        .must("done", .count), .must("total", .count), .must("is_over", .flag),
    ])

    private static let trashed = Schema.object([
        .must("done", .list(of: .object([.must("id", .count), .must("path", .words)]))),
        .must("left", .list(of: .object([.must("id", .count), .must("error", .named("Problem"))]))),
        .must("bytes", .count),
    ])

    private static let putBack = Schema.object([
        .must("files", .list(of: .words)), .must("left", .list(of: .named("Problem"))),
    ])

    private static let labels = Schema.object([
        .must(
            "results",
            .list(
                of: .object([
                    .must("label", .nullable(.words)), .must("score", .number), .may("cosine", .number),
                ]))),
        .may("model", .words), .may("fits", .flag),
        .may("timings", .list(of: .object([.must("part", .words), .must("ms", .number)]))),
    ])

    private static let embedding = Schema.object([
        .must("model", .words), .must("fingerprint", .words), .must("dim", .count),
        .must("embedding", .list(of: .number)),
    ])

    private static let indexing = Schema.object([
        .must("state", .choice(["idle", "scanning", "encoding", "reading", "faces", "paused"])),
        .must("found", .count), .must("done", .count), .must("total", .count), .may("photos_per_second", .number),
        .may("seconds_left", .number), .may("error", .named("Problem")),
    ])

    private static let library = Schema.object([
        .must("folder", .words), .must("bytes", .count), .must("model", .words), .must("photos", .count),
        .must("searchable", .count), .may("read", .count),
        .may("people", .object([.may("searched", .count), .must("named", .count)])),
        .must("failed", .count), .must("cut", .count), .must("missing", .count), .must("hidden", .count),
        .must("exclusions", .list(of: .words)),
        .must(
            "roots",
            .list(
                of: .object([
                    .must("id", .words), .may("name", .words), .must("path", .words), .may("path_base64", .words),
                    .must("is_there", .flag),
                ]))),
        .must(
            "models",
            .list(
                of: .object([
                    .must("name", .words), .must("fingerprint", .words), .must("dimensions", .count),
                    .must("photos", .count),
                ]))),
        .must("marks_version", .words), .must("indexing", .named("Indexing")),
    ])

    private static let failures = Schema.object([
        .must("total", .count),
        .must(
            "failures",
            .list(
                of: .object([
                    .must("path", .words), .may("path_base64", .words), .must("kind", .words), .must("reason", .words),
                    .must("remedy", .words),
                ]))),
        .must("cut_total", .count),
        .must(
            "cut_photos",
            .list(of: .object([.must("path", .words), .may("path_base64", .words), .must("share", .number)]))),
    ])

    private static let models = Schema.object([
        .must(
            "in_use",
            .object([
                .must("name", .words), .must("fingerprint", .words), .must("dimensions", .count),
                .must("precision", .choice(["full", "bf16", "f32"])), .must("has_labels", .flag),
                .must(
                    "load_ms",
                    .object([
                        .must("model", .number), .may("text", .number), .may("tokenizer", .number),
                        .may("image", .number), .must("total", .number),
                    ])),
            ])),
        .must(
            "models",
            .list(
                of: .object([
                    .must("name", .words), .must("folder", .words),
                    .must("kind", .choice(["pair", "graph", "recognizer"])),
                    .may("dimensions", .count), .may("error", .named("Problem")),
                ]))),
    ])

    private static let available = Schema.object([
        .must(
            "models",
            .list(
                of: .object([
                    .must("name", .words), .must("title", .words), .must("purpose", .words),
                    .must("languages", .words), .must("licence", .words), .must("gated", .flag),
                    .may("dimensions", .count), .must("kind", .choice(["pair", "graph", "recognizer"])),
                    .must("bytes", .count),
                    .must("speed", .words), .must("page", .words),
                    .must("is_published", .flag), .must("is_downloaded", .flag),
                    .must("variants", .list(of: .words)), .may("variant", .words),
                ])))
    ])

    private static let downloads = Schema.object([.must("downloads", .list(of: .named("Download")))])

    private static let download = Schema.object([
        .must("name", .words),
        .must("state", .choice(["waiting", "running", "checking", "paused", "interrupted", "failed"])),
        .must("received", .count), .may("total", .count), .may("bytes_per_second", .number),
        .may("seconds_left", .number), .may("error", .named("Problem")),
    ])
}

extension Schemas {
    private static let digits = Schema.text(pattern: "^[1-9][0-9]*$")
    private static let reference: [Schema.Field] = [.must("photo", .count), .must("face", .count)]
    private static let reasons = ["small", "blurred", "turned", "nearer"]

    static let person: [Schema.Field] = [
        .must("number", digits), .may("name", .words), .may("query", .words), .may("photos", .count),
        .may("faces", .count),
        .may("hidden", .flag), .may("first", .words), .may("last", .words), .may("face", .object(reference)),
    ]

    private static let suggestion = Schema.object(
        reference + [.must("person", .named("Person")), .must("reason", .choice(reasons))])

    static let people = Schema.object([
        .must("state", .choice(["on", "off"])), .must("can_find", .flag), .may("searched", .count),
        .may("photos", .count), .may("total", .count), .may("people", .list(of: .named("Person"))),
        .may("suggestions", .list(of: suggestion)),
        .may(
            "questions",
            .list(
                of: .object([
                    .must("person", .named("Person")), .must("other", .named("Person")),
                    .must("reason", .choice(["alike", "perhaps"])), .must("settles", .count),
                    .must("faces", .list(of: .object(reference))), .must("others", .list(of: .object(reference))),
                ]))),
        .may("undo", .flag),
    ])

    static let personPage = Schema.object(
        person + [
            .must("years", .list(of: .object([.may("year", .words), .must("photos", .count)]))),
            .must("shown", .list(of: .object(reference + [.may("date", .words)]))),
            .must("suggestions", .list(of: suggestion)),
        ])

    static let photoFaces = Schema.object([
        .must("is_searched", .flag), .may("width", .count), .may("height", .count),
        .must(
            "faces",
            .list(
                of: .object([
                    .must("face", .count), .must("box", .list(of: .count)), .must("confidence", .number),
                    .must("sharpness", .number),
                    .may("person", .object([.must("number", digits), .may("name", .words)])),
                    .may(
                        "suggestion",
                        .object([
                            .must("number", digits), .may("name", .words), .must("reason", .choice(reasons)),
                        ])),
                    .may("hidden", .flag),
                ]))),
    ])
}

extension Schemas {
    private static let named = Schema.list(
        of: .object([.must("name", .words), .must("count", .count), .must("query", .words)]))

    static let marks = Schema.object([
        .must("favourites", .count), .must("albums", named), .must("tags", named), .must("hidden", .count),
        .must("undo", .flag),
    ])

    static let marksOfPhoto = Schema.object([
        .must("favourite", .flag), .may("rating", .integer(-1...5)), .may("caption", .words),
        .must("tags", .list(of: .words)), .must("albums", .list(of: .words)), .must("hidden", .flag),
    ])

    static let markQueries = Schema.object([
        .must("tags", .list(of: .words)), .must("albums", .list(of: .words)),
    ])

    static let archive = Schema.object([.must("address", .words), .must("photos", .count), .must("bytes", .count)])

    static let marked = Schema.object([
        .must("photos", .count), .must("copies", .count), .must("changed", .count), .must("unread", .count),
    ])
}

/// Shares.
extension Schemas {
    static let access = Schema.object([
        .must("role", .choice(["owner", "visitor"])), .may("title", .words), .may("until", .words),
        .may("is_owner", .flag),
    ])

    static let share = Schema.object([
        .must("number", .count), .may("album", .words), .may("search", .words), .must("made", .words),
        .must("until", .words), .may("used", .words), .must("has_ended", .flag),
    ])

    static let shares = Schema.object([
        .may("address", .words), .must("is_public", .flag), .must("shares", .list(of: .named("Share"))),
    ])

    static let shareMade = Schema.object([
        .must("share", .named("Share")), .must("link", .words), .must("is_public", .flag),
    ])
}
