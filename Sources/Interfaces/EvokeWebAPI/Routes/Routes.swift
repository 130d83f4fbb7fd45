import Evoke
import EvokeClient
import EvokeValues

/// All routes below `/api/`: one for each operation in ``API``.
enum Routes {
    static let all: [Route] =
        server + shares + search + queries + savedSearches + photos + opening + years + maps + duplicates + people
        + marks + archives + labels + library + models

    private static let server = [
        Route(API.health) { call in
            let library = call.service.library
            let (model, lag) = (try await library.model, await library.lag)
            return HealthAnswer(
                status: lag.isTooMuch ? "lagging" : "ok", version: evokeVersion, library: JSONText.path(library.folder),
                model: model.name, lagMs: lag.time.map { Int(nearest: $0 / .milliseconds(1)) },
                standby: lag.isOfStandby ? true : nil)
        },
        Route(raw: API.description) { call in
            Response(
                headers: [("Content-Type", "application/json"), ("Cache-Control", "no-cache")],
                body: .bytes(call.service.description))
        },
    ]
}

extension Call {
    func page() throws(Problem) -> (top: Int, offset: Int) {
        (try integer("top") ?? Limits.usualTop, try integer("offset") ?? 0)
    }

    /// The body as JSON of that type.
    func json<Value: Decodable>(_ type: Value.Type) throws(Problem) -> Value {
        do {
            return try JSONText.value(type, of: request.body)
        } catch let error as DecodingError {
            throw .wrongUsage("the body is not as described: \(error.reason)")
        } catch {
            throw .wrongUsage("the body is not JSON")
        }
    }

    /// The body as a form; nil if it has another type.
    func form() async throws -> Form? {
        guard let type = request.headers["content-type"].flatMap({ MediaType($0) }),
            type.word == "multipart/form-data"
        else { return nil }
        return try await service.uploads.form(request.body, boundary: type.parameters["boundary"] ?? "")
    }
}

extension Form {
    func integer(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let number = Int(text) else { throw .wrongUsage("'\(name)' is not a whole number") }
        return try Check.integer(number, name, range)
    }

    func flag(_ name: String) throws(Problem) -> Bool { try Check.flag(text(name), name) }

    func picture() throws(Problem) -> Part? { try part("picture") }
}

enum Check {
    static func integer(_ number: Int, _ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int {
        guard range.contains(number) else {
            throw .wrongUsage("'\(name)' is not between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }

    static func flag(_ text: String?, _ name: String) throws(Problem) -> Bool {
        switch text {
        case nil, "false": false
        case "true": true
        default: throw .wrongUsage("'\(name)' must be true or false")
        }
    }

    static func photo(_ number: Int64, _ name: String) throws(Problem) -> PhotoID {
        PhotoID(Int64(try integer(Int(number), name, Limits.photoNumbers)))
    }

    static func photos(_ numbers: [Int64], _ name: String, _ count: ClosedRange<Int>) throws(Problem) -> [PhotoID] {
        guard count.contains(numbers.count) else {
            throw .wrongUsage("'\(name)' must have \(count.lowerBound) to \(count.upperBound) photos")
        }
        var photos: [PhotoID] = []
        for number in numbers { photos.append(try photo(number, name)) }
        return photos
    }

    /// A vector of the model, checked by its fingerprint if given, and by its length.
    static func vector(
        _ numbers: [Double], fingerprint: String?, of model: ModelID
    ) throws(Problem) -> Embedding {
        guard fingerprint ?? model.fingerprint == model.fingerprint else {
            throw .wrongUsage("the vector is not from '\(model.name)', the model of this server", status: 422)
        }
        guard numbers.count == model.dimensions else {
            throw .wrongUsage(
                "the vector has \(numbers.count) numbers where those of the model '\(model.name)' have "
                    + "\(model.dimensions)")
        }
        do {
            return try Embedding.received(numbers.map { Float($0) }, asOf: model)
        } catch {
            throw .wrongUsage("the vector has no direction", status: 422)
        }
    }

    /// Nil for a blank text.
    static func text(_ text: String?, _ name: String) throws(Problem) -> String? {
        guard let text, !text.isBlank else { return nil }
        guard text.unicodeScalars.count <= Limits.textCharacters else {
            throw .wrongUsage("'\(name)' is longer than \(Limits.textCharacters) characters")
        }
        return text
    }
}

extension DecodingError {
    fileprivate var reason: String {
        func place(_ context: Context) -> String {
            context.codingPath.isEmpty ? "" : " at '\(context.codingPath.map(\.stringValue).joined(separator: "."))'"
        }
        return switch self {
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
        case .dataCorrupted(let context): "the value is wrong\(place(context))"
        case .keyNotFound(let key, _): "'\(key.stringValue)' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context): "the type is wrong\(place(context))"
        @unknown default: "it cannot be read"
        }
    }
}
