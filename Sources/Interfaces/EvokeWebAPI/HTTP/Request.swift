/// A request as it came over a connection, with nothing decoded yet.
public struct Request: Sendable {
    /// How it came.
    public enum Way: Sendable, Hashable {
        case network(isEncrypted: Bool)
        /// The socket in the library's folder, which only its owner can reach.
        case librarySocket
    }

    public let method: String
    /// Path and query, as they stand in the request line.
    public let target: String
    public let headers: Headers
    public var body: [UInt8]
    public let way: Way
    /// Whether the server's own user asks, or root.
    public let isOfOwner: Bool

    public init(
        method: String, target: String, headers: Headers = Headers(), body: [UInt8] = [], way: Way,
        isOfOwner: Bool = false
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.way = way
        self.isOfOwner = isOfOwner
    }
}

/// Header fields; names are of any case.
public struct Headers: Sendable {
    private var fields: [String: String] = [:]

    public init(_ fields: [(String, String)] = []) {
        for (name, value) in fields { add(name, value) }
    }

    /// What is given twice is joined by a comma, as the standard says; no check then passes by looking at one of them.
    public mutating func add(_ name: String, _ value: String) {
        let name = name.lowercased()
        fields[name] = fields[name].map { "\($0), \(value)" } ?? value
    }

    public subscript(name: String) -> String? { fields[name] }
}
