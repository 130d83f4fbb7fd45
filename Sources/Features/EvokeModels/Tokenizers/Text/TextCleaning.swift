/// Preprocessing of a text that a model was trained with but its tokenizer doesn't declare.
package enum TextCleaning: String, Sendable {
    case none
    /// White space is trimmed and collapsed to single spaces, as Immich does for every model.
    case folded
    /// Lower case, as in Python's `str.lower`.
    case lowercase
    /// Folded, then without ASCII punctuation and in lower case, as Immich does for SigLIP.
    case canonical

    package func apply(to text: String) -> String {
        let bytes = Array(text.utf8)
        let cleaned =
            switch self {
            case .none: bytes
            case .folded: PythonText.foldingWhitespace(bytes)
            case .lowercase: PythonText.lowercased(bytes)
            case .canonical: PythonText.lowercased(withoutPunctuation(PythonText.foldingWhitespace(bytes)))
            }
        return String(decoding: cleaned, as: UTF8.self)
    }

    private func withoutPunctuation(_ text: [UInt8]) -> [UInt8] {
        text.filter { !($0 < 0x80 && Unicode.Scalar($0).isPunctuation) }
    }
}

/// What `ftfy.fix_text` does before CLIP's own tokenizer sees a text: typographic characters become plain ones.
///
/// Omits its guesses about wrongly decoded texts ("cafÃ©") and names of HTML entities in capitals.
enum TextRepair {
    /// The Unicode version of Python 3.11.
    private static let versionOfPython = 14

    static func repaired(_ text: [UInt8]) -> [UInt8] {
        var text = text
        // One change can enable another; nothing real takes more than three rounds.
        for _ in 0..<8 {
            let unescaped = text.contains(UInt8(ascii: "<")) ? text : unescapingHTML(text, ifTerminated: true)
            let next = UnicodeForm.nfc.normalize(
                plain(withoutTerminalEscapes(unescaped)), unicode: versionOfPython)
            if next == text { break }
            text = next
        }
        return text
    }

    private static func plain(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar.isASCII {
                if !isUnwanted(scalar) { result.append(scalar == "\r" ? UInt8(ascii: "\n") : UInt8(scalar.value)) }
            } else if let letters = ligatures[scalar] {
                result += letters.utf8
            } else {
                let scalar = plain(scalar)
                if !isUnwanted(scalar) { result += UTF8.encode(scalar)! }
            }
        }
        return result
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x2028, 0x2029: return "\n"
        case 0x80...0x9F: return windows1252[Int(scalar.value) - 0x80]
        case 0x2BC, 0x2018...0x201B: return "'"
        case 0x201C...0x201F: return "\""
        case 0x3000: return " "
        case 0xFF01...0xFFEF:
            var mappings = UnicodeMappings(unicode: versionOfPython)
            let form = mappings.compatibilityDecomposition(of: scalar)
            return form.count == 1 ? form[0] : scalar
        default: return scalar
        }
    }

    private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0...0x8, 0xB, 0xE...0x1F, 0x7F, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFC: true
        default: false
        }
    }

    /// Removes sequences of escape, bracket, digits and semicolons, and a letter.
    private static func withoutTerminalEscapes(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(0x1B) else { return text }
        var result: [UInt8] = []
        var position = 0
        while position < text.count {
            let rest = text[position...]
            if rest.starts(with: [0x1B, UInt8(ascii: "[")]) {
                let end = rest.dropFirst(2).drop {
                    (UInt8(ascii: "0")...UInt8(ascii: ";")).contains($0) && $0 != UInt8(ascii: ":")
                }
                if let letter = end.first, letter < 0x80, Unicode.Scalar(letter).properties.isAlphabetic {
                    position = end.startIndex + 1
                    continue
                }
            }
            result.append(text[position])
            position += 1
        }
        return result
    }

    private static let ligatures: [Unicode.Scalar: String] = [
        "Ĳ": "IJ", "ĳ": "ij", "ŉ": "ʼn", "Ǳ": "DZ", "ǲ": "Dz", "ǳ": "dz", "Ǆ": "DŽ", "ǅ": "Dž", "ǆ": "dž",
        "Ǉ": "LJ", "ǈ": "Lj", "ǉ": "lj", "Ǌ": "NJ", "ǋ": "Nj", "ǌ": "nj", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl",
        "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ſt", "ﬆ": "st",
    ]
}

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

/// Python's `html.unescape`: replaces character references with the characters they stand for; with `ifTerminated`, only
/// those that end with a semicolon.
func unescapingHTML(_ text: [UInt8], ifTerminated: Bool = false) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var position = 0
    while position < text.count {
        let start = result.count
        if text[position] == UInt8(ascii: "&"), let end = appendReference(text[(position + 1)...], to: &result) {
            if !ifTerminated || text[end - 1] == UInt8(ascii: ";") {
                position = end
                continue
            }
            result.removeSubrange(start...)
        }
        result.append(text[position])
        position += 1
    }
    return result
}

/// Appends what the reference at the start of `text` stands for. Returns its end, or nil if there is no reference.
private func appendReference(_ text: ArraySlice<UInt8>, to result: inout [UInt8]) -> Int? {
    text.first == UInt8(ascii: "#") ? appendNumeric(text.dropFirst(), to: &result) : appendNamed(text, to: &result)
}

private func appendNumeric(_ text: ArraySlice<UInt8>, to result: inout [UInt8]) -> Int? {
    let isHexadecimal = text.first == UInt8(ascii: "x") || text.first == UInt8(ascii: "X")
    let digits = text.dropFirst(isHexadecimal ? 1 : 0).prefix { digit($0, isHexadecimal) != nil }
    if digits.isEmpty { return nil }
    let base: UInt32 = isHexadecimal ? 16 : 10
    // Larger values are all equally invalid, so they are capped.
    let value = digits.reduce(UInt32(0)) { min($0 * base + digit($1, isHexadecimal)!, 0x11_0000) }
    if let scalar = scalar(ofReference: value) { result += UTF8.encode(scalar)! }
    let end = digits.endIndex
    return end < text.endIndex && text[end] == UInt8(ascii: ";") ? end + 1 : end
}

private func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f") where isHexadecimal: UInt32(byte) - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F") where isHexadecimal: UInt32(byte) - 0x37
    default: nil
    }
}

/// Windows-1252 characters for 0x80 to 0x9F, where Unicode has control characters; five are the same in both.
let windows1252 = Array(
    ("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}" + "\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ").unicodeScalars)

/// Nil for values that aren't characters of a text.
private func scalar(ofReference value: UInt32) -> Unicode.Scalar? {
    switch value {
    case 0, 0xD800...0xDFFF, 0x11_0000...: "\u{FFFD}"
    case 0x0D: "\r"
    case 0x80...0x9F: windows1252[Int(value) - 0x80]
    case 0x1...0x8, 0xB, 0xE...0x1F, 0x7F, 0xFDD0...0xFDEF: nil
    case _ where value & 0xFFFE == 0xFFFE: nil
    default: Unicode.Scalar(value)
    }
}

private func appendNamed(_ text: ArraySlice<UInt8>, to result: inout [UInt8]) -> Int? {
    // Searches for the longest name that the text starts with. None is longer than this, including its semicolon.
    var length = text.prefix(33).prefix { !"\t\n\u{C} <&#;".utf8.contains($0) }.count
    if text.dropFirst(length).first == UInt8(ascii: ";") { length += 1 }
    while length > 1 {
        if let characters = htmlEntities[Array(text.prefix(length))] {
            result += characters
            return text.startIndex + length
        }
        length -= 1
    }
    return nil
}
