import EvokeClient
import EvokeValues

/// A route as data: requests are matched and checked against it, and `/api/openapi.json` is generated from it.
struct Route: Sendable {
    struct Parameter: Sendable {
        let name: String
        let schema: Schema
        let summary: String
        var mayRepeat = false
    }

    enum Body: Sendable {
        case json(Schema)
        case form([Schema.Field])

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
    }

    enum Answer: Sendable {
        case json(Schema, status: Int = 200)
        case bytes(String)
    }

    let operation: APIOperation
    let summary: String
    let parameters: [Parameter]
    let bodies: [Body]
    let answer: Answer
    /// Statuses of errors besides those that any route can have.
    let problems: [Int]
    let handle: @Sendable (Call) async throws -> Response

    var method: String { operation.method }
    var path: String { operation.path }
    var name: String { operation.rawValue }
    var isOfSearching: Bool { operation == .search || operation == .searchByExample }

    init(
        _ operation: APIOperation, summary: String, parameters: [Parameter] = [], bodies: [Body] = [], answer: Answer,
        problems: [Int] = [], handle: @escaping @Sendable (Call) async throws -> Response
    ) {
        (self.operation, self.summary, self.parameters) = (operation, summary, parameters)
        (self.bodies, self.answer, self.problems, self.handle) = (bodies, answer, problems, handle)
    }

    /// The values of the placeholders in the path; nil if the path does not match.
    func match(_ target: String) -> [String]? {
        let (wanted, given) = (
            path.utf8.split(separator: .slash, omittingEmptySubsequences: false),
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

    func flag(_ name: String) throws(Problem) -> Bool {
        switch try text(name) {
        case nil, "false": false
        case "true": true
        default: throw .wrongUsage("'\(name)' must be true or false")
        }
    }

    private func integer(_ text: String, _ name: String) throws(Problem) -> Int {
        guard let number = Int(text), text.utf8.first != UInt8(ascii: "+") else {
            throw .wrongUsage("'\(name)' is not a whole number")
        }
        return try checked(number, name)
    }

    private func checked(_ number: Int, _ name: String) throws(Problem) -> Int {
        if case .integer(let range) = schema(of: name), !range.contains(number) {
            throw .wrongUsage("'\(name)' is not between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }

    private func schema(of name: String) -> Schema? {
        switch route.parameters.first(where: { $0.name == name })?.schema {
        case .list(let schema, _)?: schema
        case let schema: schema
        }
    }
}
