/// Texts as programs and cameras of many years wrote them, made fit for people.
enum Text {
    static let longestLine = 500
    static let longestText = 10_000

    /// UTF-8 where the bytes are that, which no other text is by chance; else the Latin alphabet of Windows, whatever
    /// the file says of itself.
    static func decode(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { latin[Int($0)] }))
    }

    /// The tags that Windows Explorer writes.
    static func decodeUTF16(_ bytes: [UInt8]) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return String(decoding: units, as: UTF16.self)
    }

    /// Without control characters and the blanks around; nil when nothing is left.
    static func line(_ text: String, limit: Int = longestLine) -> String? {
        cleaned(text, limit) { _ in false }
    }

    /// The same, with its lines.
    static func paragraphs(_ text: String) -> String? {
        cleaned(text.replacing("\r\n", with: "\n"), longestText) { $0 == "\n" }
    }

    private static func cleaned(_ text: String, _ limit: Int, keeping: (Unicode.Scalar) -> Bool) -> String? {
        var kept = String.UnicodeScalarView()
        // Texts in fields of fixed length end at the first NUL; what follows is left over from older ones.
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
        let special: [UInt16] = [
            0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D,
            0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A,
            0x153, 0x9D, 0x17E, 0x178,
        ]
        return (0..<256).map { Unicode.Scalar((0x80..<0xA0).contains($0) ? special[$0 - 0x80] : UInt16($0))! }
    }()
}
