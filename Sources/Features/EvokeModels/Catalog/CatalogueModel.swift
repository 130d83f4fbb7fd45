/// A model that somebody publishes, with what a person needs to know to choose it.
public struct CatalogueModel: Hashable, Sendable {
    /// One of the files that it consists of.
    public struct File: Hashable, Sendable, Codable {
        /// Where it lies in the model's folder.
        public let path: String
        /// Where it is published, if that is elsewhere: a path below the model's address, or an address of its own.
        public let from: String?
        /// In bytes. Nil where the server is to say it.
        public let size: Int64?
        /// In hexadecimal. Without it the file is checked against what the server says of it.
        public let sha256: String?

        /// Made by whoever writes a catalogue; nothing is checked before ``ModelCatalogue/read(_:from:)``.
        public init(_ path: String, from: String? = nil, size: Int64? = nil, sha256: String? = nil) {
            self.path = path
            self.from = from
            self.size = size
            self.sha256 = sha256
        }
    }

    /// One of several forms of a model, each for a part of its users; what it leaves out is as in the model itself.
    public struct Variant: Hashable, Sendable, Codable {
        /// Its name within the model: letters, digits and `-_.`, up to 64.
        public let name: String
        /// How large its part is, compared with the shares of the others.
        public let share: Int
        /// The address that its files are below; nil for the model's.
        public let address: String?
        /// Nil for the model's.
        public let files: [File]?
        /// Nil for the model's. A pair of towers has no variant that is a graph.
        public let graph: GraphDescription?
        /// All its files together, about; nil for the model's.
        public let bytes: Int64?

        /// Made by whoever writes a catalogue; nothing is checked before ``ModelCatalogue/read(_:from:)``.
        public init(
            _ name: String, share: Int, address: String? = nil, files: [File]? = nil, graph: GraphDescription? = nil,
            bytes: Int64? = nil
        ) {
            self.name = name
            self.share = share
            self.address = address
            self.files = files
            self.graph = graph
            self.bytes = bytes
        }
    }

    /// What it is called on the shelf: letters, digits and `-_.`, up to 64.
    public let name: String
    /// What people call it: "MobileCLIP2-S0 (Apple)".
    public let title: String
    /// What it is for, for people.
    public let purpose: String
    /// Those of its text side, for people: "about 100". A graph by itself may have none.
    public let languages: String
    /// What its licence is called, for people.
    public let licence: String
    /// Whether its publisher gives it only to those who have agreed to its licence.
    public let isGated: Bool
    /// Of the vectors of a pair of towers; a single graph has none.
    public let dimensions: Int?
    /// All files together, about.
    public let bytes: Int64
    /// How fast it is, for people; empty where nobody has measured that.
    public let speed: String
    /// Where its publisher writes about it.
    public let page: String
    /// The address that its files are below; nil when nobody publishes it in a form that Evoke reads.
    public let address: String?
    /// From 1 to 500.
    public let files: [File]
    /// Where it is a single graph, and not a pair of towers.
    public let graph: GraphDescription?
    /// Where not everybody gets the same.
    public let variants: [Variant]

    /// Made by whoever writes a catalogue; nothing is checked before ``ModelCatalogue/read(_:from:)``.
    public init(
        name: String, title: String, purpose: String, languages: String, licence: String, isGated: Bool = false,
        dimensions: Int? = nil, bytes: Int64, speed: String, page: String, address: String?, files: [File],
        graph: GraphDescription? = nil, variants: [Variant] = []
    ) {
        self.name = name
        self.title = title
        self.purpose = purpose
        self.languages = languages
        self.licence = licence
        self.isGated = isGated
        self.dimensions = dimensions
        self.bytes = bytes
        self.speed = speed
        self.page = page
        self.address = address
        self.files = files
        self.graph = graph
        self.variants = variants
    }

    /// The model as those get it who have that variant.
    package func of(_ variant: Variant) -> CatalogueModel {
        CatalogueModel(
            name: name, title: title, purpose: purpose, languages: languages, licence: licence, isGated: isGated,
            dimensions: dimensions, bytes: variant.bytes ?? bytes, speed: speed, page: page,
            address: variant.address ?? address, files: variant.files ?? files, graph: variant.graph ?? graph)
    }

    /// Where a file is: below `other`, laid out as in the model's folder, where that is given. Nil when nobody says.
    package func location(of file: File, at other: String? = nil) -> String? {
        if let other { return WebAddress.joined(other, file.path) }
        if let from = file.from, WebAddress.isOne(from) { return from }
        return address.map { WebAddress.joined($0, file.from ?? file.path) }
    }
}

extension CatalogueModel: Codable {
    enum CodingKeys: String, CodingKey {
        case name, title, purpose, languages, licence, dimensions, bytes, speed, page, address, files, graph, variants
        case isGated = "gated"
    }

    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try keys.decode(String.self, forKey: .name), title: try keys.decode(String.self, forKey: .title),
            purpose: try keys.decode(String.self, forKey: .purpose),
            languages: try keys.decode(String.self, forKey: .languages),
            licence: try keys.decode(String.self, forKey: .licence),
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
