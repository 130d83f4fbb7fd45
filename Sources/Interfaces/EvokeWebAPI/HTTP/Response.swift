package import Evoke

/// An HTTP response.
package struct Response: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        case file(PhotoOriginal, Range<Int64>)
        /// Sent piece by piece until the stream ends.
        case stream(AsyncStream<[UInt8]>)
        /// The same, but each piece is requested only once the previous ones were sent.
        case download(AsyncStream<[UInt8]>)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body

    package init(status: Int = 200, headers: [(String, String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func json(_ value: some Encodable, status: Int = 200) throws -> Response {
        Response(
            status: status, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: .bytes(try JSONText.bytes(of: value)))
    }

    package subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
}
