import EvokeQuery
import EvokeValues
import EvokeVectorIndex

/// What a question avoids: the photos that it would find if it asked for that.
extension PhotoLibrary {
    /// The photos of the whole library that fit one of the texts: those on the right side of its line, and those on which
    /// it is written. What else a question requires does not move that line.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` when a list depends on it and the model draws no lines.
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
            reason: "this model does not tell which photos surely show it, and nothing else is asked for",
            remedy: "Say what the photos are to show, too.")
    }
}
