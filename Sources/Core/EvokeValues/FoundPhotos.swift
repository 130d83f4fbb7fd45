/// The results of a search: the requested page of photos in order, and how many there are in all.
public struct FoundPhotos: Hashable, Sendable, RandomAccessCollection {
    /// The requested photos. Those that fit come first.
    public let hits: [SearchHit]
    /// How many photos can be found or listed at all, the limit for `offset`.
    public let total: Int
    /// How many of these fit. Nil if there is no cut-off, as in searches by a vector or by a photo with words, or if it
    /// was not asked for and more may fit than were scored.
    public let fitting: Int?
    /// How many photos a `color:` cannot find because their colors were not analyzed yet; 0 if the query has none. The
    /// next indexing run analyzes them.
    public let withoutColors: Int

    /// How many of those that fit a time are dated only by their file; 0 if the query has no time.
    public let datedByFile: Int

    /// How many more photos fit, or are found if there is no cut-off, and are folded into others; 0 if stacks are not
    /// folded.
    public let folded: Int

    /// Made by searches; programs get it from `PhotoLibrary.search`.
    public init(
        _ hits: [SearchHit], of total: Int, fitting: Int? = nil, withoutColors: Int = 0, datedByFile: Int = 0,
        folded: Int = 0
    ) {
        self.hits = hits
        self.total = total
        self.fitting = fitting
        self.withoutColors = withoutColors
        self.datedByFile = datedByFile
        self.folded = folded
    }

    /// As in `hits`.
    public var startIndex: Int { hits.startIndex }
    /// As in `hits`.
    public var endIndex: Int { hits.endIndex }
    /// As in `hits`.
    public subscript(place: Int) -> SearchHit { hits[place] }
}
