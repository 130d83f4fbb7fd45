import EvokeIndexing
public import EvokePorts
public import EvokeQuery
public import EvokeValues
public import FoundationEssentials

/// The results of a search: the requested photos in order, how many there are in all, and how the request was read.
public struct SearchResults: Hashable, Sendable, Codable, RandomAccessCollection {
    /// The requested photos. Those that fit come first.
    public let hits: [SearchHit]
    /// How many photos can be found or listed at all, the limit for `offset`.
    public let total: Int
    /// How many of these fit. Nil if there is no cut-off, as in searches by a vector or by a photo with words, or if it
    /// was not asked for and more may fit than were scored.
    public let fitting: Int?
    /// The text of the request as it was read: what was understood, and which word may be misspelled. Nil without one.
    public internal(set) var read: ParsedQuery?
    /// Nil for the best first.
    public let order: PhotoOrder?
    /// How many photos a `color:` cannot find because their colors were not analyzed yet; 0 if the query has none. The
    /// next indexing run analyzes them.
    package let withoutColors: Int
    /// How many of those that fit a time are dated only by their file; 0 if the query has no time.
    package let datedByFile: Int
    /// How many more photos fit, or are found if there is no cut-off, and are folded into others; 0 if stacks are not
    /// folded.
    public let folded: Int

    public var startIndex: Int { hits.startIndex }
    public var endIndex: Int { hits.endIndex }
    public subscript(place: Int) -> SearchHit { hits[place] }
}

extension SearchHit {
    /// Its file, as it was when it was indexed.
    public var url: URL { path.url }
}

extension FileStamp {
    /// When the file was modified.
    public var modified: Date { Date(timeIntervalSince1970: Double(modifiedNanoseconds) / 1e9) }
}

extension TakenDate {
    /// The instant; nil if the UTC offset or the time of day is unknown.
    public var instant: Date? {
        guard precision == .second, let utcSeconds else { return nil }
        return Date(timeIntervalSince1970: Double(utcSeconds) + Double(nanoseconds) / 1e9)
    }
}

extension DiskPath {
    /// The file, whatever the bytes of its path.
    public var url: URL { URL(string: "file://" + percentEncoded) ?? URL(filePath: display) }

    /// Throws `EvokeError` of the kind `wrongUsage` for an address that is not a file's.
    public init(_ url: URL, doing: String = "use the file") throws(EvokeError) {
        guard url.isFileURL, let path = DiskPath(percentEncoded: url.path(percentEncoded: true)) else {
            throw EvokeError(
                .wrongUsage, doing: doing, subject: url.absoluteString, reason: "it is not a file's address",
                remedy: "Give a file URL.")
        }
        self = path
    }
}
