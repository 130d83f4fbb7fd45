/// The elements of an XML text, with their ranges in it.
///
/// Everything that two programs could read differently is refused: encodings other than UTF-8, declared entities,
/// prefixes without a namespace.
struct XMLDocument {
    struct Element {
        let name: XMLName
        /// The tag's name in the text, with its prefix.
        let tag: Range<Int>
        let parent: Int?
        /// The range in `attributes`.
        fileprivate(set) var attributes = 0..<0
        /// The range in `declarations`.
        fileprivate(set) var declarations = 0..<0
        /// Between start tag and end tag.
        fileprivate(set) var content = 0..<0
        /// Including both tags.
        fileprivate(set) var range: Range<Int>
        fileprivate(set) var children: [Int] = []
        /// Whether it contains text other than whitespace, apart from its children.
        fileprivate(set) var hasText = false
        /// Whether comments, processing instructions or CDATA occur anywhere in it.
        fileprivate(set) var hasRemarks = false

        /// Whether it is an empty-element tag, `<a/>`.
        var isOneTag: Bool { content.upperBound == range.upperBound }
    }

    struct Attribute {
        let name: XMLName
        /// Including the whitespace before it.
        let range: Range<Int>
        let value: Range<Int>
    }

    struct Declaration {
        let prefix: [UInt8]
        let namespace: Int
    }

    let bytes: [UInt8]
    let names: XMLNames
    /// In document order, beginning with the root.
    private(set) var elements: [Element] = []
    private(set) var attributes: [Attribute] = []
    private(set) var declarations: [Declaration] = []
    /// Comments and processing instructions.
    private(set) var remarks: [Range<Int>] = []

    private var at = 0
    private var open: [Int] = []
    private var namespaces: [[UInt8]: [Int]]

    init(_ bytes: [UInt8], names: XMLNames) throws(SidecarProblem) {
        (self.bytes, self.names) = (bytes, names)
        namespaces = [Array("xml".utf8): [names.number(of: "http://www.w3.org/XML/1998/namespace")]]
        guard bytes.contains(where: { !Self.isWhite($0) }) else { throw .empty }
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.starts(with: [0xFF, 0xFE]) else {
            throw .encoding
        }
        guard !bytes.contains(where: { $0 < 0x20 && !Self.isWhite($0) }) else { throw .noXML }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
        while at < bytes.count { try readNext() }
        guard open.isEmpty, !elements.isEmpty else { throw .noXML }
    }

    private mutating func readNext() throws(SidecarProblem) {
        guard bytes[at] == UInt8(ascii: "<") else { return try readText() }
        if follows("<!--", at) {
            return readRemark(to: try next("-->", from: at + 4) + 3)
        } else if follows("<?", at) {
            let end = try next("?>", from: at + 2) + 2
            let text = String(decoding: bytes[at..<end], as: UTF8.self).lowercased()
            guard text.hasPrefix("<?xml"), text.dropFirst(5).first.map({ $0.isWhitespace || $0 == "?" }) == true else {
                return readRemark(to: end)
            }
            let words = text.filter { !$0.isWhitespace }.replacing("'", with: "\"")
            guard words.contains("encoding=\"utf-8\"") || !words.contains("encoding") else { throw .encoding }
            guard at == 0 || at == 3 && elements.isEmpty && remarks.isEmpty else { throw .noXML }
            at = end
        } else if follows("<![CDATA[", at) {
            guard let parent = open.last else { throw .noXML }
            elements[parent].hasText = true
            elements[parent].hasRemarks = true
            at = try next("]]>", from: at + 9) + 3
        } else if follows("</", at) {
            try readEnd()
        } else {
            try readStart()
        }
    }

    private mutating func readRemark(to end: Int) {
        remarks.append(at..<end)
        if let parent = open.last { elements[parent].hasRemarks = true }
        at = end
    }

    private mutating func readText() throws(SidecarProblem) {
        let start = at
        var isWhite = true
        while at < bytes.count, bytes[at] != UInt8(ascii: "<") {
            isWhite = isWhite && Self.isWhite(bytes[at])
            at += 1
        }
        guard !isWhite else { return }
        guard let parent = open.last else { throw .noXML }
        elements[parent].hasText = true
        _ = try text(start..<at, isAttribute: false)
    }

    private mutating func skipWhite() {
        while at < bytes.count, Self.isWhite(bytes[at]) { at += 1 }
    }

    private mutating func take(_ byte: Character) throws(SidecarProblem) {
        guard at < bytes.count, bytes[at] == byte.asciiValue else { throw .noXML }
        at += 1
    }

    private mutating func readName() throws(SidecarProblem) -> Range<Int> {
        let start = at
        while at < bytes.count, !Self.endsName[Int(bytes[at])] { at += 1 }
        let name = bytes[start..<at]
        guard let first = name.first, first > UInt8(ascii: "9"), name.last != UInt8(ascii: ":"),
            first != UInt8(ascii: ":"), name.count(where: { $0 == UInt8(ascii: ":") }) <= 1
        else { throw .noXML }
        return start..<at
    }

    private static let endsName = (0...255).map { " \t\r\n<>&'\"=/?!;,#@%(){}[]*+$^`|~\\".utf8.contains($0) }

    private mutating func readStart() throws(SidecarProblem) {
        let start = at
        at += 1
        let tag = try readName()
        var found: [(name: Range<Int>, range: Range<Int>, value: Range<Int>)] = []
        let firstDeclaration = declarations.count
        while true {
            let gap = at
            skipWhite()
            guard at < bytes.count else { throw .noXML }
            if bytes[at] == UInt8(ascii: ">") || bytes[at] == UInt8(ascii: "/") { break }
            guard gap < at else { throw .noXML }
            let name = try readName()
            skipWhite()
            try take("=")
            skipWhite()
            guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'"),
                let end = bytes[(at + 1)...].firstIndex(of: bytes[at])
            else { throw .noXML }
            let value = at + 1..<end
            at = end + 1
            let text = try text(value, isAttribute: true)
            if follows("xmlns", name.lowerBound), name.count == 5 || follows(":", name.lowerBound + 5) {
                let prefix = Array(bytes[name].dropFirst(6))
                guard !text.isEmpty || prefix.isEmpty, prefix != Array("xml".utf8) else { throw .noXML }
                declarations.append(Declaration(prefix: prefix, namespace: names.number(of: text)))
            } else {
                found.append((name, gap..<at, value))
            }
        }
        let new = declarations[firstDeclaration...]
        guard Set(new.map(\.prefix)).count == new.count else { throw .noXML }
        for one in new { namespaces[one.prefix, default: []].append(one.namespace) }
        let firstAttribute = attributes.count
        for one in found {
            attributes.append(
                Attribute(name: try name(one.name, isAttribute: true), range: one.range, value: one.value))
        }
        guard Set(attributes[firstAttribute...].map(\.name)).count == found.count else { throw .noXML }
        let isOneTag = bytes[at] == UInt8(ascii: "/")
        if isOneTag { at += 1 }
        try take(">")
        guard open.last != nil || elements.isEmpty, open.count < Self.deepest else { throw .noXML }
        var element = Element(
            name: try name(tag, isAttribute: false), tag: tag, parent: open.last, range: start..<at)
        element.attributes = firstAttribute..<attributes.count
        element.declarations = firstDeclaration..<declarations.count
        element.content = at..<at
        if let parent = open.last { elements[parent].children.append(elements.count) }
        open.append(elements.count)
        elements.append(element)
        if isOneTag { close() }
    }

    /// Deeper nesting is an attack.
    private static let deepest = 100

    private mutating func readEnd() throws(SidecarProblem) {
        guard let last = open.last else { throw .noXML }
        let end = at
        at += 2
        let tag = try readName()
        guard bytes[tag] == bytes[elements[last].tag] else { throw .noXML }
        skipWhite()
        try take(">")
        elements[last].content = elements[last].content.lowerBound..<end
        elements[last].range = elements[last].range.lowerBound..<at
        close()
    }

    private mutating func close() {
        let last = open.removeLast()
        for one in declarations[elements[last].declarations] { namespaces[one.prefix]?.removeLast() }
        if let parent = open.last, elements[last].hasRemarks { elements[parent].hasRemarks = true }
    }

    private func name(_ range: Range<Int>, isAttribute: Bool) throws(SidecarProblem) -> XMLName {
        let parts = bytes[range].split(separator: UInt8(ascii: ":"))
        let local = names.number(of: Array(parts.last ?? []))
        if parts.count == 1, isAttribute { return XMLName(namespace: names.number(of: ""), local: local) }
        let prefix = parts.count == 1 ? [] : Array(parts[0])
        guard let namespace = namespaces[prefix]?.last ?? (prefix.isEmpty ? names.number(of: "") : nil) else {
            throw .noXML
        }
        return XMLName(namespace: namespace, local: local)
    }
}
