import EvokeValues

/// How publishers write words, tokens and colours.
extension Configuration {
    /// The value that stands for a word.
    func choice<Value>(_ known: [String: Value], default standard: String? = nil) throws(EvokeError) -> Value {
        let word = try required(try text() ?? standard)
        guard let value = known[word] else {
            throw failure("is '\(word)'; Evoke knows \(known.keys.sorted().joined(separator: ", "))")
        }
        return value
    }

    /// A token is written as a text, or as an object with its content.
    func token() throws(EvokeError) -> String? {
        try isObject ? self["content"].text() : text()
    }

    /// A colour to divide by.
    func divisor() throws(EvokeError) -> [Float]? {
        let colour = try colour()
        if colour?.contains(where: { $0 <= 0 }) == true { throw failure("needs numbers above 0") }
        return colour
    }
}
