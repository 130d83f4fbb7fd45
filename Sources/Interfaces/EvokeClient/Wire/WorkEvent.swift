/// An event of a worker, one per line.
public struct WorkEventJSON: Codable, Hashable, Sendable {
    /// The event: `progress`, `reading` (text in photos), `failed` (a photo could not be read), `cut` (a photo is
    /// truncated), `problem`, or, at the end, `finished`.
    public let event: String
    /// With `progress` and `reading`, up to four times a second: the photos that are done, and those counted so far.
    public let done, total: Int?
    /// With `failed` and `problem`.
    public let error: FailureEvent?
    /// With `cut`.
    public let photo: FailuresAnswer.Truncated?
    /// With `finished`.
    public let report: ReportAnswer?

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
