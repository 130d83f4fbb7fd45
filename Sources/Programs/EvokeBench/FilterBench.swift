import Evoke
import EvokeValues

/// Times conditions, and searches with them, in a library made by Benchmarks/large_library.py --facts.
struct FilterBench {
    private let library: PhotoLibrary
    private let vectors: [Embedding]
    private let clock = ContinuousClock()

    init(_ folder: FilePath) async throws {
        library = try await PhotoLibrary.open(LibraryConfiguration(library: folder), access: .read)
        var vectors: [Embedding] = []
        for word in Self.words { vectors.append(try await library.engine.embed(text: word)) }
        self.vectors = vectors
    }

    /// Each round uses different filters, so that no result is cached.
    func run() async throws {
        let first = try await time { _ = try await library.count(meeting: .test(.rating(1...5))) }
        Figures.show("filter_first_use", ["ms": 1_000 * first])
        try await searches("plain search") { _ in nil }
        for (name, filter) in Self.filters {
            var (times, kept) = ([Double](), 0)
            for round in 0..<Self.rounds {
                times.append(try await time { kept += try await library.count(meeting: filter(round)) })
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
                    times.append(try await time { _ = try await library.search(question) })
                }
                Figures.show("list, \(order.rawValue): \(name)", Figures.percentiles(times))
            }
        }
    }

    private func searches(_ name: String, _ filter: (Int) -> PhotoCondition?) async throws {
        var times: [Double] = []
        for round in 0..<Self.rounds {
            let question = SearchRequest(vectors: [vectors[round % vectors.count]], condition: filter(round), top: 50)
            times.append(try await time { _ = try await library.search(question) })
        }
        Figures.show(name, Figures.percentiles(times))
    }

    private func time(_ body: () async throws -> Void) async throws -> Double {
        let started = clock.now
        try await body()
        return (clock.now - started) / .seconds(1)
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
                .test(.near(Coordinates(latitude: 41.9 + Double(round) / 1_000_000, longitude: 12.5)!, metres: 10_000))
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
