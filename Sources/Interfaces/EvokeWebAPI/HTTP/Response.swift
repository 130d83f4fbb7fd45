public import Evoke

/// What is answered.
public struct Response: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        case file(PhotoOriginal, Range<Int64>)
        /// Sent piece by piece, for as long as there are some.
        case stream(AsyncStream<[UInt8]>)
    }

    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: Body

    public init(status: Int = 200, headers: [(String, String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func json(_ value: some Encodable, status: Int = 200) throws -> Response {
        Response(
            status: status, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: .bytes(try JSONText.bytes(of: value)))
    }

    public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
}
