import EvokeSystem

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

/// A form as `multipart/form-data` (RFC 7578).
struct Form {
    struct Part {
        let name: String
        let fileName: String?
        let bytes: ArraySlice<UInt8>
    }

    let parts: [Part]

    init(_ body: [UInt8], boundary: String) throws(Problem) {
        guard (1...70).contains(boundary.utf8.count) else { throw Self.broken("its boundary is missing or too long") }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // No line break precedes the first delimiter.
        guard body.starts(with: delimiter.dropFirst(2)) else {
            throw Self.broken("it does not start with its boundary")
        }
        var rest = body[(delimiter.count - 2)...]
        var parts: [Part] = []
        while true {
            if rest.starts(with: "--".utf8) { break }
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard rest.starts(with: "\r\n".utf8) else { throw Self.broken("no line break follows a boundary") }
            guard parts.count < Limits.formParts else {
                throw Self.broken("it has more than \(Limits.formParts) parts")
            }
            guard let end = rest.firstPlace(of: delimiter) else { throw Self.broken("its last boundary is missing") }
            parts.append(try Self.part(rest[..<end.lowerBound].dropFirst(2)))
            rest = rest[end.upperBound...]
        }
        self.parts = parts
    }

    /// The part of that name; nil if there is none.
    func part(_ name: String) throws(Problem) -> Part? {
        let found = parts.filter { $0.name == name }
        guard found.count <= 1 else { throw .wrongUsage("the form has '\(name)' twice") }
        return found.first
    }

    func text(_ name: String) throws(Problem) -> String? {
        guard let part = try part(name) else { return nil }
        guard let text = String(validating: part.bytes, as: UTF8.self) else {
            throw .wrongUsage("the form's '\(name)' is not UTF-8")
        }
        return text
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws(Problem) -> Part {
        let newLine = Array("\r\n".utf8)
        var rest = bytes
        var disposition: MediaType?
        var fieldCount = 0
        while !rest.starts(with: newLine) {
            fieldCount += 1
            guard let end = rest.firstPlace(of: newLine), fieldCount <= 8, end.lowerBound - rest.startIndex <= 4_096
            else { throw broken("the header of a part is malformed") }
            let line = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            let halves = line.split(separator: ":", maxSplits: 1)
            if halves.count == 2, halves[0].lowercased() == "content-disposition" {
                disposition = MediaType(halves[1].drop { $0 == " " || $0 == "\t" })
            }
            rest = rest[end.upperBound...]
        }
        guard let disposition, disposition.word == "form-data", let name = disposition.parameters["name"] else {
            throw broken("a part has no name")
        }
        return Part(name: name, fileName: disposition.parameters["filename"], bytes: rest.dropFirst(2))
    }

    private static func broken(_ reason: String) -> Problem {
        .wrongUsage("the form is malformed: \(reason)")
    }
}

/// The path and query of a request.
struct Target {
    /// Undecoded. It is matched with routes as it is; pieces that are texts are decoded afterwards.
    let path: String
    private let parameters: [(name: String, value: String)]

    init(_ target: String) throws(Problem) {
        let bytes = target.utf8
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        path = String(target[..<mark])
        var parameters: [(String, String)] = []
        for part in bytes[mark...].dropFirst().split(separator: UInt8(ascii: "&")) {
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            parameters.append((try Self.decoded(halves[0]), halves.count == 2 ? try Self.decoded(halves[1]) : ""))
        }
        self.parameters = parameters
    }

    /// The names of all parameters.
    var names: Set<String> { Set(parameters.map(\.name)) }

    func values(of name: String) -> [String] { parameters.filter { $0.name == name }.map(\.value) }

    /// The decoded text of a piece of the path, in which a plus is a plus.
    static func text(of piece: String) throws(Problem) -> String {
        try decoded(piece.utf8, plus: UInt8(ascii: "+"))
    }

    /// As in HTML forms: a plus is a space, and %XX is a byte.
    private static func decoded(
        _ text: some Sequence<UInt8>, plus: UInt8 = UInt8(ascii: " ")
    ) throws(Problem) -> String {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(plus)
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexadecimalDigit, let low = rest.next()?.hexadecimalDigit else {
                    throw .wrongUsage("a percent sign in the address is not followed by two hexadecimal digits")
                }
                bytes.append(UInt8(high << 4 | low))
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .wrongUsage("the address is not UTF-8")
        }
        return text
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: Int? { Character(Unicode.Scalar(self)).hexDigitValue }
}
