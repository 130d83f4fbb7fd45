/// An error as a server answers it (RFC 9457).
public struct ProblemAnswer: Codable, Hashable, Sendable {
    public let type, title: String
    public let status: Int
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

/// The data of an event about something that failed.
public struct TroubleAnswer: Codable, Hashable, Sendable {
    public let subject, kind, reason, remedy: String

    package init(subject: String, kind: String, reason: String, remedy: String) {
        self.subject = subject
        self.kind = kind
        self.reason = reason
        self.remedy = remedy
    }
}
