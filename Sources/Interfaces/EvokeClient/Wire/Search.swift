import EvokePorts
public import EvokeValues

/// What to search for: at least one of `text`, `like`, `likePath` and `vector`.
package struct SearchRequestBody: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = [
        "text": .query, "not": .query, "like": .list(of: .photo, 0...Limits.likes),
        "vector": .list(of: .number, 1...Limits.embeddingWidth), "top": .integer(Limits.top),
        "offset": .integer(Limits.offset),
    ]
    package static let never = ["like_path", "like_path_base64"]

    /// A query.
    package let text: String?
    package let not: String?
    /// Whether dates and places in plain words are left as words.
    package let literal: Bool?
    /// Whether to count all photos that fit.
    package let count: Bool?
    package let like: [Int64]?
    /// A vector of the library's model.
    package let vector: [Double]?
    /// The fingerprint of the vector's model, as in `EmbeddingAnswer`; another model's is refused.
    package let fingerprint: String?
    /// A file of the server's machine: only for its owner's own commands, which could read it anyway.
    package let likePath: String?
    /// Set only if the path is not UTF-8; `likePath` is then an approximation.
    package let likePathBase64: String?
    /// Whether to fold stacks.
    package let fold: Bool?
    package let top, offset: Int?

    package init(
        text: String? = nil, not: String? = nil, literal: Bool? = nil, count: Bool? = nil, like: [Int64]? = nil,
        vector: [Double]? = nil, fingerprint: String? = nil, likeFile: DiskPath? = nil, fold: Bool? = nil,
        top: Int? = nil, offset: Int? = nil
    ) {
        self.text = text
        self.not = not
        self.literal = literal
        self.count = count
        self.like = like
        self.vector = vector
        self.fingerprint = fingerprint
        likePath = likeFile.map(JSONText.path)
        likePathBase64 = likeFile.flatMap(JSONText.base64)
        self.fold = fold
        self.top = top
        self.offset = offset
    }

    package var likeFile: DiskPath? { likePath.flatMap { JSONText.filePath($0, base64: likePathBase64) } }
}

/// Photos that were found or listed.
public struct SearchAnswer: Codable, Hashable, Sendable, Described {
    package static let schemaName: String? = "Found"
    package static let kinds: [String: Schema] = ["order": order]
    package static let always = ["model", "took_ms", "results.rank"]
    /// A list of photos, without what only searches have.
    static let listSchema = Schema.named(
        "Photos",
        .object([
            .init("total", .count, isRequired: true), .init("folded", .count), .init("order", order, isRequired: true),
            .init("results", .list(of: .of(Result.self)), isRequired: true),
        ]))
    private static let order = Schema.choice(["best"] + PhotoOrder.allCases.map(\.rawValue))

    /// A photo that was found.
    public struct Result: Codable, Hashable, Sendable {
        /// Its rank among all results, from 1; nil in a list of all photos.
        public let rank: Int?
        /// The cosine between the query and the photo; nil in a list, which is not ranked.
        public let score: Float?
        /// Whether it fits the query, or is only less unlike it than others. Without a cut-off, as in searches by a
        /// photo with words, it is nil, except for photos that fit what is excluded; also nil in a list of all photos.
        public let fits: Bool?
        /// Its permanent number in the library.
        public let id: Int64
        /// The file's name, and its absolute path on the machine with the library.
        public let name, path: String
        /// Set only if the path is not UTF-8; `path` is then an approximation.
        package let pathBase64: String?
        /// The size of the upright picture in pixels; nil if it was never decoded.
        public let width, height: Int?
        /// As in ``PhotoAnswer/taken``.
        public let taken: String?
        /// True if that is only the time of its file, otherwise nil.
        package let datedByFile: Bool?
        /// Its title, or the beginning of its description.
        public let caption: String?
        /// As in `PhotoAnswer.placeName`.
        package let placeName: String?
        /// Whether it is a favorite; nil if not.
        public let favourite: Bool?
        /// The length of a film, in seconds; nil for photos, and if unknown.
        package let length: Double?
        /// The time in a film that fits best, in seconds from its beginning; nil for photos, for films that show one
        /// thing all the time, and in a list.
        package let moment: Double?
        /// As in `PhotoAnswer.version`.
        package let version: String
        /// Which parts of the query it matches, and how; nil if unknown, and for photos that do not fit.
        package let why: [Reason]?
        /// The stack that it represents; nil for a photo without a stack, and if stacks are not folded.
        package let stack: Stack?

        /// - Parameters:
        ///   - hit: nil in a list.
        ///   - isWhole: false for visitors, who see what it shows, and not where it is, or what is written on it.
        package init(
            _ card: PhotoCard, _ hit: SearchHit? = nil, isWhole: Bool = true, placeName: String? = nil,
            stack: PhotoStack? = nil
        ) {
            let name = String(decoding: card.path.name, as: UTF8.self)
            (self.name, path) = (name, isWhole ? JSONText.path(card.path) : name)
            pathBase64 = isWhole ? JSONText.base64(card.path) : nil
            (id, version, length) = (card.id.value, card.stamp.version, card.seconds)
            (width, height) = (card.size?.width, card.size?.height)
            (taken, datedByFile) = (card.taken.map { "\($0)" }, card.isDatedByFile ? true : nil)
            (rank, score, fits) = (hit?.rank, hit?.score, hit?.fits)
            moment = hit?.moment.map { $0 / .seconds(1) }
            caption = isWhole ? card.caption : nil
            self.placeName = isWhole ? placeName : nil
            favourite = isWhole && card.isFavorite ? true : nil
            why = isWhole ? hit.flatMap { $0.reasons.isEmpty ? nil : $0.reasons.map(Reason.init) } : nil
            self.stack = isWhole ? (hit?.stack ?? stack).map(Stack.init) : nil
        }

        /// The file's exact path; nil if `pathBase64` is not valid.
        public var filePath: DiskPath? { JSONText.filePath(path, base64: pathBase64) }
    }

    /// How much of the library the results cover during indexing.
    package struct Indexed: Codable, Hashable, Sendable {
        /// Photos that searches find now.
        package let photos: Int
        /// The expected number at the end of the run.
        package let total: Int

        package init(photos: Int, total: Int) { (self.photos, self.total) = (photos, total) }
    }

    /// Photos shown as one: the same picture in several files, or shots of one moment with their copies.
    package struct Stack: Codable, Hashable, Sendable, Described {
        package static let kinds: [String: Schema] = ["kind": .choice(of: DuplicateGroup.Kind.self)]

        /// `exact`, `same` or `burst`.
        package let kind: String
        /// How many photos of the library are in it, including those that the query does not find; at least 2.
        package let count: Int

        package init(_ stack: PhotoStack) { (kind, count) = (stack.kind.rawValue, stack.photos.count) }
    }

    /// Why a photo was found.
    package struct Reason: Codable, Hashable, Sendable, Described {
        package static let kinds: [String: Schema] = [
            "by": .choice(of: SearchReason.Way.self), "field": .choice(of: SearchReason.Field.self),
        ]

        /// A piece of a text.
        package struct Piece: Codable, Hashable, Sendable {
            /// As written.
            package let text: String
            /// Whether it is one of the words of the query.
            package let marked: Bool

            package init(_ piece: SearchReason.Piece) { (text, marked) = (piece.text, piece.isMarked) }
        }

        /// `meaning`, `text` or `filter`.
        package let by: String
        /// The part of the query that the photo matches.
        package let part: String
        /// Where the text is: `file`, `folder`, `title`, `description`, `keyword`, `camera` or `place`; only for text.
        package let field: String?
        /// The text of that field, shortened around the words if it is long; only for text.
        package let written: [Piece]?

        package init(_ reason: SearchReason) {
            (by, part, field) = (reason.way.rawValue, reason.part, reason.field?.rawValue)
            written = reason.way == .text ? reason.pieces.map(Piece.init) : nil
        }
    }

    /// Plain words that were recognized as a condition.
    package struct Understood: Codable, Hashable, Sendable {
        /// As written: `last summer`.
        package let words: String
        /// The condition: `date:2026-06..2026-08`.
        package let query: String

        package init(words: String, query: String) {
            self.words = words
            self.query = query
        }
    }

    /// An unknown word, and what it may have meant.
    package struct Misspelling: Codable, Hashable, Sendable {
        /// As written: `girrafe`.
        package let word: String
        /// A similar known word: `giraffe`.
        package let suggestion: String
        /// The whole query with the suggestion.
        package let query: String
        /// Whether the results are for that query, because nothing matches the original.
        package let shown: Bool

        package init(word: String, suggestion: String, query: String, shown: Bool) {
            (self.word, self.suggestion, self.query, self.shown) = (word, suggestion, query, shown)
        }
    }

    /// The query as written, or the path of the file; nil if neither was given.
    package let query: String?
    /// The query's canonical form, which means the same at any time; nil without a query.
    package let canonical: String?
    /// Nil if no plain words were recognized as conditions.
    package let understood: [Understood]?
    /// The conditions in the query of these photos; nil if there are none.
    package var conditions: [QueryAnswer.Condition]?
    /// Nil if no word seems misspelled.
    package let misspelling: Misspelling?
    /// The order of the photos, as in `sort:`: `best`, `newest`, `oldest` or `name`.
    package let order: String
    /// True if the query asks for all photos, also for those that do not fit (`fits:all`); otherwise nil.
    package let showsAll: Bool?
    /// The name of the model; nil in a list of all photos.
    package let model: String?
    /// How long the search took, in milliseconds; nil in a list of all photos.
    package let tookMs: Double?
    /// How many photos can be found or listed, and so the limit of `offset`.
    public let total: Int
    /// How many of these fit the query, and come first; nil if there is no cut-off, as in searches by a photo with
    /// words and in lists of all photos, and if that was not requested and more may fit than were checked.
    public let fitting: Int?
    /// How many photos cannot be found by color because their colors have not been computed; nil if there are none, and
    /// if the query has no colors.
    package let withoutColors: Int?
    /// How many more photos fit, or are found without a cut-off, and are folded into others; nil if there are none.
    /// `total` and `fitting` then count stacks.
    package let folded: Int?
    /// How many of those that fit a time are dated only by their file; nil if there are none. In date order, they come
    /// after the others.
    package let datedByFile: Int?
    /// How much of the library could be found; nil if all of it, and in a list of all photos.
    package let indexed: Indexed?
    /// In that order; those that do not fit come last.
    public let results: [Result]

    package init(
        query: String? = nil, canonical: String? = nil, understood: [Understood]? = nil,
        conditions: [QueryAnswer.Condition]? = nil, misspelling: Misspelling? = nil, order: String,
        showsAll: Bool? = nil, model: String? = nil, tookMs: Double? = nil, total: Int, fitting: Int? = nil,
        withoutColors: Int? = nil, folded: Int? = nil, datedByFile: Int? = nil, indexed: Indexed? = nil,
        results: [Result]
    ) {
        self.query = query
        self.canonical = canonical
        self.understood = understood
        self.conditions = conditions
        self.misspelling = misspelling
        self.order = order
        self.showsAll = showsAll
        self.model = model
        self.tookMs = tookMs
        self.total = total
        self.fitting = fitting
        self.withoutColors = withoutColors
        self.folded = folded
        self.datedByFile = datedByFile
        self.indexed = indexed
        self.results = results
    }
}

/// The number of photos per day, in the order in which they are listed.
package struct DaysAnswer: Codable, Hashable, Sendable {
    /// The photos of a day.
    package struct Day: Codable, Hashable, Sendable {
        /// `2021-05-02`; `2021-05` or `2021` if no more is known about them; nil for photos dated only by their file.
        package let date: String?
        /// How many there are, and how many come before them.
        package let count, offset: Int
    }

    /// The number of photos.
    package let total: Int
    /// Newest first, or oldest first if the query says so; photos without a date are at the end.
    package let days: [Day]

    package init(_ days: [PhotoDay]) {
        var total = 0
        self.days = days.map { day in
            defer { total += day.count }
            return Day(date: day.date, count: day.count, offset: total)
        }
        self.total = total
    }
}

/// Returned in place of an answer if one of many queries fails.
package struct SearchRefusal: Codable, Hashable, Sendable {
    /// The query as written.
    package let query: String
    /// Why it failed.
    package let error: ProblemAnswer

    package init(query: String, error: ProblemAnswer) {
        self.query = query
        self.error = error
    }
}
