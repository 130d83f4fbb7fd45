import Evoke
import EvokePorts
import EvokeValues
import Foundation

/// Times whole searches, from the typed query to the best 60 photos, in a library made by Benchmarks/large_library.py
/// --metadata.
struct QuestionBench {
    private let library: PhotoLibrary

    init(_ folder: DiskPath) async throws {
        library = try await PhotoLibrary.open(LibraryConfiguration(library: folder), access: .read)
    }

    /// No query is repeated, so that no result and no text's vector is cached.
    func run() async throws {
        let first = try await secondsTaken { _ = try await ask("the first sort:newest") }
        Figures.show("question_first", ["ms": 1_000 * first])
        for (number, (name, isCounted, text)) in Self.kinds.enumerated() {
            var (times, found, fitting) = ([Double](), 0, 0)
            let processor = clock()
            for round in 0..<Self.rounds {
                times.append(
                    try await secondsTaken {
                        let answer = try await ask(text(1_000 * number + round), isCounted: isCounted)
                        found += answer.total
                        fitting += answer.fitting ?? 0
                    })
            }
            var figures = Figures.percentiles(times)
            figures["processor_ms"] = 1_000 * Double(clock() - processor) / Double(CLOCKS_PER_SEC) / Double(Self.rounds)
            figures["found"] = Double(found / Self.rounds)
            if isCounted { figures["fitting"] = Double(fitting / Self.rounds) }
            Figures.show("question: \(name)", figures)
        }
        try await showWhatWordsAddToTheirVector()
    }

    /// The cost of the relevance cut-off and of searching the full text: alternates between words whose vector is known
    /// and that vector alone.
    private func showWhatWordsAddToTheirVector() async throws {
        var (vectors, words) = ([Double](), [Double]())
        for round in 0..<Self.rounds {
            let text = Self.words(100_000 + round)
            let vector = try await library.engine.embed(text: text)
            let byVector = try await secondsTaken {
                _ = try await library.search(SearchRequest(vectors: [vector], top: 60))
            }
            let byWords = try await secondsTaken { _ = try await library.search(SearchRequest(words: text, top: 60)) }
            vectors.append(byVector)
            words.append(byWords)
        }
        Figures.show("a vector", Figures.percentiles(vectors))
        Figures.show("the words of a known vector", Figures.percentiles(words))
        Figures.show("what words add", Figures.percentiles(zip(words, vectors).map { $0 - $1 }))
    }

    private func ask(_ text: String, isCounted: Bool = false) async throws -> SearchResults {
        let query = try await library.read(text, now: .now).query
        return try await library.search(SearchRequest(query: query, top: 60, countsFitting: isCounted))
    }

    private static let rounds = 200

    /// For each kind: its name, whether all matches are counted, and the query of a round.
    private static let kinds: [(String, Bool, @Sendable (Int) -> String)] = [
        ("words, written nowhere", false, { words($0) }),
        ("words, and how many photos fit", true, { words($0) }),
        ("words on some photos", false, { "trip \($0 % 9_000)" }),
        ("words on thousands of photos", false, { "word\($0 % 1_000)" }),
        ("a file name", false, { "IMG_00\(100_000 + $0)" }),
        ("words, and what is avoided", false, { "\(words($0)) -crowd" }),
        ("words, the newest that fit first", true, { "\(words($0)) sort:newest" }),
        ("words and a tenth of all dates", false, { "\(words($0)) date:\(2_001 + $0 % 18)..\(2_002 + $0 % 18)" }),
        ("words and a keyword", false, { "\(words($0)) tag:word\($0 % 1_000)" }),
        ("words and a camera", false, { "\(words($0)) camera:\($0.isMultiple(of: 2) ? "nikon" : "canon")" }),
        ("words and a place", false, { "\(words($0)) in \(["Rome", "Paris", "Berlin", "Tokyo"][$0 % 4])" }),
        ("words and 10 km around a place", false, { "\(words($0)) near:41.\(90_000 + $0),12.5~10km" }),
        ("words and a colour", false, { "\(words($0)) color:\(PhotoColor.allCases[$0 % 12].rawValue)" }),
        ("words and a text in titles", false, { "\(words($0)) title:\"title \($0 % 5_000)\"" }),
        ("dates alone, the newest first", false, { "date:\(2_001 + $0 % 18)-\(10 + $0 % 3)" }),
        ("all but what is avoided", false, { "-bird\($0) date:\(2_001 + $0 % 18)" }),
    ]

    private static func words(_ round: Int) -> String {
        let subjects = ["red car", "dog on the beach", "church", "table full of people", "bird", "boat", "cake", "man"]
        let colors = ["old", "new", "small", "large", "wooden", "broken", "quiet"]
        return "\(colors[round / 8 % 7]) \(subjects[round % 8]) of the \(round)th kind"
    }
}

/// Times conditions, and searches with them, in a library made by Benchmarks/large_library.py --metadata.
struct FilterBench {
    private let library: PhotoLibrary
    private let vectors: [Embedding]

    init(_ folder: DiskPath) async throws {
        library = try await PhotoLibrary.open(LibraryConfiguration(library: folder), access: .read)
        var vectors: [Embedding] = []
        for word in Self.words { vectors.append(try await library.engine.embed(text: word)) }
        self.vectors = vectors
    }

    /// Each round uses different filters, so that no result is cached.
    func run() async throws {
        let first = try await secondsTaken { _ = try await library.photos(meeting: .test(.rating(1...5))).count }
        Figures.show("filter_first_use", ["ms": 1_000 * first])
        try await searches("plain search") { _ in nil }
        for (name, filter) in Self.filters {
            var (times, kept) = ([Double](), 0)
            for round in 0..<Self.rounds {
                times.append(try await secondsTaken { kept += try await library.photos(meeting: filter(round)).count })
            }
            var figures = Figures.percentiles(times)
            figures["kept"] = Double(kept / Self.rounds)
            Figures.show("count: \(name)", figures)
            try await searches("search: \(name)") { filter(1_000 + $0) }
            try await searches("search again: \(name)") { _ in filter(0) }
        }
        for order in PhotoOrder.allCases {
            for (name, filter) in Self.filters.prefix(3) {
                var times: [Double] = []
                for round in 0..<Self.rounds {
                    let question = SearchRequest(condition: filter(2_000 + round), order: order, top: 60, offset: 600)
                    times.append(try await secondsTaken { _ = try await library.search(question) })
                }
                Figures.show("list, \(order.rawValue): \(name)", Figures.percentiles(times))
            }
        }
    }

    private func searches(_ name: String, _ filter: (Int) -> PhotoCondition?) async throws {
        var times: [Double] = []
        for round in 0..<Self.rounds {
            let question = SearchRequest(vectors: [vectors[round % vectors.count]], condition: filter(round), top: 50)
            times.append(try await secondsTaken { _ = try await library.search(question) })
        }
        Figures.show(name, Figures.percentiles(times))
    }

    private static let rounds = 50
    private static let words = ["a red car", "a dog on the beach", "flowers", "a church", "people at a table"]

    /// The library's photos were taken evenly over twenty years from 2000 on.
    private static func share(_ part: Double, _ round: Int) -> PhotoCondition {
        let (start, length) = (946_684_800.0 + Double(round % 500) * 86_400, 20 * 365.25 * 86_400)
        return .test(.taken(Int64(start)..<Int64(start + part * length)))
    }

    private static let filters: [(String, @Sendable (Int) -> PhotoCondition)] = [
        ("a thousandth, by date", { share(0.001, $0) }), ("a tenth, by date", { share(0.1, $0) }),
        ("half, by date", { share(0.5, $0) }),
        (
            "near a place",
            { round in
                .test(.near(Coordinates(latitude: 41.9 + Double(round) / 1_000_000, longitude: 12.5)!, meters: 10_000))
            }
        ),
        ("by camera", { .test(.camera($0.isMultiple(of: 2) ? "nikon" : "canon")) }),
        ("by keyword", { .test(.keyword("word\($0 % 1_000)")) }),
        (
            "by colours",
            { round in
                let (first, second) = (PhotoColor.allCases[round % 12], PhotoColor.allCases[(round / 12 + 5) % 12])
                return .all([.test(.color(first)), .not(.test(.color(second)))])
            }
        ),
        ("by folder", { .test(.folder(["20\(10 + $0 % 10)"])) }),
        ("by file name", { .test(.fileName("IMG_\($0)")) }),
        ("by file name with *", { .test(.fileName("*\($0)?.jpg")) }),
        ("by title", { .test(.title("title \($0)")) }), ("by text", { .test(.text("trip \($0)")) }),
        (
            "by date, camera, stars and keyword",
            { round in
                .all([
                    share(0.5, round), .test(.camera("nikon")), .test(.rating(3...5)),
                    .not(.test(.keyword("word\(round % 1_000)"))),
                ])
            }
        ),
    ]
}

/// Times suggestions for two hundred prefixes, in a library made by Benchmarks/large_library.py --metadata whose places
/// 'evoke index' has looked up.
struct SuggestBench {
    private let library: PhotoLibrary

    init(_ folder: DiskPath) async throws {
        library = try await PhotoLibrary.open(LibraryConfiguration(library: folder), access: .read)
    }

    func run() async throws {
        let columns = try await secondsTaken { _ = try await library.photos(meeting: .test(.rating(1...5))).count }
        Figures.show("suggest_columns", ["ms": 1_000 * columns])
        let preparing = try await secondsTaken { try await library.prepareToSuggest() }
        Figures.show("suggest_prepare", ["ms": 1_000 * preparing])
        for text in ["a", "type:", "lens:", "rating:", "shape:", "color:"] {
            let first = try await secondsTaken { _ = try await library.suggest(text) }
            Figures.show("suggest_first: \(text)", ["ms": 1_000 * first])
        }
        var (times, found) = ([Double](), 0)
        for text in Self.beginnings {
            times.append(try await secondsTaken { found += try await library.suggest(text).count })
        }
        var figures = Figures.percentiles(times)
        figures["beginnings"] = Double(times.count)
        figures["suggestions"] = Double(found)
        Figures.show("suggest", figures)
        for (text, seconds) in zip(Self.beginnings, times).sorted(by: { $0.1 > $1.1 }).prefix(5) {
            Figures.show("suggest_slowest: \(text)", ["ms": 1_000 * seconds])
        }
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
    private static let beginnings =
        ["", "a red car ", "place:", "near:"].flatMap { start in letters.map { start + $0 } }
        + (0..<40).map { "tag:word\($0)" } + (2_000..<2_020).map { "date:\($0)" } + (0..<20).map { "in:00\($0)" }
        + ["camera:", "camera:n", "camera:ni", "camera:c", "camera:x", "camera:d75", "type:", "rating:", "shape:"]
        + ["color:", "color:r", "lens:", "sort:", "last s", "heute", "fits:"]
}
