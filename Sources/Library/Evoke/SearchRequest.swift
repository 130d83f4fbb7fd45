public import EvokePorts
public import EvokeQuery
public import EvokeValues

/// What to search for, and how much of it to return. A string literal is a request for its text.
public struct SearchRequest: Sendable, Codable, ExpressibleByStringLiteral {
    /// What a person would type, in the language of queries. It is read for the library that is searched: dates, places
    /// and people in plain words are recognized, and a mistyped word may be replaced.
    public var text: String?
    /// A query to match, in addition to everything else.
    public var query: SearchQuery?
    /// What the photos should show, in any language of the model; nil if only photos or vectors say it.
    public var words: String?
    /// What they should not show. It turns the ranking away from it, and photos that fit it come last.
    public var avoided: [String]
    /// Photos in the library to find similar ones to; they are left out of the results.
    public var photos: [PhotoID]
    /// Photo files to find similar ones to; they need not be in the library.
    public var files: [DiskPath]
    /// Photos that the ranking turns away from, and that are left out of the results. Being similar to them does not
    /// make a photo unfit.
    public var unlikes: [LikedPhoto] = []
    /// Vectors of the library's model, of pictures or anything else.
    public var vectors: [Embedding]
    /// What every photo must meet; others are excluded before ranking. Nil for all photos.
    public var condition: PhotoCondition?
    /// Nil for best first, or newest first if there is nothing to rank by. In a ranked request, it is the order of the
    /// photos that fit, which come before all others; without a cut-off, that of the `top` best.
    public var order: PhotoOrder?
    /// The largest number of photos to return, from 1.
    public var top: Int
    /// How many of the best photos to skip; the next one has the rank `offset` + 1.
    public var offset: Int
    /// Whether the results include photos that do not fit, after those that do: ``SearchHit/fits`` says so.
    public var showsAll: Bool
    /// Whether to count all photos that fit, even if that takes a second pass over the library.
    public var countsFitting: Bool
    /// If given, the photos of a stack are one result. It ranks by the photo that matches best, and is shown by the
    /// best of the stack that matches as well. Counts are then of stacks. Nil to return each photo by itself.
    public var stacks: PhotoStacks?
    package var vectorsAreOfPictures = false
    /// The photos to search; nil for the whole library.
    package var among: PhotoSet?
    /// Whether plain words match only what photos show, not what is written on them.
    package var isOfFingerprintsAlone = false
    /// At least this many of the best are looked at.
    var reach = 0

    /// All criteria are combined. A request with nothing to rank by lists photos: those that meet its condition and do
    /// not show what is excluded. A search refuses a request that has only a `top`.
    public init(
        _ text: String? = nil, query: SearchQuery? = nil, words: String? = nil, avoided: [String] = [],
        photos: [PhotoID] = [],
        files: [DiskPath] = [], vectors: [Embedding] = [], condition: PhotoCondition? = nil, order: PhotoOrder? = nil,
        top: Int = 50, offset: Int = 0, showsAll: Bool = false, countsFitting: Bool = false
    ) {
        (self.text, self.query, self.words, self.avoided) = (text, query, words, avoided)
        (self.photos, self.files, self.vectors) = (photos, files, vectors)
        (self.condition, self.order, self.top, self.offset) = (condition, order, top, offset)
        (self.showsAll, self.countsFitting) = (showsAll, countsFitting)
    }

    public init(stringLiteral text: String) { self.init(text) }

    /// Whether it selects photos without ranking them.
    var isList: Bool {
        words == nil && photos.isEmpty && files.isEmpty && vectors.isEmpty && unlikes.isEmpty
            && (condition != nil || order != nil || !avoided.isEmpty)
    }
}

/// The requests that a query comes to.
extension SearchRequest {
    /// Requests without a query: a photo that matches one of them matches this one.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for a query that asks for too much at once, `notFound` for an
    /// unknown place.
    func alternatives(in configuration: LibraryConfiguration) throws -> [SearchRequest] {
        guard let query else { return [self] }
        let ways = try query.alternatives(resolving: configuration.condition)
        return ways.map { way in
            var plain = self
            plain.query = nil
            plain.words = [words, way.words].joined
            plain.avoided = avoided + way.avoided
            for photo in way.likes {
                switch photo {
                case .number(let number): plain.photos.append(number)
                case .file(let file): plain.files.append(file)
                }
            }
            plain.unlikes += way.unlikes
            let conditions = [condition, way.condition].compactMap(\.self)
            plain.condition = (conditions.count > 1 ? .all(conditions) : conditions.first)?.trusting(on: .today)
            plain.order = query.order ?? order
            return plain
        }
    }

    /// The offset, limited to more photos than any library has.
    var start: Int { min(offset, PhotoLibrary.mostPhotos) }
    var end: Int { start + min(top, PhotoLibrary.mostPhotos) }
    var depth: Int { max(end, reach) }
}

extension PhotoCondition {
    /// If the day is today, excludes photos dated only by their file, since that is when they were copied.
    fileprivate func trusting(on today: Range<Int64>) -> PhotoCondition {
        switch self {
        case .test(.taken(let time)) where today.contains(time.lowerBound) && time.upperBound <= today.upperBound:
            .all([self, .not(.test(.datedByFile))])
        case .test: self
        case .not(let condition): .not(condition.trusting(on: today))
        case .all(let conditions): .all(conditions.map { $0.trusting(on: today) })
        case .any(let conditions): .any(conditions.map { $0.trusting(on: today) })
        }
    }
}

extension Range<Int64> {
    fileprivate static var today: Range<Int64> {
        let (now, day) = (CivilTime.now, Int64(86_400))
        let start = now.seconds - (now.seconds % day + day) % day
        return start..<start + day
    }
}

extension [String?] {
    /// Joined by spaces; nil if there are none.
    fileprivate var joined: String? {
        let all = compactMap(\.self)
        return all.isEmpty ? nil : all.joined(separator: " ")
    }
}
