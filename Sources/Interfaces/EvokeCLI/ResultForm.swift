import EvokeValues
import EvokeWebAPI
import FoundationEssentials

/// What was asked, and what was found.
struct Answer {
    let query: String
    let model: String
    let took: Duration
    let hits: [SearchHit]
}

extension Answer {
    /// As a server gave it; nil when a path cannot be taken from it.
    init?(_ answer: SearchAnswer, query: String) {
        let hits = answer.results.compactMap { result in
            result.filePath.map {
                SearchHit(rank: result.rank ?? 0, score: result.score ?? 0, id: PhotoID(result.id), path: $0)
            }
        }
        guard hits.count == answer.results.count, let model = answer.model, let took = answer.tookMs else { return nil }
        self.init(query: query, model: model, took: .milliseconds(min(max(0, took), 1e12)), hits: hits)
    }
}

/// How results are printed: for people, for pipes, or for programs.
struct ResultForm {
    private enum Kind {
        case table, lines, null, json
    }

    private let kind: Kind
    private let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        let chosen = [(Option.json, Kind.json), (.paths, .lines), (.null, .null)].filter { arguments.has($0.0) }
        guard chosen.count <= 1 else {
            throw UsageError("Choose one of \(chosen.map(\.0.name).joined(separator: " and ")).")
        }
        kind = chosen.first?.1 ?? .table
        self.terminal = terminal
    }

    func print(_ answer: Answer, isOneOfMany: Bool) throws {
        switch kind {
        case .json:
            try terminal.print(JSONText.of(AnswerJSON(answer)))
        case .lines:
            for hit in answer.hits { try terminal.print(bytes: hit.path.bytes + [UInt8(ascii: "\n")]) }
        case .null:
            for hit in answer.hits { try terminal.print(bytes: hit.path.bytes + [0]) }
        case .table:
            if isOneOfMany { try terminal.print(terminal.bold(answer.query)) }
            for hit in answer.hits { try terminal.print(row(hit)) }
            if answer.hits.isEmpty { terminal.say("No photos in the library.") }
        }
    }

    /// In the place of the answer to a query that can have none.
    func print(_ query: String, refused reason: String) throws {
        guard kind == .json else { return terminal.say("evoke: " + reason) }
        try terminal.print(JSONText.of(RefusalJSON(query: query, error: reason)))
    }

    private func row(_ hit: SearchHit) -> String {
        let score = Self.decimals(hit.score)
        guard terminal.resultsAreShown else { return "\(hit.rank)\t\(score)\t\(hit.path.display)" }
        let rank = String(repeating: " ", count: max(0, 3 - "\(hit.rank)".count)) + "\(hit.rank)"
        let folder = hit.path.parent.map { $0.appending([]).display } ?? ""
        return "\(terminal.dim(rank))  \(score)  \(terminal.dim(folder))\(FilePath(bytes: hit.path.name).display)"
    }

    /// Three decimals.
    static func decimals(_ score: Float) -> String {
        let thousandths = Int(nearest: abs(score) * 1_000)
        let fraction = "\(thousandths % 1_000)"
        return (score < 0 ? "-" : "") + "\(thousandths / 1_000)."
            + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}

/// The contract of `search --json` and `similar --json`.
private struct AnswerJSON: Encodable {
    struct Result: Encodable {
        let rank: Int
        let score: Float
        let id: Int64
        let path: String
        /// Only where the path is not UTF-8, and `path` shows it as well as it can.
        let pathBase64: String?
    }

    let query: String
    let model: String
    let tookMs: Double
    let results: [Result]

    init(_ answer: Answer) {
        query = answer.query
        model = answer.model
        tookMs = JSONText.milliseconds(answer.took)
        results = answer.hits.map {
            Result(
                rank: $0.rank, score: $0.score, id: $0.id.value, path: JSONText.path($0.path),
                pathBase64: JSONText.base64($0.path))
        }
    }
}

private struct RefusalJSON: Encodable {
    let query, error: String
}
