import EvokeValues

/// Receives an answer in libcurl's callbacks.
final class Reception {
    private(set) var head = Head()
    /// Why the transfer was stopped.
    private(set) var stop: Stop?
    /// Whether the rest of an unwanted answer was skipped.
    private(set) var isCutShort = false

    private let limits: Limits
    private let wants: (Head) throws(Stop) -> Bool
    private let receive: (UnsafeRawBufferPointer) throws(Stop) -> Void
    private var isWanted = false
    private var hasBody = false
    private var headerBytes = 0
    private var ignoredBytes = 0

    /// - Parameter wants: decides by the header whether the body is to be received.
    init(
        limits: Limits, wants: @escaping (Head) throws(Stop) -> Bool,
        receive: @escaping (UnsafeRawBufferPointer) throws(Stop) -> Void
    ) {
        self.limits = limits
        self.wants = wants
        self.receive = receive
    }

    /// False to end the transfer.
    func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= limits.headerBytes else {
            isCutShort = head.isComplete
            return false
        }
        // Trailers are not headers.
        guard !hasBody else { return true }
        head.take(line)
        guard head.isComplete else { return true }
        return unlessStopped { () throws(Stop) in isWanted = try wants(head) }
    }

    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hasBody = true
        if isWanted { return unlessStopped { () throws(Stop) in try receive(bytes) } }
        ignoredBytes += bytes.count
        isCutShort = ignoredBytes > limits.ignoredBytes
        return !isCutShort
    }

    /// Called when nothing has arrived for a while, so that progress can be reported.
    func rest() {
        guard hasBody, isWanted else { return }
        _ = unlessStopped { () throws(Stop) in try receive(UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    private func unlessStopped(_ body: () throws(Stop) -> Void) -> Bool {
        do throws(Stop) {
            try body()
            return true
        } catch {
            stop = error
            return false
        }
    }
}

/// The status and the relevant headers that precede a file's bytes.
struct Head: Equatable {
    private(set) var status = 0
    private(set) var isComplete = false
    private var fields: [String: String] = [:]

    private static let known: Set<String> = [
        "content-encoding", "content-length", "content-range", "etag", "x-error-code", "x-linked-etag",
        "x-linked-size", "x-repo-commit",
    ]

    /// Takes one line with its line ending. Another status line begins a new header: the one before was provisional.
    mutating func take(_ line: some Collection<UInt8>) {
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            self = Head()
            status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        } else if text.allSatisfy(\.isWhitespace) {
            isComplete = status >= 200
        } else if let colon = text.firstIndex(of: ":") {
            let name = text[..<colon].lowercased()
            let value = text[text.index(after: colon)...].drop(while: \.isWhitespace)
            let end = value.lastIndex { !$0.isWhitespace }.map { value.index(after: $0) } ?? value.startIndex
            // The first value counts. Values that could not be sent back or displayed are ignored.
            guard Self.known.contains(name), fields[name] == nil,
                value[..<end].utf8.allSatisfy({ (0x20...0x7E).contains($0) }), end > value.startIndex
            else { return }
            fields[name] = String(value[..<end])
        }
    }

    /// The length of the body.
    var length: Int64? { fields["content-length"].flatMap(Self.number) }

    var hasLength: Bool { fields["content-length"] != nil }

    /// Whether the body is the file's bytes without encoding.
    var isPlain: Bool { fields["content-encoding"].map { $0.lowercased() == "identity" } ?? true }

    /// The range of the file that follows, and the file's total size.
    var range: (start: Int64, total: Int64?)? {
        guard let text = rangeText, let dash = text.firstIndex(of: "-"), let slash = text.firstIndex(of: "/"),
            dash < slash, let start = Self.number(text[..<dash])
        else { return nil }
        return (start, Self.number(text[text.index(after: slash)...]))
    }

    /// The file's size, from an answer that the range cannot be satisfied.
    var totalOfUnsatisfied: Int64? {
        guard let text = rangeText, text.hasPrefix("*/") else { return nil }
        return Self.number(text.dropFirst(2))
    }

    private var rangeText: Substring? {
        guard let text = fields["content-range"], text.lowercased().hasPrefix("bytes ") else { return nil }
        return text.dropFirst(6)
    }

    /// As sent, to be returned to the server.
    var etag: String? { fields["etag"] }
    /// Hugging Face's: the file's, where `etag` may be the answer's.
    var linkedETag: String? { fields["x-linked-etag"] }
    var linkedSize: Int64? { fields["x-linked-size"].flatMap(Self.number) }
    var commit: String? { fields["x-repo-commit"] }
    /// Hugging Face's error code.
    var problem: String? { fields["x-error-code"] }

    /// Hugging Face uses a large file's SHA-256 as its ETag.
    var sha256: String? {
        guard let name = linkedETag?.bareETag.lowercased(), name.isSHA256 else { return nil }
        return name
    }

    private static func number(_ text: some StringProtocol) -> Int64? {
        text.utf8.allSatisfy(\.isDigit) ? Int64(text) : nil
    }
}

extension String {
    /// Without the mark of a weak ETag, and without quotes.
    var bareETag: String {
        let text = hasPrefix("W/") ? dropFirst(2) : self[...]
        return text.count >= 2 && text.first == "\"" && text.last == "\""
            ? String(text.dropFirst().dropLast()) : String(text)
    }

    /// Whether it stands for exactly the same bytes, as range requests require.
    var isStrongETag: Bool { count > 2 && first == "\"" && last == "\"" }
}

/// Reports the progress of a download, a few times per second.
final class Meter {
    private let report: @Sendable (FetchProgress) -> Void
    private let clock = ContinuousClock()
    private var total: Int64?
    private var resumedFrom: Int64
    private var received: Int64
    private var next: ContinuousClock.Instant

    init(resumedFrom: Int64, total: Int64?, _ report: @escaping @Sendable (FetchProgress) -> Void) {
        (self.resumedFrom, self.total, self.report) = (resumedFrom, total, report)
        received = resumedFrom
        next = clock.now
    }

    /// An answer never starts beyond what was already received.
    func begin(at place: Int64, of total: Int64?) {
        self.total = total
        resumedFrom = min(resumedFrom, place)
        end(at: place)
    }

    func move(to place: Int64) {
        received = place
        if clock.now >= next { tell() }
    }

    func end(at place: Int64) {
        received = place
        tell()
    }

    func pause(after setback: EvokeError) { tell(setback) }

    private func tell(_ setback: EvokeError? = nil) {
        next = clock.now + .milliseconds(100)
        report(FetchProgress(received: received, total: total, resumedFrom: resumedFrom, setback: setback))
    }
}
