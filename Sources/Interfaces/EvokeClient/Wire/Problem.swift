/// An error from a server (RFC 9457).
public struct ProblemAnswer: Codable, Hashable, Sendable {
    /// `about:blank`, and HTTP's name for the status.
    public let type, title: String
    /// The HTTP status.
    public let status: Int
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
