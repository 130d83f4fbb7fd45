import EvokeValues
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request to the server.
struct Call {
    let operation: APIOperation
    /// For errors: "search for photos".
    let doing: String
    /// The values of the path's placeholders.
    let pieces: [String]
    let query: [(String, String)]
    let body: (type: String, bytes: [UInt8])?

    init(
        _ operation: APIOperation, _ doing: String, _ pieces: [String] = [], query: [(String, String)] = []
    ) {
        (self.operation, self.doing, self.pieces, self.query, body) = (operation, doing, pieces, query, nil)
    }

    init(
        _ operation: APIOperation, _ doing: String, _ pieces: [String] = [], json question: some Encodable
    ) throws(EvokeError) {
        guard let bytes = try? JSONText.bytes(of: question) else {
            throw EvokeError(.wrongUsage, doing: doing, subject: "", reason: "a value in it is not a number")
        }
        (self.operation, self.doing, self.pieces, query) = (operation, doing, pieces, [])
        body = ("application/json", bytes)
    }

    init(_ operation: APIOperation, _ doing: String, form: UploadForm) {
        (self.operation, self.doing, pieces, query) = (operation, doing, [], [])
        body = (form.type, form.body)
    }

    /// Nil if the server's address is invalid.
    func request(to base: String, token: String?) -> URLRequest? {
        let question = query.map { "\($0.0)=\(APIOperation.escaped($0.1))" }.joined(separator: "&")
        let text = base + operation.path(with: pieces) + (question.isEmpty ? "" : "?\(question)")
        guard let url = URL(string: text) else { return nil }
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
