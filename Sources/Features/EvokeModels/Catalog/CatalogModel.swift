/// A published model, with what people need to know to choose it.
package struct CatalogModel: Hashable, Sendable {
    /// One of the model's files.
    package struct File: Hashable, Sendable, Codable {
        /// Its path in the model's folder.
        package let path: String
        /// Where it is published, if not at its own path: a path below the model's address, or a full address.
        package let from: String?
        /// In bytes. Nil to ask the server.
        package let size: Int64?
        /// In hexadecimal. Without it, the file is checked against what the server says about it.
        package let sha256: String?

        /// For catalog authors; not checked until ``ModelCatalog/read(_:from:)``.
        package init(_ path: String, from: String? = nil, size: Int64? = nil, sha256: String? = nil) {
            self.path = path
            self.from = from
            self.size = size
            self.sha256 = sha256
        }
    }

    /// One of several forms of a model, each for some of its users; what it omits is the same as in the model.
    package struct Variant: Hashable, Sendable, Codable {
        /// Its name within the model: letters, digits, and `-_.`, up to 64.
        package let name: String
        /// The weight with which it is drawn, relative to the other variants' shares.
        package let share: Int
        /// The base address of its files; nil for the model's.
        package private(set) var address: String?
        /// Nil for the model's.
        package private(set) var files: [File]?
        /// Nil for the model's. A pair of towers cannot have a graph as a variant.
        package private(set) var graph: GraphDescription?
        /// The approximate size of all its files; nil for the model's.
        package private(set) var bytes: Int64?
    }

    /// Its name in the model store: letters, digits, and `-_.`, up to 64.
    package let name: String
    /// Its display name: "MobileCLIP2-S0 (Apple)".
    package let title: String
    /// What it is for, for display.
    package let purpose: String
    /// The languages of its text encoder, for display: "about 100". May be empty for a standalone graph.
    package let languages: String
    /// The name of its license, for display.
    package let license: String
    /// Whether its publisher requires agreeing to its license first.
    package private(set) var isGated = false
    /// The length of its vectors; nil for a standalone graph.
    package private(set) var dimensions: Int?
    /// The approximate size of all files.
    package let bytes: Int64
    /// Its speed, for display; empty if nobody has measured it.
    package let speed: String
    /// Where its publisher describes it.
    package let page: String
    /// The base address of its files; nil if nobody publishes it in a format that Evoke reads.
    package let address: String?
    /// From 1 to 500.
    package let files: [File]
    /// Set for a standalone graph, nil for a pair of towers.
    package private(set) var graph: GraphDescription?
    /// Set if not everyone gets the same files.
    package private(set) var variants: [Variant] = []

    /// The model as users of that variant get it.
    package func of(_ variant: Variant) -> CatalogModel {
        CatalogModel(
            name: name, title: title, purpose: purpose, languages: languages, license: license, isGated: isGated,
            dimensions: dimensions, bytes: variant.bytes ?? bytes, speed: speed, page: page,
            address: variant.address ?? address, files: variant.files ?? files, graph: variant.graph ?? graph)
    }

    /// Returns a file's address: below `other`, if given, with the layout of the model's folder. Nil if it isn't
    /// published.
    package func location(of file: File, at other: String? = nil) -> String? {
        if let other { return WebAddress.joined(other, file.path) }
        if let from = file.from, WebAddress.isOne(from) { return from }
        return address.map { WebAddress.joined($0, file.from ?? file.path) }
    }
}

extension CatalogModel: Codable {
    enum CodingKeys: String, CodingKey {
        case name, title, purpose, languages, dimensions, bytes, speed, page, address, files, graph, variants
        case license = "licence"
        case isGated = "gated"
    }

    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try keys.decode(String.self, forKey: .name), title: try keys.decode(String.self, forKey: .title),
            purpose: try keys.decode(String.self, forKey: .purpose),
            languages: try keys.decode(String.self, forKey: .languages),
            license: try keys.decode(String.self, forKey: .license),
            isGated: try keys.decodeIfPresent(Bool.self, forKey: .isGated) ?? false,
            dimensions: try keys.decodeIfPresent(Int.self, forKey: .dimensions),
            bytes: try keys.decode(Int64.self, forKey: .bytes),
            speed: try keys.decodeIfPresent(String.self, forKey: .speed) ?? "",
            page: try keys.decode(String.self, forKey: .page),
            address: try keys.decodeIfPresent(String.self, forKey: .address),
            files: try keys.decode([File].self, forKey: .files),
            graph: try keys.decodeIfPresent(GraphDescription.self, forKey: .graph),
            variants: try keys.decodeIfPresent([Variant].self, forKey: .variants) ?? [])
    }
}
