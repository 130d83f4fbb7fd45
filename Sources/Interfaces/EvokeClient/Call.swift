import EvokeValues
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request to the server.
struct Call {
    /// A value that is nil or false is left out; a list is one parameter for each value.
    typealias Query = KeyValuePairs<String, Any?>

    let operation: AnyOperation
    /// The values of the path's placeholders.
    var pieces: [Any] = []
    var query: Query = [:]
    var body: (type: String, bytes: [UInt8])?

    private var address: String {
        let question = query.flatMap { name, value -> [String] in
            guard let value, value as? Bool != false else { return [] }
            return (value as? [Any] ?? [value]).map { "\(name)=\(AnyOperation.escaped("\($0)"))" }
        }
        let path = operation.path(with: pieces.map { "\($0)" })
        return question.isEmpty ? path : "\(path)?\(question.joined(separator: "&"))"
    }

    /// Nil if the server's address is invalid.
    func request(to base: String, token: String?) -> URLRequest? {
        guard let url = URL(string: base + address) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = operation.method
        // `Wire` enforces the time limit.
        request.timeoutInterval = 30 * 86_400
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.setValue(body.type, forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body.bytes)
        } else if operation.method != "GET" {
            request.setValue("0", forHTTPHeaderField: "Content-Length")
        }
        return request
    }
}

/// A picture with fields, as `multipart/form-data`.
struct UploadForm {
    private let boundary: String
    private var bytes: [UInt8] = []

    init(picture: [UInt8]) {
        // Too long to occur in a picture by chance.
        boundary = "evoke-" + (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
        add("picture\"; filename=\"picture", picture)
    }

    mutating func add(_ name: String, _ value: String?) {
        if let value { add(name, Array(value.utf8)) }
    }

    private mutating func add(_ name: String, _ value: [UInt8]) {
        bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8
        bytes += value
        bytes += "\r\n".utf8
    }

    var type: String { "multipart/form-data; boundary=\(boundary)" }
    var body: [UInt8] { bytes + Array("--\(boundary)--\r\n".utf8) }
}
