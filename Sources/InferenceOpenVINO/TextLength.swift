import Models
import PhotoCore

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

    /// The answer is measured once, and noted in the cache.
    func needsPadding(_ model: LoadableModel, cache: FilePath) throws(EvokeError) -> Bool {
        if side.isFixed { return true }
        if side.padding == .none { return false }
        let note = cache.appending("length-\(model.digest)")
        if let answer = try? FileSystem.read(note), answer.count == 1 { return answer[0] == UInt8(ascii: "1") }
        let answer = try !isTheSameWithoutPadding()
        try? FileSystem.replace(note, with: [UInt8(ascii: answer ? "1" : "0")])
        return answer
    }

    private func isTheSameWithoutPadding() throws(EvokeError) -> Bool {
        for text in Self.probes {
            let padded = try tower.embed(rows.row(of: text, isPadded: true).inputs(side.inputs))
            // A graph that cannot take it has fixed its length somewhere inside.
            guard let own = try? tower.embed(rows.row(of: text, isPadded: false).inputs(side.inputs)),
                own.dot(padded) >= Self.sameness
            else { return false }
        }
        return true
    }
}
