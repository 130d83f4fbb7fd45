/// Why a sidecar cannot be changed.
enum SidecarProblem: Error {
    case empty, encoding, noXML, noXMP, size
    /// The property is not in a form that the Metadata Working Group or XMP define.
    case form(of: String)
    /// Something other than the intended property would change.
    case loss

    var reason: String {
        switch self {
        case .empty: "it is empty, perhaps because another program is writing it"
        case .encoding: "it is not encoded in UTF-8"
        case .noXML: "it is not well-formed XML, or declares entities"
        case .noXMP: "it has no valid XMP"
        case .size: "it has too many properties"
        case .form(let name): "its '\(name)' has an unknown form"
        case .loss: "some of its data would be lost"
        }
    }
}

struct XMLName: Hashable {
    let namespace: Int
    let local: Int
}

/// Numbers for the names in XML texts, which are faster to compare.
final class XMLNames {
    private var numbers: [[UInt8]: Int] = [:]
    private(set) var texts: [[UInt8]] = []

    func number(of text: [UInt8]) -> Int {
        if let known = numbers[text] { return known }
        // Exiv2 treats this namespace as that of today's Dublin Core.
        if text == Array("http://purl.org/dc/1.1/".utf8) { return number(of: "http://purl.org/dc/elements/1.1/") }
        numbers[text] = texts.count
        texts.append(text)
        return texts.count - 1
    }

    func number(of text: String) -> Int { number(of: Array(text.utf8)) }
}

extension XMLDocument {
    static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    func follows(_ text: String, _ place: Int) -> Bool { bytes[place...].starts(with: text.utf8) }

    /// The position of the next occurrence, from a position on.
    func next(_ text: String, from start: Int) throws(SidecarProblem) -> Int {
        var place = start
        while place < bytes.count {
            if bytes[place] == text.utf8.first, follows(text, place) { return place }
            place += 1
        }
        throw .noXML
    }

    func text(of element: Element) throws(SidecarProblem) -> [UInt8] { try text(element.content, isAttribute: false) }

    func text(of attribute: Attribute) throws(SidecarProblem) -> [UInt8] {
        try text(attribute.value, isAttribute: true)
    }

    /// The meaning of text that contains no elements.
    func text(_ range: Range<Int>, isAttribute: Bool) throws(SidecarProblem) -> [UInt8] {
        var text: [UInt8] = []
        var at = range.lowerBound
        var literal = false
        while at < range.upperBound {
            let byte = bytes[at]
            if literal, bytes[at...].starts(with: "]]>".utf8) {
                literal = false
                at += 2
            } else if byte == UInt8(ascii: "\r") {
                // XML normalizes line endings to a single character.
                let isPair = at + 1 < range.upperBound && bytes[at + 1] == UInt8(ascii: "\n")
                if !isPair { text.append(isAttribute ? 0x20 : 0x0A) }
            } else if literal || byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<") {
                text.append(isAttribute && Self.isWhite(byte) ? 0x20 : byte)
            } else if byte == UInt8(ascii: "&") {
                guard let end = bytes[at..<min(at + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";")),
                    let meant = Self.meaning(of: String(decoding: bytes[(at + 1)..<end], as: UTF8.self))
                else { throw .noXML }
                text += String(meant).utf8
                at = end
            } else if isAttribute {
                throw .noXML
            } else if follows("<![CDATA[", at) {
                literal = true
                at += 8
            } else {
                at = follows("<?", at) ? try next("?>", from: at + 2) + 1 : try next("-->", from: at + 4) + 2
            }
            at += 1
        }
        return text
    }

    /// The character for what is between `&` and `;`.
    private static func meaning(of reference: String) -> Unicode.Scalar? {
        switch reference {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHex = reference.hasPrefix("#x")
            guard reference.hasPrefix("#"), !reference.contains(where: { "+-".contains($0) }),
                let number = UInt32(reference.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
            else { return nil }
            return Unicode.Scalar(number).flatMap { $0.isInXML ? $0 : nil }
        }
    }

    /// Escaped for an element or a quoted attribute. Characters that XML does not allow become spaces.
    static func escaped(_ text: [UInt8]) -> [UInt8] {
        text.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "\""): Array("&quot;".utf8)
            case UInt8(ascii: "\r"): Array("&#13;".utf8)
            default: [byte]
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether XML allows it.
    var isInXML: Bool { value >= 0x20 && value & 0xFFFE != 0xFFFE || [0x09, 0x0A, 0x0D].contains(value) }
}

extension String {
    /// With spaces for characters that XML does not allow.
    var inXML: [UInt8] { unicodeScalars.flatMap { Array(String($0.isInXML ? $0 : " ").utf8) } }
}
