import EvokeModels
import EvokeSystem
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

    /// The answer is measured once, and noted in the cache.
    func needsPadding(_ model: LoadableModel, cache: FilePath) throws(EvokeError) -> Bool {
        if let answer = Self.answer(for: model, cache: cache) { return answer }
        let answer = try side.isFixed ? true : side.padding == .none ? false : !isTheSameWithoutPadding()
        try? FileSystem.makeFolder(cache)
        try? FileSystem.replace(cache.appending(Self.note(model.digest)), with: [UInt8(ascii: answer ? "1" : "0")])
        return answer
    }

    /// Nil before the model was first asked.
    static func answer(for model: LoadableModel, cache: FilePath) -> Bool? {
        guard let answer = try? FileSystem.read(cache.appending(note(model.digest))), answer.count == 1 else {
            return nil
        }
        return answer[0] == UInt8(ascii: "1")
    }

    static func note(_ digest: String) -> String { "length-\(digest)" }

    private func isTheSameWithoutPadding() throws(EvokeError) -> Bool {
        // A graph that takes no few tokens has fixed its length somewhere inside.
        if tower.probe != 0 { return false }
        for text in Self.probes {
            let padded = try tower.embed(rows.row(of: text, isPadded: true).inputs(side.inputs))
            guard let own = try? tower.embed(rows.row(of: text, isPadded: false).inputs(side.inputs)),
                own.dot(padded) >= Self.sameness
            else { return false }
        }
        return true
    }
}
