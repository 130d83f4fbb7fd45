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
            let isName = schemas.namesOfNodes.contains(attribute.name)
            guard isName || attribute.name.namespace != schemas.none else { throw .noXMP }
            if isName {
                names.append(XMPField(name: attribute.name, value: value))
            } else {
                fields.append(XMPField(name: attribute.name, value: value))
            }
        }
        for child in element.children {
            fields.append(XMPField(name: document.elements[child].name, value: try value(of: child)))
        }
        return (fields, names)
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
