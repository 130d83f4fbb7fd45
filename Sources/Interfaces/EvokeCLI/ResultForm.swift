import EvokeValues
import EvokeWebAPI

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

    func print(_ answer: SearchAnswer, isOneOfMany: Bool) throws {
        let paths = answer.results.compactMap(\.filePath)
        switch kind {
        case .json:
            try terminal.print(JSONText.of(answer))
        case .lines:
            for path in paths { try terminal.print(bytes: path.bytes + [UInt8(ascii: "\n")]) }
        case .null:
            for path in paths { try terminal.print(bytes: path.bytes + [0]) }
        case .table:
            if isOneOfMany { try terminal.print(terminal.bold(answer.query ?? "")) }
            for (result, path) in zip(answer.results, paths) { try terminal.print(row(result, path)) }
            if paths.isEmpty { terminal.say("No photos in the library.") }
        }
    }

    /// In the place of the answer to a query that can have none.
    func print(_ refusal: SearchRefusal) throws {
        guard kind == .json else { return terminal.say("evoke: \(refusal.error.detail) \(refusal.error.remedy)") }
        try terminal.print(JSONText.of(refusal))
    }

    private func row(_ result: SearchAnswer.Result, _ path: FilePath) -> String {
        let (place, score) = ("\(result.rank ?? 0)", Self.decimals(result.score ?? 0))
        guard terminal.resultsAreShown else { return "\(place)\t\(score)\t\(path.display)" }
        let rank = String(repeating: " ", count: max(0, 3 - place.count)) + place
        let folder = path.parent.map { $0.appending([]).display } ?? ""
        return "\(terminal.dim(rank))  \(score)  \(terminal.dim(folder))\(FilePath(bytes: path.name).display)"
    }

    /// Three decimals.
    static func decimals(_ score: Float) -> String {
        let thousandths = Int(nearest: abs(score) * 1_000)
        let fraction = "\(thousandths % 1_000)"
        return (score < 0 ? "-" : "") + "\(thousandths / 1_000)."
            + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
