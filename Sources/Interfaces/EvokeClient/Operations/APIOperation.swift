import EvokeValues

/// Something that can be asked of a library over a wire. ``API`` has all of them: the server's routes, the client's
/// requests and the description of the API follow from these values.
///
/// `Request` is the body as JSON, `Never` without one; `Answer` is `[UInt8]` if it is not JSON of one type.
@dynamicMemberLookup
package struct APIOperation<Request: WireType, Answer: WireType>: Sendable {
    package let any: AnyOperation

    /// - Parameters:
    ///   - request: the method and the path.
    ///   - form: the fields of a form that may be sent instead.
    ///   - answer: nil for JSON of the type.
    init(
        _ name: String, _ request: String, _ summary: String, doing: String, askers: AnyOperation.Askers = .anybody,
        changes: Bool? = nil, parameters: [AnyOperation.Parameter] = [], form: [Schema.Field]? = nil,
        answer: AnyOperation.Answer? = nil, status: Int = 200, problems: [Int] = []
    ) {
        let (method, path) = (request.prefix { $0 != " " }, request.drop { $0 != " " }.dropFirst())
        let json: [AnyOperation.Body] = Request.self is Never.Type ? [] : [.json(Request.self)]
        any = AnyOperation(
            name: name, method: String(method), path: String(path), summary: summary, doing: doing, askers: askers,
            changes: changes ?? (method != "GET"), parameters: parameters,
            bodies: json + (form.map { [.form($0)] } ?? []), answer: answer ?? .json([Answer.self]),
            status: status, problems: problems)
    }

    package subscript<Value>(dynamicMember path: KeyPath<AnyOperation, Value>) -> Value { any[keyPath: path] }
}

package typealias WireType = Codable & Sendable

/// An operation of any types.
package struct AnyOperation: Sendable {
    /// Who may ask.
    package enum Askers: Sendable {
        /// Whoever has the token, and the server's own user.
        case owner
        /// If the server is open, everybody else on this machine, too.
        case anybody
        /// Visitors of shares, too, with no parameters but these.
        case visitors(Set<String> = [])
    }

    /// In the query of the address.
    package struct Parameter: Sendable {
        package let name: String
        package let schema: Schema
        package let summary: String

        init(_ name: String, _ schema: Schema, _ summary: String) {
            (self.name, self.schema, self.summary) = (name, schema, summary)
        }
    }

    package enum Body: Sendable {
        case json(any WireType.Type)
        case form([Schema.Field])
    }

    package enum Answer: Sendable {
        /// JSON of one of these types.
        case json([any WireType.Type])
        case object(Schema)
        /// Bytes of that media type.
        case bytes(String)
    }

    /// Its ID in `/api/openapi.json`.
    package let name: String
    package let method: String
    /// Each piece in braces stands for any text without a slash.
    package let path: String
    /// A line of help.
    package let summary: String
    /// For errors of the client: "search for photos".
    package let doing: String
    package let askers: Askers
    /// Whether it changes something in the library, its models, or on its machine.
    package let changes: Bool
    package let parameters: [Parameter]
    package let bodies: [Body]
    package let answer: Answer
    /// Of an answer without an error.
    package let status: Int
    /// Statuses of errors besides those that any operation can have.
    package let problems: [Int]

    /// The path with texts in place of the pieces in braces.
    package func path(with pieces: [String]) -> String {
        var rest = pieces[...]
        return path.split(separator: "/").map { piece in
            "/" + (piece.hasPrefix("{") ? Self.escaped(rest.popFirst() ?? "") : String(piece))
        }.joined()
    }

    /// Percent-encoded for any part of an address. A plus sign means a space in queries, so only letters, digits and
    /// three other characters stay as they are.
    package static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            byte.isLetterOrDigit || "-._".utf8.contains(byte)
                ? String(Unicode.Scalar(byte)) : "%" + byte.hexadecimal.uppercased()
        }.joined()
    }
}
