/// A request as it arrived, not decoded yet.
package struct Request: Sendable {
    /// How it came.
    package enum Way: Sendable, Hashable {
        case network(isEncrypted: Bool)
        /// The socket in the library's folder, which only its owner can open.
        case librarySocket
    }

    package let method: String
    /// Path and query, as in the request line. For a full URL, the rest becomes the header `Host`.
    package let target: String
    package let headers: Headers
    package var body: [UInt8]
    package let way: Way
    /// Whether it comes from the server's own user, or root.
    package let isOfOwner: Bool

    package init(
        method: String, target: String, headers: Headers = Headers(), body: [UInt8] = [], way: Way,
        isOfOwner: Bool = false
    ) {
        self.method = method
        var headers = headers
        let whole = Self.parts(ofAddress: target, way)
        if let whole { headers.set("host", whole.host) }
        self.target = whole?.target ?? target
        self.headers = headers
        self.body = body
        self.way = way
        self.isOfOwner = isOfOwner
    }

    /// A HEAD is a GET without the body in the response.
    var isOfReading: Bool { ["GET", "HEAD"].contains(method) }

    /// The host, which replaces the header `Host`, and the path with query (RFC 9112, 3.2.2); nil for anything but a
    /// full URL with the connection's scheme.
    private static func parts(ofAddress address: String, _ way: Way) -> (host: String, target: String)? {
        let scheme = way == .network(isEncrypted: true) ? "https://" : "http://"
        let (start, rest) = (address.utf8.prefix(scheme.utf8.count), address.utf8.dropFirst(scheme.utf8.count))
        guard String(Substring(start)).lowercased() == scheme else { return nil }
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        let target = String(Substring(rest[end...]))
        return (String(Substring(rest[..<end])), target.utf8.first == UInt8(ascii: "/") ? target : "/" + target)
    }
}

/// Header fields, with case-insensitive names.
package struct Headers: Sendable {
    private var fields: [String: String] = [:]

    package init(_ fields: [(String, String)] = []) {
        for (name, value) in fields { add(name, value) }
    }

    /// Repeated fields are joined by a comma, as the standard says, so that no check sees only one of them.
    package mutating func add(_ name: String, _ value: String) {
        let name = name.lowercased()
        fields[name] = fields[name].map { "\($0), \(value)" } ?? value
    }

    mutating func set(_ name: String, _ value: String) { fields[name] = value }

    package subscript(name: String) -> String? { fields[name] }
}
