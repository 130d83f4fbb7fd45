/// What Python's own functions make of a text: models were trained on texts that went through them.
extension String {
    /// `" ".join(text.split())`
    func foldingWhitespace() -> String {
        var result = UnicodeScalarView()
        var isAfterSpace = false
        for scalar in unicodeScalars {
            if scalar.isPythonSpace {
                isAfterSpace = !result.isEmpty
            } else {
                if isAfterSpace { result.append(" ") }
                isAfterSpace = false
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// `text.lower()`
    func lowercasedByPython() -> String {
        let scalars = Array(unicodeScalars)
        var result = UnicodeScalarView()
        for (place, scalar) in scalars.enumerated() {
            if scalar == "Σ", isFinalSigma(scalars, at: place) {
                result.append("ς")
            } else {
                result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(result)
    }
}

/// Whether a letter comes before this one and none after; accents and the like do not count.
private func isFinalSigma(_ text: [Unicode.Scalar], at place: Int) -> Bool {
    let before = text[..<place].last { !$0.properties.isCaseIgnorable }
    let after = text[(place + 1)...].first { !$0.properties.isCaseIgnorable }
    return before?.properties.isCased == true && after?.properties.isCased != true
}

extension Unicode.Scalar {
    /// Python's `isspace` has four separators of data, which Unicode takes for control characters.
    fileprivate var isPythonSpace: Bool { properties.isWhitespace || 0x1C...0x1F ~= value }
}
