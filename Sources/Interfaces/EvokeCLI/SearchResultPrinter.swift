import Evoke
import EvokeValues
import EvokeWebAPI

/// Prints search results: a table, paths, or JSON.
struct SearchResultPrinter {
    private enum Kind {
        case table, lines, null, json
    }

    private let kind: Kind
    private let showsAll: Bool
    private let showsScores: Bool
    private let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal, showsAll: Bool = false) throws(UsageError) {
        let chosen = [(Option.json, Kind.json), (.paths, .lines), (.null, .null)].filter { arguments.has($0.0) }
        guard chosen.count <= 1 else {
            throw UsageError("Choose one of \(chosen.map(\.0.name).joined(separator: " and ")).")
        }
        kind = chosen.first?.1 ?? .table
        self.showsAll = showsAll || arguments.has(.all)
        showsScores = arguments.has(.scores) || !terminal.resultsAreShown
        self.terminal = terminal
    }

    func print(_ answer: SearchAnswer, isOneOfMany: Bool) throws {
        let showsAll = showsAll || answer.showsAll == true
        let shown = showsAll ? answer.results : answer.results.filter { $0.fits != false }
        let paths = shown.compactMap(\.filePath)
        switch kind {
        case .json:
            var answer = answer
            // Only for editors.
            answer.conditions = nil
            try terminal.print(JSONText.of(answer))
        case .lines:
            for path in paths { try terminal.print(bytes: path.bytes + [UInt8(ascii: "\n")]) }
        case .null:
            for path in paths { try terminal.print(bytes: path.bytes + [0]) }
        case .table:
            if isOneOfMany { try terminal.print(terminal.bold(answer.query ?? "")) }
            let width = shown.map(\.foundBy.count).max() ?? 0
            for (result, path) in zip(shown, paths) { try terminal.print(row(result, path, width)) }
            printSummary(of: answer, showsAll: showsAll)
        }
    }

    private func printSummary(of answer: SearchAnswer, showsAll: Bool) {
        guard !answer.results.isEmpty else { return terminal.message("No photos found.") }
        guard answer.results.contains(where: { $0.fits != nil }) else { return }
        guard let fitting = answer.fitting else { return terminal.message("There may be more matches: --top N") }
        let others = answer.total - fitting
        let weaker = "\(others) weaker" + (showsAll ? "" : ": --all")
        if fitting == 0 {
            guard !showsAll else { return terminal.message("No match.") }
            terminal.message("No match (\(weaker)). Closest:")
            for result in answer.results.prefix(Self.nearest) {
                if let path = result.filePath { terminal.message(row(result, path)) }
            }
            return
        }
        let shown = answer.results.count { $0.fits == true }
        let thing = answer.results.allSatisfy { $0.score == nil } ? "photos" : "matches"
        let summary =
            shown < fitting
            ? "Showing \(shown) of \(fitting) \(thing) (more: --top N)"
            : "\(fitting) \(fitting == 1 ? "match" : "matches")"
        guard !showsAll || others == 0 else { return terminal.message("\(summary), \(weaker).") }
        if shown < fitting || others > 0 { terminal.message(summary + (others > 0 ? ". \(weaker)" : "")) }
    }

    private static let nearest = 3

    /// Instead of the answer to an invalid query.
    func print(_ refusal: SearchRefusal) throws {
        guard kind == .json else { return terminal.message("evoke: \(refusal.error.detail) \(refusal.error.remedy)") }
        try terminal.print(JSONText.of(refusal))
    }

    private func row(_ result: SearchAnswer.Result, _ path: DiskPath, _ width: Int = 0) -> String {
        let (place, score) = ("\(result.rank ?? 0)", result.score.map(Self.decimals) ?? Self.noScore)
        guard terminal.resultsAreShown else { return "\(place)\t\(score)\t\(path.display)" }
        let why = result.foundBy
        let column = showsScores ? score : why + String(repeating: " ", count: max(0, width - why.count))
        let rank = String(repeating: " ", count: max(0, 3 - place.count)) + place
        let folder = path.parent.map { $0.appending([]).display } ?? ""
        return "\(terminal.dim(rank))  \(column)  \(terminal.dim(folder))\(DiskPath(bytes: path.name).display)"
            + moment(of: result) + matchingText(of: result)
    }

    private func moment(of result: SearchAnswer.Result) -> String {
        guard let moment = result.moment else { return "" }
        let (minutes, seconds) = Int(nearest: moment).quotientAndRemainder(dividingBy: 60)
        return terminal.dim("  at \(minutes):\(seconds < 10 ? "0" : "")\(seconds)")
    }

    /// Matching text; names are in the path anyway.
    private func matchingText(of result: SearchAnswer.Result) -> String {
        (result.why ?? []).filter { $0.by == "text" && !["file", "folder"].contains($0.field) }.map { reason in
            let text = (reason.written ?? []).map { piece in
                let shown = DiskPath(piece.text).display
                return piece.marked ? terminal.bold(shown) : shown
            }
            return "  \(terminal.dim((reason.field ?? "") + ":")) \(text.joined())"
        }.joined()
    }

    /// For a photo that is not ranked; as wide as others.
    private static let noScore = "    -"

    static func decimals(_ score: Float) -> String {
        let thousandths = Int(nearest: abs(score) * 1_000)
        let fraction = "\(thousandths % 1_000)"
        return (score < 0 ? "-" : "") + "\(thousandths / 1_000)."
            + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}

extension SearchAnswer.Result {
    /// What matched: `name, seen`; `-` if nothing did, or if it is only listed.
    var foundBy: String {
        let ways = (why ?? []).compactMap { reason -> String? in
            switch (reason.by, reason.field) {
            case ("meaning", _): "seen"
            case ("text", "file"), ("text", "folder"): "name"
            case ("text", "place"): "place"
            case ("text", _): "text"
            default: ["person", "place"].first { reason.part.hasPrefix("\($0):") }
            }
        }
        let known = ["name", "text", "place", "person", "seen"].filter(ways.contains)
        return known.isEmpty ? "-" : known.joined(separator: ", ")
    }
}
