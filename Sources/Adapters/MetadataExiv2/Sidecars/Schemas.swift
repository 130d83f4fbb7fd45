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
