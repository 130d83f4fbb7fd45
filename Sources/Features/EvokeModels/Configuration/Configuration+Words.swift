import EvokeValues

/// Choices, tokens, and colors as publishers write them.
extension Configuration {
    /// Returns the value for a keyword.
    func choice<Value>(_ known: [String: Value], default standard: String? = nil) throws(EvokeError) -> Value {
        let word = try required(try text() ?? standard)
        guard let value = known[word] else {
            throw failure("is '\(word)'; Evoke supports \(known.keys.sorted().joined(separator: ", "))")
        }
        return value
    }

    /// A token, written as a string or as an object with its content.
    func token() throws(EvokeError) -> String? {
        try isObject ? self["content"].text() : text()
    }

    /// A color to divide by.
    func divisor() throws(EvokeError) -> [Float]? {
        let colour = try colour()
        if colour?.contains(where: { $0 <= 0 }) == true { throw failure("must have numbers above 0") }
        return colour
    }
}
