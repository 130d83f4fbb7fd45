import EvokeQuery
import EvokeValues
import EvokeVectorIndex

/// What a request excludes: the photos that it would find if it asked for that.
extension PhotoLibrary {
    /// The photos of the whole library that fit one of the texts: those above its cut-off, and those on which it is
    /// written. Other parts of the request do not move that cut-off.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` if a list depends on it and the model has no cut-off.
    func vetoed(by texts: [String], ofList isOfList: Bool = false) async throws -> PhotoSet {
        var vetoed = PhotoSet()
        for text in texts {
            if let words = try places.written(text) {
                let written = try await catalog.photos(with: words)
                vetoed = vetoed.union(written.all).union(written.named)
            }
            let people = PeopleInWords(in: text).flatMap { $0.isAll ? $0 : nil }
            let counted = try await counted(people)
            vetoed = vetoed.union(counted)
            let vector = try await engine.embed(text: text)
            let matches = try await vectors.search([vector], top: Self.oftenEnough, among: nil)[0]
            guard let cutoff = try await cutoff(for: text, vector, matches) else {
                guard !isOfList || matches.isEmpty || !counted.isEmpty else { throw Self.nothingToTellItBy(text) }
                continue
            }
            vetoed = vetoed.union(try await photos(from: cutoff.fitting, matches, for: vector))
        }
        return vetoed
    }

    private static func nothingToTellItBy(_ text: String) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "search", subject: "-\(text)",
            reason: "this model cannot tell which photos show it, and the query asks for nothing else",
            remedy: "Also say what the photos should show.")
    }
}
