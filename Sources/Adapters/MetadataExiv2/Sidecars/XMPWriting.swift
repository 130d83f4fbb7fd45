extension XMLDocument {
    /// The whitespace before an element, if a tag or a comment precedes it.
    func gap(before number: Int) -> Range<Int> {
        let end = elements[number].range.lowerBound
        var start = end
        while start > 0, Self.isWhite(bytes[start - 1]) { start -= 1 }
        return start > 0 && bytes[start - 1] == UInt8(ascii: ">") ? start..<end : end..<end
    }

    /// The whitespace for a new child: the same as before the last one, or a new line.
    private func gap(inside number: Int) -> [UInt8] {
        if let last = elements[number].children.last { return Array(bytes[gap(before: last)]) }
        let line = bytes[gap(before: number)]
        let indent = line.lastIndex(of: UInt8(ascii: "\n")).map { line[($0 + 1)...] } ?? []
        return Array("\n".utf8) + indent + [0x20]
    }

    /// The prefixes of namespaces within an element.
    private func prefixes(inside number: Int) -> [Int: [UInt8]] {
        var (prefixes, seen): ([Int: [UInt8]], Set<[UInt8]>) = ([:], [])
        var place: Int? = number
        while let element = place.map({ elements[$0] }) {
            for one in declarations[element.declarations] {
                guard seen.insert(one.prefix).inserted, !one.prefix.isEmpty else { continue }
                prefixes[one.namespace] = prefixes[one.namespace] ?? one.prefix
            }
            place = element.parent
        }
        return prefixes
    }

    /// The text without some elements and attributes, and with others appended inside elements. All other bytes stay.
    ///
    /// An empty-element tag gets its first child without whitespace, and becomes an empty-element tag again if that is
    /// removed.
    func changed(
        adding new: [Int: [XMPField]], removing gone: Set<Int>, attributes: [Range<Int>], _ schemas: Schemas
    ) -> [UInt8] {
        var splices = attributes.map { (range: $0, text: [UInt8]()) }
        for (parent, children) in Dictionary(grouping: gone, by: { elements[$0].parent! }) {
            let element = elements[parent]
            let ranges = children.sorted().map { gap(before: $0).lowerBound..<elements[$0].range.upperBound }
            if new[parent] == nil, ranges.map(\.count).reduce(0, +) == element.content.count,
                ranges[0].lowerBound == elements[element.children[0]].range.lowerBound
            {
                splices.append((element.content.lowerBound - 1..<element.range.upperBound, Array("/>".utf8)))
            } else {
                splices += ranges.map { ($0, []) }
            }
        }
        for (parent, fields) in new {
            let element = elements[parent]
            let (gap, prefixes) = (gap(inside: parent), prefixes(inside: parent))
            let texts = fields.map { XMPText(after: gap, prefixes, schemas).text(of: $0) }
            if element.isOneTag {
                let end = element.range.upperBound
                let tags = (Array(">".utf8), Array("</".utf8) + bytes[element.tag] + Array(">".utf8))
                splices.append((end - 2..<end, tags.0 + texts.joined(separator: gap) + tags.1))
            } else {
                let end = element.children.last.map { elements[$0].range.upperBound } ?? element.content.lowerBound
                splices.append((end..<end, texts.flatMap { gap + $0 }))
            }
        }
        var (text, at): ([UInt8], Int) = ([], 0)
        func places(_ range: Range<Int>) -> (Int, Int) { (range.lowerBound, range.upperBound) }
        for splice in splices.sorted(by: { places($0.range) < places($1.range) }) {
            text += bytes[at..<splice.range.lowerBound] + splice.text
            at = splice.range.upperBound
        }
        return text + bytes[at...]
    }
}

/// Writes new properties as XML.
private struct XMPText {
    private let gap: [UInt8]
    private let prefixes: [Int: [UInt8]]
    private let schemas: Schemas

    init(after gap: [UInt8], _ prefixes: [Int: [UInt8]], _ schemas: Schemas) {
        (self.gap, self.prefixes, self.schemas) = (gap, prefixes, schemas)
    }

    /// Declares prefixes that are missing in its tag.
    func text(of field: XMPField) -> [UInt8] {
        var all = prefixes
        var declarations = ""
        for namespace in schemas.namespaces(of: field).sorted() where all[namespace] == nil {
            let prefix = schemas.prefixes[namespace] ?? ""
            all[namespace] = Array(prefix.utf8)
            if prefix != "xml" { declarations += " xmlns:\(prefix)=\"\(Schemas.addresses[prefix] ?? "")\"" }
        }
        return XMPText(after: gap, all, schemas).text(of: field, Array(declarations.utf8))
    }

    private func text(of field: XMPField, _ attributes: [UInt8]) -> [UInt8] {
        var attributes = attributes
        for one in field.value.qualifiers {
            guard case .text(let text) = one.value.content else { continue }
            attributes += Array(" ".utf8) + tag(one.name) + Array("=\"".utf8)
            attributes += XMLDocument.escaped(text) + Array("\"".utf8)
        }
        let inner = XMPText(after: gap.isEmpty ? gap : gap + [0x20], prefixes, schemas)
        switch field.value.content {
        case .text(let text), .resource(let text):
            return element(field.name, attributes, XMLDocument.escaped(text))
        case .fields(let fields):
            let kind = Array(" ".utf8) + tag(schemas.parseType) + Array("=\"Resource\"".utf8)
            return element(field.name, attributes + kind, inner.lines(fields) + gap)
        case .items(let kind, let items):
            let deeper = XMPText(after: inner.gap.isEmpty ? gap : inner.gap + [0x20], prefixes, schemas)
            let lines = deeper.lines(items.map { XMPField(name: schemas.item, value: $0) })
            return element(field.name, attributes, inner.gap + element(kind, [], lines + inner.gap) + gap)
        }
    }

    private func lines(_ fields: [XMPField]) -> [UInt8] { fields.flatMap { gap + text(of: $0, []) } }

    private func tag(_ name: XMLName) -> [UInt8] {
        (prefixes[name.namespace] ?? []) + Array(":".utf8) + schemas.names.texts[name.local]
    }

    private func element(_ name: XMLName, _ attributes: [UInt8], _ content: [UInt8]) -> [UInt8] {
        let tag = tag(name)
        return Array("<".utf8) + tag + attributes + Array(">".utf8) + content + Array("</".utf8) + tag + Array(">".utf8)
    }
}
