import EvokeValues
import EvokeWire
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the server is to be asked.
struct Call {
    let operation: EvokeWire.Operation
    /// For errors: "search for photos".
    let doing: String
    /// What stands in place of the path's braces.
    let pieces: [String]
    let query: [(String, String)]
    let body: (type: String, bytes: [UInt8])?

    init(
        _ operation: EvokeWire.Operation, _ doing: String, _ pieces: [String] = [], query: [(String, String)] = []
    ) {
        (self.operation, self.doing, self.pieces, self.query, body) = (operation, doing, pieces, query, nil)
    }

    init(_ operation: EvokeWire.Operation, _ doing: String, json question: some Encodable) throws(EvokeError) {
        guard let bytes = try? JSONText.bytes(of: question) else {
            throw EvokeError(.wrongUsage, doing: doing, subject: "", reason: "a number in the question is none")
        }
        (self.operation, self.doing, pieces, query) = (operation, doing, [], [])
        body = ("application/json", bytes)
    }

    init(_ operation: EvokeWire.Operation, _ doing: String, form: UploadForm) {
        (self.operation, self.doing, pieces, query) = (operation, doing, [], [])
        body = (form.type, form.body)
    }

    /// Nil where the server's address is none.
    func request(to base: String, token: String?) -> URLRequest? {
        var rest = pieces[...]
        let path = operation.path.split(separator: "/").map { piece in
            piece.hasPrefix("{") ? Self.escaped(rest.popFirst() ?? "") : String(piece)
        }
        let question = query.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
        let text = "\(base)/\(path.joined(separator: "/"))" + (question.isEmpty ? "" : "?\(question)")
        guard let url = URL(string: text) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = operation.method
        // Silence is watched by `Wire`.
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

    /// A plus sign stands for a space in queries, so nothing but letters, digits and three marks stays as it is.
    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isPlain || "-._".unicodeScalars.contains(scalar) { return String(scalar) }
            return "%" + byte.hexadecimal.uppercased()
        }.joined()
    }
}
