/// Python's own text functions: models were trained on texts that went through them. All take and return valid UTF-8.
enum PythonText {
    /// `" ".join(text.split())`
    static func foldingWhitespace(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var isAfterSpace = false
        var position = 0
        while position < text.count {
            let (scalar, length) = decodeScalar(text, at: position)
            if scalar.isPythonSpace {
                isAfterSpace = !result.isEmpty
            } else {
                if isAfterSpace { result.append(UInt8(ascii: " ")) }
                isAfterSpace = false
                result += text[position..<position + length]
            }
            position += length
        }
        return result
    }

    /// `text.lower()`
    static func lowercased(_ text: [UInt8]) -> [UInt8] {
        let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for (place, scalar) in scalars.enumerated() {
            if scalar == "Σ", isFinalSigma(scalars, at: place) {
                result += "ς".utf8
            } else {
                result.appendLowercase(scalar)
            }
        }
        return result
    }

    /// Whether a letter precedes this one and none follows; accents and the like are skipped.
    private static func isFinalSigma(_ text: [Unicode.Scalar], at place: Int) -> Bool {
        let before = text[..<place].last { !$0.properties.isCaseIgnorable }
        let after = text[(place + 1)...].first { !$0.properties.isCaseIgnorable }
        return before?.properties.isCased == true && after?.properties.isCased != true
    }
}

extension [UInt8] {
    /// Appends the character in lower case, regardless of context.
    mutating func appendLowercase(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "A"..."Z": append(UInt8(scalar.value) | 0x20)
        case _ where scalar.isASCII: append(UInt8(scalar.value))
        default: self += scalar.properties.lowercaseMapping.utf8
        }
    }
}

extension Unicode.Scalar {
    /// Python's `isspace` includes four separators that are control characters in Unicode.
    fileprivate var isPythonSpace: Bool {
        switch value {
        case 0x20, 0x9...0xD, 0x1C...0x1F: true
        default: !isASCII && properties.isWhitespace
        }
    }
}
