/// Makes texts that programs and cameras wrote over many years fit for display.
enum Text {
    static let longestLine = 500
    static let longestText = 10_000

    /// Decodes UTF-8 if the bytes are valid, which other encodings are not by chance; otherwise Windows-1252, whatever
    /// the file claims.
    static func decode(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { latin[Int($0)] }))
    }

    /// For tags that Windows Explorer writes.
    static func decodeUTF16(_ bytes: [UInt8]) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return String(decoding: units, as: UTF16.self)
    }

    /// Without control characters and surrounding spaces; nil if nothing is left.
    static func line(_ text: String, limit: Int = longestLine) -> String? {
        cleaned(text, limit) { _ in false }
    }

    /// The same, but keeps line breaks.
    static func paragraphs(_ text: String) -> String? {
        cleaned(text.replacing("\r\n", with: "\n"), longestText) { $0 == "\n" }
    }

    private static func cleaned(_ text: String, _ limit: Int, keeping: (Unicode.Scalar) -> Bool) -> String? {
        var kept = String.UnicodeScalarView()
        // Texts in fixed-length fields end at the first NUL; the rest is left over from earlier texts.
        for scalar in text.unicodeScalars.prefix(while: { $0 != "\0" }).prefix(4 * limit) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: kept.append(keeping(scalar) ? scalar : " ")
            case .surrogate, .unassigned: break
            default: kept.append(scalar)
            }
        }
        let characters = String(kept).drop(while: \.isWhitespace).prefix(limit)
        guard let last = characters.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(characters[...last])
    }

    private static let latin: [Unicode.Scalar] = {
        let special = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
        return (0..<0x80).map { Unicode.Scalar($0) } + special + (0xA0...0xFF).map { Unicode.Scalar($0) }
    }()
}
