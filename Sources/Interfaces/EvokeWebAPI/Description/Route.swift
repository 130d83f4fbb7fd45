import EvokeClient
import EvokeValues

/// An operation and how it is handled: requests are matched and checked against it.
@dynamicMemberLookup
struct Route: Sendable {
    typealias Handler<Asked> = @Sendable (Asked) async throws -> Response

    let operation: AnyOperation
    let handle: Handler<Call>
    /// For visitors, if the operation is for them.
    let visit: Handler<Visit>?

    /// One without a body.
    init<Answer>(
        _ operation: APIOperation<Never, Answer>, visit: (@Sendable (Visit) async throws -> Answer)? = nil,
        handle: @escaping @Sendable (Call) async throws -> Answer
    ) {
        self.operation = operation.any
        self.handle = { call in try await Response.json(handle(call), status: operation.status) }
        self.visit = visit.map { visit -> Handler<Visit> in { asked in try await Response.json(visit(asked)) } }
    }

    /// One with a body.
    init<Request, Answer>(
        _ operation: APIOperation<Request, Answer>, form: (@Sendable (Call, Form) async throws -> Answer)? = nil,
        handle: @escaping @Sendable (Call, Request) async throws -> Answer
    ) {
        self.operation = operation.any
        self.handle = { call in
            if let form, let given = try await call.form() { return try await Response.json(form(call, given)) }
            return try await Response.json(handle(call, call.json(Request.self)), status: operation.status)
        }
        visit = nil
    }

    /// One whose answer is not JSON, or of several types.
    init<Request>(
        raw operation: APIOperation<Request, [UInt8]>, visit: Handler<Visit>? = nil, handle: @escaping Handler<Call>
    ) {
        (self.operation, self.visit, self.handle) = (operation.any, visit, handle)
    }

    subscript<Value>(dynamicMember path: KeyPath<AnyOperation, Value>) -> Value { operation[keyPath: path] }

    var isOfSearching: Bool { operation.path == API.search.path }

    /// The values of the placeholders in the path; nil if the path does not match.
    func match(_ target: String) -> [String]? {
        let (wanted, given) = (
            operation.path.utf8.split(separator: .slash, omittingEmptySubsequences: false),
            target.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        )
        guard wanted.count == given.count else { return nil }
        var values: [String] = []
        for (wanted, given) in zip(wanted, given) {
            if wanted.first == UInt8(ascii: "{") {
                values.append(String(Substring(given)))
            } else if !wanted.elementsEqual(given) {
                return nil
            }
        }
        return values
    }
}

extension AnyOperation.Body {
    var mediaType: String {
        switch self {
        case .json: "application/json"
        case .form: "multipart/form-data"
        }
    }

    var limit: Int {
        switch self {
        case .json: Limits.jsonBytes
        case .form: Limits.formBytes
        }
    }

    var schema: Schema {
        switch self {
        case .json(let type): .of(type)
        case .form(let fields): .object(fields)
        }
    }
}

/// A request on its route.
struct Call: Sendable {
    let service: Service
    let request: Request
    let route: Route
    let target: Target
    /// The values of the path's placeholders.
    let pieces: [String]

    func text(_ name: String) throws(Problem) -> String? {
        let values = target.values(of: name)
        guard values.count <= 1 else { throw .wrongUsage("'\(name)' is given twice") }
        guard let value = values.first else { return nil }
        if case .text(let most?, _, _) = schema(of: name), value.unicodeScalars.count > most {
            throw .wrongUsage("'\(name)' is longer than \(most) characters")
        }
        return value
    }

    func integer(_ name: String) throws(Problem) -> Int? {
        guard let text = try text(name) else { return nil }
        return try integer(text, name)
    }

    func integers(_ name: String) throws(Problem) -> [Int] {
        var numbers: [Int] = []
        for text in target.values(of: name) { numbers.append(try integer(text, name)) }
        return numbers
    }

    func flag(_ name: String) throws(Problem) -> Bool { try Check.flag(text(name), name) }

    private func integer(_ text: String, _ name: String) throws(Problem) -> Int {
        guard let number = Int(text), text.utf8.first != UInt8(ascii: "+") else {
            throw .wrongUsage("'\(name)' is not a whole number")
        }
        guard case .integer(let range) = schema(of: name) else { return number }
        return try Check.integer(number, name, range)
    }

    private func schema(of name: String) -> Schema? {
        switch route.parameters.first(where: { $0.name == name })?.schema {
        case .list(let schema, _)?: schema
        case let schema: schema
        }
    }
}
