import EvokeValues

/// Measures whether a text encoder gives the same vectors without padding, which it does if attention is causal or a
/// mask is respected. If so, a five-word query costs a tenth of a full-length one.
struct TextLength {
    /// Lower cosines mean that padding changed the vector.
    private static let sameness: Float = 0.999_99
    private static let probes = [
        "a", "a red car", "two children are building a castle of sand", "7 SUNSETS, over the (old) harbour!",
    ]

    let tower: Tower
    let rows: TokenRows
    let side: ModelDescription.TextSide

    /// Measured once, then read from the record.
    func needsPadding(_ note: ModelTrialRecord) throws(EvokeError) -> Bool {
        if let known = note.text.flatMap(Bool.init) { return known }
        let answer = try side.isFixed ? true : side.padding == .none ? false : !isTheSameWithoutPadding()
        note.keep("\(answer)")
        return answer
    }

    private func isTheSameWithoutPadding() throws(EvokeError) -> Bool {
        // The graph doesn't take short rows, so its length is fixed internally.
        if tower.probe != 0 { return false }
        for text in Self.probes {
            let padded = try tower.embed(rows.row(of: text, isPadded: true).inputs(side.inputs))
            // A graph that rejects another length has a fixed one.
            guard let own = try? tower.embed(rows.row(of: text, isPadded: false).inputs(side.inputs)),
                own.dot(padded) >= Self.sameness
            else { return false }
        }
        return true
    }
}
