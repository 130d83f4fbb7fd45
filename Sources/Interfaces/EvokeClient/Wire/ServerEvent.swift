/// An event from a server.
public enum ServerEvent: Sendable, Hashable {
    /// The state of the library: at first, when a run starts, pauses or ends, and when another program has changed it.
    case library(LibraryAnswer)
    /// The progress of a run; up to four times a second.
    case progress(IndexingAnswer)
    /// A photo could not be read.
    case failed(FailureEvent)
    /// Something else went wrong.
    case problem(FailureEvent)
    /// A run has ended; the next ``ServerEvent/library(_:)`` has the new counts.
    case finished(ReportAnswer)
    /// An event of a model download by this server.
    case download(DownloadEventJSON)
    /// The progress of the search for duplicates; up to four times a second, and when it has ended.
    case duplicates(FindingAnswer)

    /// As sent on the stream.
    package func bytes() throws -> [UInt8] {
        switch self {
        case .library(let data): try Self.bytes("library", data)
        case .progress(let data): try Self.bytes("progress", data)
        case .failed(let data): try Self.bytes("failed", data)
        case .problem(let data): try Self.bytes("problem", data)
        case .finished(let data): try Self.bytes("finished", data)
        case .download(let data): try Self.bytes("download", data)
        case .duplicates(let data): try Self.bytes("duplicates", data)
        }
    }

    /// Nil for an event of a kind added in a later version.
    package init?(_ name: String, _ data: [UInt8]) throws {
        switch name {
        case "library": self = .library(try JSONText.value(LibraryAnswer.self, of: data))
        case "progress": self = .progress(try JSONText.value(IndexingAnswer.self, of: data))
        case "failed": self = .failed(try JSONText.value(FailureEvent.self, of: data))
        case "problem": self = .problem(try JSONText.value(FailureEvent.self, of: data))
        case "finished": self = .finished(try JSONText.value(ReportAnswer.self, of: data))
        case "download": self = .download(try JSONText.value(DownloadEventJSON.self, of: data))
        case "duplicates": self = .duplicates(try JSONText.value(FindingAnswer.self, of: data))
        default: return nil
        }
    }

    private static func bytes(_ name: String, _ data: some Encodable) throws -> [UInt8] {
        // This JSON has no line breaks, so one line holds it.
        Array("event: \(name)\ndata: ".utf8) + (try JSONText.bytes(of: data)) + Array("\n\n".utf8)
    }
}

/// An event of a worker, one per line.
package struct WorkEventJSON: Codable, Hashable, Sendable {
    /// The event: `progress`, `reading` (text in photos), `failed` (a photo could not be read), `cut` (a photo is
    /// truncated), `problem`, or, at the end, `finished`.
    package let event: String
    /// With `progress` and `reading`, up to four times a second: the photos that are done, and those counted so far.
    package let done, total: Int?
    /// With `failed` and `problem`.
    package let error: FailureEvent?
    /// With `cut`.
    package let photo: FailuresAnswer.Truncated?
    /// With `finished`.
    package let report: ReportAnswer?

    package init(
        _ event: String, done: Int? = nil, total: Int? = nil, error: FailureEvent? = nil,
        photo: FailuresAnswer.Truncated? = nil, report: ReportAnswer? = nil
    ) {
        self.event = event
        self.done = done
        self.total = total
        self.error = error
        self.photo = photo
        self.report = report
    }
}

/// An error from a server (RFC 9457).
public struct ProblemAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["status": .integer(400...599)]

    /// `about:blank`, and HTTP's name for the status.
    package let type, title: String
    /// The HTTP status.
    package let status: Int
    /// The kind for programs (a kind of `EvokeError`, or one of the server's own), a sentence that says what went
    /// wrong, and what to do next, which may be empty.
    public let kind, detail, remedy: String

    package init(type: String, title: String, status: Int, kind: String, detail: String, remedy: String) {
        self.type = type
        self.title = title
        self.status = status
        self.kind = kind
        self.detail = detail
        self.remedy = remedy
    }
}

/// The data of an event about a failure.
public struct FailureEvent: Codable, Hashable, Sendable {
    /// What it happened to, the kind of `EvokeError`, the reason without a period, and the remedy, which may be empty.
    public let subject, kind, reason, remedy: String

    package init(subject: String, kind: String, reason: String, remedy: String) {
        self.subject = subject
        self.kind = kind
        self.reason = reason
        self.remedy = remedy
    }
}
