/// The value of a property or of a list item.
struct XMPValue: Equatable {
    enum Content: Equatable {
        case text([UInt8])
        /// A URI, as in `rdf:resource`.
        case resource([UInt8])
        case fields([XMPField])
        /// With the kind of list: `rdf:Bag`, `rdf:Seq` or `rdf:Alt`.
        case items(XMLName, [XMPValue])
    }

    var content: Content
    /// Languages and other qualifiers.
    var qualifiers: [XMPField] = []
    var place = Place()

    static func text(_ text: String) -> XMPValue { XMPValue(content: .text(text.inXML)) }

    /// The position in the text. Ignored by ==.
    struct Place: Equatable {
        /// The range to delete along with it; nil if it is new.
        var range: Range<Int>?
        /// The element, if it is one.
        var element: Int?
        /// The element that contains its fields or items.
        var inside: Int?

        static func == (_: Place, _: Place) -> Bool { true }
    }
}

struct XMPField: Equatable {
    let name: XMLName
    var value: XMPValue
}

/// Everything that a sidecar says in XMP, in the order of the text.
struct XMP {
    let document: XMLDocument
    let schemas: Schemas
    /// `rdf:RDF`.
    private(set) var root = 0
    /// Its children, usually `rdf:Description`.
    var descriptions: [Description] = []

    struct Description: Equatable {
        /// The attributes `about` and `ID`.
        fileprivate(set) var names: [XMPField] = []
        var properties: [XMPField] = []
    }

    init(_ bytes: [UInt8], _ schemas: Schemas) throws(SidecarProblem) {
        document = try XMLDocument(bytes, names: schemas.names)
        self.schemas = schemas
        let roots = document.elements.indices.filter { document.elements[$0].name == schemas.rdf }
        guard roots.count == 1, !document.elements[roots[0]].hasText else { throw .noXMP }
        root = roots[0]
        for child in document.elements[root].children {
            let (fields, names) = try fields(ofNode: child)
            descriptions.append(Description(names: names, properties: fields))
        }
        guard descriptions.reduce(0, { $0 + $1.properties.count }) <= Self.mostFields else { throw .size }
    }

    /// Exiv2 compares each field with all others of its structure.
    private static let mostFields = 2_000

    /// The properties of a resource, and the attributes that identify it.
    private func fields(ofNode number: Int) throws(SidecarProblem) -> (fields: [XMPField], names: [XMPField]) {
        let element = document.elements[number]
        guard !element.hasText else { throw .noXMP }
        guard element.attributes.count + element.children.count <= Self.mostFields else { throw .size }
        var (fields, names): ([XMPField], [XMPField]) = ([], [])
        for attribute in document.attributes[element.attributes] {
            let place = XMPValue.Place(range: attribute.range)
            let value = XMPValue(content: .text(try document.text(of: attribute)), place: place)
            let field = XMPField(name: attribute.name, value: value)
            let isName = schemas.namesOfNodes.contains(attribute.name)
            guard isName || attribute.name.namespace != schemas.none else { throw .noXMP }
            if isName { names.append(field) } else { fields.append(field) }
        }
        return (fields + (try self.fields(ofProperty: element)), names)
    }

    /// The value of a property or of a list item.
    private func value(of number: Int) throws(SidecarProblem) -> XMPValue {
        let element = document.elements[number]
        var place = XMPValue.Place(element: number)
        place.range = document.gap(before: number).lowerBound..<element.range.upperBound
        var (others, qualifiers): ([XMPField], [XMPField]) = ([], [])
        var isResource = false
        for attribute in document.attributes[element.attributes] {
            let text = XMPValue(content: .text(try document.text(of: attribute)))
            let field = XMPField(name: attribute.name, value: text)
            guard attribute.name.namespace != schemas.none else { throw .noXMP }
            if attribute.name == schemas.parseType {
                guard text.content == .text(Array("Resource".utf8)) else { throw .noXMP }
                isResource = true
            } else if schemas.namesOfValues.contains(attribute.name) {
                qualifiers.append(field)
            } else {
                others.append(field)
            }
        }
        guard element.children.isEmpty || !element.hasText else { throw .noXMP }
        if isResource {
            guard others.isEmpty, !element.hasText else { throw .noXMP }
            place.inside = number
            return meant(try fields(ofProperty: element), qualifiers, place)
        }
        guard let node = element.children.first else {
            guard !others.isEmpty else {
                return XMPValue(content: .text(try document.text(of: element)), qualifiers: qualifiers, place: place)
            }
            guard !element.hasText else { throw .noXMP }
            guard others.count <= Self.mostFields else { throw .size }
            return meant(others, qualifiers, place)
        }
        guard others.isEmpty, element.children.count == 1 else { throw .noXMP }
        place.inside = node
        let kind = document.elements[node].name
        if schemas.lists.contains(kind) {
            guard document.elements[node].attributes.isEmpty, !document.elements[node].hasText else { throw .noXMP }
            var items: [XMPValue] = []
            for item in document.elements[node].children {
                guard document.elements[item].name == schemas.item else { throw .noXMP }
                items.append(try value(of: item))
            }
            return XMPValue(content: .items(kind, items), qualifiers: qualifiers, place: place)
        }
        let (fields, names) = try fields(ofNode: node)
        qualifiers += names
        if kind != schemas.description {
            qualifiers.append(XMPField(name: kind, value: XMPValue(content: .resource([]))))
        }
        return meant(fields, qualifiers, place)
    }

    private func fields(ofProperty element: XMLDocument.Element) throws(SidecarProblem) -> [XMPField] {
        guard element.children.count <= Self.mostFields else { throw .size }
        var fields: [XMPField] = []
        for child in element.children {
            fields.append(XMPField(name: document.elements[child].name, value: try value(of: child)))
        }
        return fields
    }

    /// A structure; or, if one of the fields is `rdf:value`, that value with the others as qualifiers.
    private func meant(_ fields: [XMPField], _ qualifiers: [XMPField], _ place: XMPValue.Place) -> XMPValue {
        for (name, isResource) in [(schemas.value, false), (schemas.resource, true)] {
            guard let number = fields.firstIndex(where: { $0.name == name }) else { continue }
            var (rest, place) = (fields, place)
            let value = rest.remove(at: number).value
            place.inside = nil
            var content = value.content
            if isResource, case .text(let text) = content { content = .resource(text) }
            return XMPValue(content: content, qualifiers: qualifiers + rest + value.qualifiers, place: place)
        }
        return XMPValue(content: .fields(fields), qualifiers: qualifiers, place: place)
    }

    /// Everything outside XMP: what comes before and after it, comments and processing instructions.
    var rest: [ArraySlice<UInt8>] {
        let range = document.elements[root].range
        return [document.bytes[..<range.lowerBound], document.bytes[range.upperBound...]]
            + document.remarks.map { document.bytes[$0] }
    }
}

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
            let texts = fields.map { XMPText(gap: gap, prefixes: prefixes, schemas: schemas).text(of: $0) }
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
    let gap: [UInt8]
    let prefixes: [Int: [UInt8]]
    let schemas: Schemas

    /// Declares prefixes that are missing in its tag.
    func text(of field: XMPField) -> [UInt8] {
        var all = prefixes
        var declarations = ""
        for namespace in schemas.namespaces(of: field).sorted() where all[namespace] == nil {
            let prefix = schemas.prefixes[namespace] ?? ""
            all[namespace] = Array(prefix.utf8)
            if prefix != "xml" { declarations += " xmlns:\(prefix)=\"\(Schemas.addresses[prefix] ?? "")\"" }
        }
        return XMPText(gap: gap, prefixes: all, schemas: schemas).text(of: field, Array(declarations.utf8))
    }

    private func text(of field: XMPField, _ attributes: [UInt8]) -> [UInt8] {
        var attributes = attributes
        for one in field.value.qualifiers {
            guard case .text(let text) = one.value.content else { continue }
            attributes += Array(" ".utf8) + tag(one.name) + Array("=\"".utf8)
            attributes += XMLDocument.escaped(text) + Array("\"".utf8)
        }
        let inner = XMPText(gap: gap.isEmpty ? gap : gap + [0x20], prefixes: prefixes, schemas: schemas)
        switch field.value.content {
        case .text(let text), .resource(let text):
            return element(field.name, attributes, XMLDocument.escaped(text))
        case .fields(let fields):
            let kind = Array(" ".utf8) + tag(schemas.parseType) + Array("=\"Resource\"".utf8)
            return element(field.name, attributes + kind, inner.lines(fields) + gap)
        case .items(let kind, let items):
            let deeper = XMPText(
                gap: inner.gap.isEmpty ? gap : inner.gap + [0x20], prefixes: prefixes, schemas: schemas)
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
