/// Python's `html.unescape`: replaces character references with the characters they stand for.
func unescapingHTML(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var position = 0
    while position < text.count {
        if text[position] == UInt8(ascii: "&"), let end = appendReference(text[(position + 1)...], to: &result) {
            position = end
        } else {
            result.append(text[position])
            position += 1
        }
    }
    return result
}

/// The same, but only for references that end with a semicolon.
func unescapingTerminatedHTML(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var position = 0
    while position < text.count {
        let start = result.count
        if text[position] == UInt8(ascii: "&"), let end = appendReference(text[(position + 1)...], to: &result) {
            if text[end - 1] == UInt8(ascii: ";") {
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
