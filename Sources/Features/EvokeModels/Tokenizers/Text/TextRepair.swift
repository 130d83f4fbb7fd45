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
            let unescaped = text.contains(UInt8(ascii: "<")) ? text : unescapingTerminatedHTML(text)
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
