/// Changes some properties of a sidecar, and leaves every other byte as it is.
struct SidecarEdit {
    private static let start = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>

        """

    let schemas = Schemas()
    private let original: [UInt8]
    /// Whether Exiv2 finds something under a name, which the text may spell differently.
    var isSaid: (String) -> Bool = { _ in false }
    /// The intended content.
    private var xmp: XMP
    /// Evoke's schemas whose prefixes mean others here.
    private let strangers: Set<Int>
    private var new: [Int: [XMPField]] = [:]
    private var gone: Set<Int> = []
    private var goneAttributes: [Range<Int>] = []
    /// The names of changed properties, such as `dc:subject`.
    private(set) var touched: [String] = []

    /// - Parameter bytes: nil for a new sidecar.
    init(_ bytes: [UInt8]?) throws(SidecarProblem) {
        original = bytes ?? Array(Self.start.utf8)
        xmp = try XMP(original, schemas)
        if xmp.descriptions.isEmpty {
            let name = XMPField(name: schemas["rdf:about"], value: XMPValue(content: .text([])))
            let value = XMPValue(content: .text([]), qualifiers: [name])
            let one = [xmp.root: [XMPField(name: schemas.description, value: value)]]
            xmp = try XMP(xmp.document.changed(adding: one, removing: [], attributes: [], schemas), schemas)
        }
        strangers = schemas.strangers(among: xmp.document.declarations)
    }

    /// The changed text. Throws if it would say anything other than before plus the changes made here.
    func text() throws(SidecarProblem) -> [UInt8] {
        guard !touched.isEmpty else { return original }
        let text = xmp.document.changed(adding: new, removing: gone, attributes: goneAttributes, schemas)
        let again = try XMP(text, schemas)
        guard again.descriptions == xmp.descriptions, again.rest == xmp.rest else { throw .loss }
        return text
    }

    // MARK: Single values

    /// Adds a property if it has no value yet.
    mutating func add(_ name: String, _ value: XMPValue) throws(SidecarProblem) {
        guard try place(of: name) == nil else { return }
        let field = XMPField(name: schemas[name], value: value)
        if isSaid(name), !touched.contains(name) {
            guard case .items(schemas.list, _) = value.content else { return }
            throw .form(of: name)
        }
        guard schemas.namespaces(of: field).isDisjoint(with: strangers) else { throw .form(of: name) }
        xmp.descriptions[0].properties.append(field)
        new[xmp.document.elements[xmp.root].children[0], default: []].append(field)
        touched.append(name)
    }

    /// Removes a property if it has exactly this value.
    mutating func withdraw(_ name: String, _ value: XMPValue) throws(SidecarProblem) {
        guard let place = try place(of: name), self[place] == value, isPlain(self[place]) else { return }
        remove(at: place, name)
    }

    private struct Place {
        let description: Int
        let property: Int
    }

    /// Nil if the property has no value.
    private func place(of name: String) throws(SidecarProblem) -> Place? {
        let key = schemas[name]
        guard !strangers.contains(key.namespace) else { throw .form(of: name) }
        var places: [Place] = []
        for (number, description) in xmp.descriptions.enumerated() {
            places += description.properties.indices.filter { description.properties[$0].name == key }
                .map { Place(description: number, property: $0) }
        }
        guard places.count <= 1 else { throw .form(of: name) }
        return places.first
    }

    private subscript(_ place: Place) -> XMPValue {
        get { xmp.descriptions[place.description].properties[place.property].value }
        set { xmp.descriptions[place.description].properties[place.property].value = newValue }
    }

    private mutating func remove(at place: Place, _ name: String) {
        let value = xmp.descriptions[place.description].properties.remove(at: place.property).value
        if let element = value.place.element { gone.insert(element) } else { goneAttributes.append(value.place.range!) }
        touched.append(name)
    }

    /// Whether it is plain text, without comments and qualifiers.
    private func isPlain(_ value: XMPValue) -> Bool {
        value.place.range != nil && value.qualifiers.isEmpty
            && value.place.element.map { !xmp.document.elements[$0].hasRemarks } ?? true
    }

    // MARK: Lists

    /// - Parameters:
    ///   - item: the item as Evoke writes it.
    ///   - said: the meaning of any program's item.
    ///   - isOptional: whether nothing is added if there is no such list.
    mutating func change(
        list name: String, without withdrawn: [String], with wanted: [String], isOptional: Bool = false,
        _ item: ([UInt8]) -> XMPValue, _ said: (XMPValue) -> [UInt8]?
    ) throws(SidecarProblem) {
        let withdrawn = Set(withdrawn.map(\.inXML))
        guard let place = try place(of: name) else {
            guard !isOptional, !wanted.isEmpty else { return }
            var seen: Set<[UInt8]> = []
            let items = wanted.map(\.inXML).filter { seen.insert($0).inserted }.map(item)
            return try add(name, XMPValue(content: .items(schemas.list, items)))
        }
        guard case .items(let kind, let items) = self[place].content, kind != schemas.languages,
            let inside = self[place].place.inside
        else {
            if isOptional || wanted.isEmpty { return }
            throw .form(of: name)
        }
        guard !items.isEmpty || !isOptional else { return }
        func goes(_ one: XMPValue) -> Bool {
            said(one).map { withdrawn.contains($0) && one == item($0) } ?? false && isPlain(one)
        }
        var kept = items.filter { !goes($0) }
        var known = Set(kept.compactMap(said))
        let more = wanted.map(\.inXML).filter { known.insert($0).inserted }.map(item)
        if kept.isEmpty, more.isEmpty, !items.isEmpty, isPlain(self[place]) { return remove(at: place, name) }
        guard kept.count < items.count || !more.isEmpty else { return }
        gone.formUnion(items.filter(goes).compactMap(\.place.element))
        if !more.isEmpty {
            new[inside, default: []] += more.map { XMPField(name: schemas.item, value: $0) }
        }
        kept += more
        self[place].content = .items(kind, kept)
        touched.append(name)
    }

    /// Adds missing fields to a structure, which may exist already, and items to its list.
    mutating func extend(
        _ name: String, _ fields: [(String, XMPValue)], list: String, with items: [XMPValue]
    ) throws(SidecarProblem) {
        let own = fields.map { XMPField(name: schemas[$0], value: $1) }
        let all = XMPField(name: schemas[list], value: XMPValue(content: .items(schemas.list, items)))
        guard let place = try place(of: name) else { return try add(name, XMPValue(content: .fields(own + [all]))) }
        guard case .fields(var known) = self[place].content, let inside = self[place].place.inside,
            schemas.namespaces(of: all).union(own.flatMap(schemas.namespaces)).isDisjoint(with: strangers)
        else { throw .form(of: name) }
        let listed = known.firstIndex { $0.name == all.name }
        if let listed {
            guard case .items(let kind, let others) = known[listed].value.content, kind != schemas.languages,
                let inside = known[listed].value.place.inside
            else { throw .form(of: list) }
            known[listed].value.content = .items(kind, others + items)
            new[inside, default: []] += items.map { XMPField(name: schemas.item, value: $0) }
        }
        let more = own.filter { one in !known.contains { $0.name == one.name } } + (listed == nil ? [all] : [])
        if !more.isEmpty { new[inside, default: []] += more }
        self[place].content = .fields(known + more)
        touched.append(name)
    }
}

/// The XMP schemas that Evoke writes, by their usual prefixes.
struct Schemas {
    static let addresses = [
        "dc": "http://purl.org/dc/elements/1.1/",
        "digiKam": "http://www.digikam.org/ns/1.0/",
        "exif": "http://ns.adobe.com/exif/1.0/",
        "lr": "http://ns.adobe.com/lightroom/1.0/",
        "mwg-coll": "http://www.metadataworkinggroup.com/schemas/collections/",
        "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
        "photoshop": "http://ns.adobe.com/photoshop/1.0/",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "stArea": "http://ns.adobe.com/xmp/sType/Area#",
        "stDim": "http://ns.adobe.com/xap/1.0/sType/Dimensions#",
        "xml": "http://www.w3.org/XML/1998/namespace",
        "xmp": "http://ns.adobe.com/xap/1.0/",
        "xmpDM": "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    ]

    let names = XMLNames()
    /// The namespace of attributes without a prefix.
    let none: Int
    let prefixes: [Int: String]
    let (rdf, description, item, list, languages): (XMLName, XMLName, XMLName, XMLName, XMLName)
    let (parseType, value, resource): (XMLName, XMLName, XMLName)
    let lists: Set<XMLName>
    /// Attributes that identify a resource.
    let namesOfNodes: Set<XMLName>
    /// Attributes that qualify a value without changing it.
    let namesOfValues: Set<XMLName>

    init() {
        let names = names
        func named(_ words: [String]) -> Set<XMLName> { Set(words.map { Self.name($0, names) }) }
        none = names.number(of: "")
        // Cannot fail: addresses are unique.
        prefixes = Dictionary(uniqueKeysWithValues: Self.addresses.map { (names.number(of: $0.value), $0.key) })
        (rdf, description) = (Self.name("rdf:RDF", names), Self.name("rdf:Description", names))
        (list, languages) = (Self.name("rdf:Bag", names), Self.name("rdf:Alt", names))
        (item, parseType) = (Self.name("rdf:li", names), Self.name("rdf:parseType", names))
        (value, resource) = (Self.name("rdf:value", names), Self.name("rdf:resource", names))
        lists = named(["rdf:Bag", "rdf:Seq", "rdf:Alt"])
        let own = [XMLName(namespace: none, local: names.number(of: "about"))]
        namesOfNodes = named(["rdf:about", "rdf:ID", "rdf:nodeID", "xml:lang", "xml:base"]).union(own)
        namesOfValues = named(["xml:lang", "xml:space", "rdf:ID", "rdf:nodeID", "rdf:datatype"])
    }

    /// The name for a string such as `dc:subject`.
    subscript(_ name: String) -> XMLName { Self.name(name, names) }

    private static func name(_ name: String, _ names: XMLNames) -> XMLName {
        let parts = name.split(separator: ":")
        return XMLName(
            namespace: names.number(of: addresses[String(parts[0])]!), local: names.number(of: String(parts[1])))
    }

    /// The schemas whose prefix means another namespace somewhere in the text. XMP's own element has no properties, so
    /// its prefix is free.
    func strangers(among declarations: [XMLDocument.Declaration]) -> Set<Int> {
        let own = names.number(of: "adobe:ns:meta/")
        let usual = Self.addresses.mapValues { names.number(of: $0) }
        return Set(
            declarations.compactMap { one in
                usual[String(decoding: one.prefix, as: UTF8.self)]
                    .flatMap { $0 == one.namespace || one.namespace == own ? nil : $0 }
            })
    }

    /// The namespaces used in writing it.
    func namespaces(of field: XMPField) -> Set<Int> {
        var all: Set = [field.name.namespace]
        for one in field.value.qualifiers { all.insert(one.name.namespace) }
        switch field.value.content {
        case .text: break
        case .resource: all.insert(resource.namespace)
        case .fields(let fields): all.formUnion(fields.flatMap(namespaces) + [parseType.namespace])
        case .items(let kind, let items):
            all.formUnion(items.flatMap { namespaces(of: XMPField(name: kind, value: $0)) } + [kind.namespace])
        }
        return all
    }
}
