import EvokeValues

/// Finds out whether a text side gives the same vectors without padding: it does where attention is causal, or where
/// a mask is heeded. Then a query of five words costs a tenth of what the full length costs.
struct TextLength {
    /// A vector that padding changed at all is further away than this.
    private static let sameness: Float = 0.999_99
    private static let probes = [
        "a", "a red car", "two children are building a castle of sand", "7 SUNSETS, over the (old) harbour!",
    ]

    let tower: Tower
    let rows: TokenRows
    let side: ModelDescription.TextSide

    /// The answer is measured once, and noted.
    func needsPadding(_ note: ModelTrialRecord) throws(EvokeError) -> Bool {
        if let known = note.text.flatMap(Bool.init) { return known }
        let answer = try side.isFixed ? true : side.padding == .none ? false : !isTheSameWithoutPadding()
        note.keep("\(answer)")
        return answer
    }

    private func isTheSameWithoutPadding() throws(EvokeError) -> Bool {
        // A graph that takes no few tokens has fixed its length somewhere inside.
        if tower.probe != 0 { return false }
        for text in Self.probes {
            let padded = try tower.embed(rows.row(of: text, isPadded: true).inputs(side.inputs))
            // A graph that refuses another length has fixed it.
            guard let own = try? tower.embed(rows.row(of: text, isPadded: false).inputs(side.inputs)),
                own.dot(padded) >= Self.sameness
            else { return false }
        }
        return true
    }
}
