import Evoke
import EvokeValues
import Foundation

/// Times whole searches, from the typed query to the best 60 photos, in a library made by Benchmarks/large_library.py
/// --facts.
struct QuestionBench {
    private let library: PhotoLibrary

    init(_ folder: FilePath) async throws {
        library = try await PhotoLibrary.open(LibraryConfiguration(library: folder), access: .read)
    }

    /// No query is repeated, so that no result and no text's vector is cached.
    func run() async throws {
        let first = try await time { _ = try await ask("the first sort:newest") }
        Figures.show("question_first", ["ms": 1_000 * first])
        for (number, (name, isCounted, text)) in Self.kinds.enumerated() {
            var (times, found, fitting) = ([Double](), 0, 0)
            let processor = clock()
            for round in 0..<Self.rounds {
                times.append(
                    try await time {
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
            let byVector = try await time { _ = try await library.search(SearchRequest(vectors: [vector], top: 60)) }
            let byWords = try await time { _ = try await library.search(SearchRequest(words: text, top: 60)) }
            vectors.append(byVector)
            words.append(byWords)
        }
        Figures.show("a vector", Figures.percentiles(vectors))
        Figures.show("the words of a known vector", Figures.percentiles(words))
        Figures.show("what words add", Figures.percentiles(zip(words, vectors).map { $0 - $1 }))
    }

    private func ask(_ text: String, isCounted: Bool = false) async throws -> FoundPhotos {
        let query = try await library.read(text, now: .now).query
        return try await library.search(SearchRequest(query: query, top: 60, countsFitting: isCounted))
    }

    private func time(_ body: () async throws -> Void) async throws -> Double {
        let started = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - started) / .seconds(1)
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
