/// The answer to a question: as many of its photos as were asked for, in their order, and how many there are in all.
public struct FoundPhotos: Hashable, Sendable, RandomAccessCollection {
    /// Those that were asked for. What fits comes first.
    public let hits: [SearchHit]
    /// How many photos can be found or listed at all: an `offset` goes up to there.
    public let total: Int
    /// How many of these fit; nil where there is no cut-off, as in searches by a vector or by a photo with words, and where that was not
    /// asked for and more may fit than were looked at.
    public let fitting: Int?
    /// How many photos a `color:` cannot find, since nobody has looked for their colours yet; 0 where none is asked for.
    /// The next run of indexing does.
    public let withoutColors: Int

    /// How many of those that fit a time have no date but that of their file; 0 where no time is asked for.
    public let datedByFile: Int

    /// How many more photos fit, or are found where there is no cut-off, and are folded into others; 0 where stacks are not
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

    /// As of `hits`.
    public var startIndex: Int { hits.startIndex }
    /// As of `hits`.
    public var endIndex: Int { hits.endIndex }
    /// As of `hits`.
    public subscript(place: Int) -> SearchHit { hits[place] }
}
