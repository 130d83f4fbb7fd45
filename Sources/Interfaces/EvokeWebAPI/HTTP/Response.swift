package import Evoke
import EvokeValues

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

    /// A slow response, with a space now and then until it is ready: JSON may start with spaces, and the client sees
    /// that the server is working. The status is sent before the result is known, so the body has to tell success from
    /// failure.
    static func withKeepAlives(
        every pause: Duration = .milliseconds(500), while answer: @escaping @Sendable () async -> Response
    ) -> Response {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let space = [UInt8(ascii: " ")]
        continuation.yield(space)
        let signs = Task {
            // Even patient clients do not wait forever.
            let end = ContinuousClock.now + Limits.workWithSignBits
            while (try? await Task.sleep(for: pause)) != nil, ContinuousClock.now < end { continuation.yield(space) }
        }
        let answering = Task {
            let response = await answer()
            signs.cancel()
            if case .bytes(let bytes) = response.body { continuation.yield(bytes) }
            continuation.finish()
        }
        continuation.onTermination = { _ in
            signs.cancel()
            answering.cancel()
        }
        return Response(
            headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")], body: .stream(stream))
    }
}

extension Request {
    /// Requests keep-alives, in the header `Prefer`, for the owner's commands on this machine.
    package static let keepAlives = "signs-of-life"

    var wantsKeepAlives: Bool { way == .librarySocket && headers["prefer"] == Self.keepAlives }
}

extension FileStamp {
    var httpDate: String {
        let seconds = modifiedNanoseconds / 1_000_000_000
        let time = TakenDate(localSeconds: seconds, source: .fileModified).local
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        // January 1, 1970, was a Thursday.
        let day = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int((seconds / 86_400) % 7 + 7) % 7]
        let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][time.month - 1]
        return
            "\(day), \(two(time.day)) \(month) \(time.year) \(two(time.hour)):\(two(time.minute)):\(two(time.second)) GMT"
    }
}

/// The part of a file that is requested.
enum ByteRange: Equatable {
    case whole
    case part(Range<Int64>)
    /// It is outside the file.
    case unsatisfiable

    /// An unknown unit and several ranges at once mean the whole file, as the standard says.
    init(_ header: String?, count: Int64) {
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else {
            self = .whole
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]) else {
            self = .whole
            return
        }
        switch (first, last) {
        case (nil, nil): self = .whole
        case (nil, let length?): self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .unsatisfiable
        case (let first?, let last):
            if let last, last < first {
                self = .whole
            } else {
                self = first < count ? .part(first..<min(last ?? .max, count - 1) + 1) : .unsatisfiable
            }
        }
    }

    /// The inner nil means empty, the outer one not a number. A number too large for `Int64` is large enough.
    private static func number(_ text: Substring) -> Int64?? {
        guard text.utf8.allSatisfy(\.isDigit) else { return .none }
        return .some(text.isEmpty ? nil : Int64(text) ?? .max - 1)
    }
}
