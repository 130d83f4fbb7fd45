public import EvokeValues

/// What photos are to be like: one of `text`, `like`, `likePath` and `vector` at least.
package struct SearchRequestBody: Codable, Hashable, Sendable {
    /// In the language of queries.
    package let text: String?
    package let not: String?
    /// Whether dates and places in plain words are left to the words.
    package let literal: Bool?
    /// Whether all photos that fit are counted.
    package let count: Bool?
    package let like: [Int64]?
    /// One of the library's model.
    package let vector: [Double]?
    /// What made the vector, as `EmbeddingAnswer` says; another model's is refused.
    package let fingerprint: String?
    /// A file of the server's machine: for its owner's own commands, who could read it anyway.
    package let likePath: String?
    /// Only where the path is not UTF-8, and `likePath` shows it as well as it can.
    package let likePathBase64: String?
    /// Whether photos of one stack are one answer.
    package let fold: Bool?
    package let top, offset: Int?

    package init(
        text: String? = nil, not: String? = nil, literal: Bool? = nil, count: Bool? = nil, like: [Int64]? = nil,
        vector: [Double]? = nil, fingerprint: String? = nil, likeFile: FilePath? = nil, fold: Bool? = nil,
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

    package var likeFile: FilePath? { likePath.flatMap { JSONText.filePath($0, base64: likePathBase64) } }
}

/// Photos that were found, or simply are there.
public struct SearchAnswer: Codable, Hashable, Sendable {
    /// A photo that was found.
    public struct Result: Codable, Hashable, Sendable {
        /// Its place among all that were found, from 1; nil in a list of all photos.
        public let rank: Int?
        /// The cosine between what was asked and the photo; nil in a list, which nothing ranks.
        public let score: Float?
        /// Whether it fits what was asked, and is not only less unlike it than others. Where there is no cut-off, as in
        /// searches by a photo with words, it is nil, but for photos that fit what is to be avoided; and in a list of all photos.
        public let fits: Bool?
        /// Its number in the library, which it keeps.
        public let id: Int64
        /// The file's name, and its absolute path on the machine that has the library.
        public let name, path: String
        /// Only where the path is not UTF-8, and `path` shows it as well as it can.
        public let pathBase64: String?
        /// In pixels, as it is looked at; nil where it was never decoded.
        public let width, height: Int?
        /// As in ``PhotoAnswer/taken``.
        public let taken: String?
        /// True where that is the time of its file alone, or else nil.
        public let datedByFile: Bool?
        /// Its title, else the beginning of its description.
        public let caption: String?
        /// As in ``PhotoAnswer/placeName``.
        public let placeName: String?
        /// Whether it is one of the owner's favourites; nil where it is none.
        public let favourite: Bool?
        /// How long a film is, in seconds; nil for photos, and where nobody knows.
        public let length: Double?
        /// When what fits best is seen in a film, in seconds from its beginning; nil for photos, for films that show one
        /// thing all the time, and in a list.
        public let moment: Double?
        /// As in ``PhotoAnswer/version``.
        public let version: String
        /// Which parts of the query it answers, and how; nil where that is not known, and for what does not fit.
        public let why: [Reason]?
        /// What it stands for; nil for a photo that is alone, and where nobody asked to have stacks folded.
        public let stack: Stack?

        package init(
            rank: Int? = nil, score: Float? = nil, fits: Bool? = nil, id: Int64, name: String, path: String,
            pathBase64: String? = nil, width: Int? = nil, height: Int? = nil, taken: String? = nil,
            datedByFile: Bool? = nil, caption: String? = nil, placeName: String? = nil, favourite: Bool? = nil,
            length: Double? = nil,
            moment: Double? = nil, version: String,
            why: [Reason]? = nil, stack: Stack? = nil
        ) {
            self.rank = rank
            self.score = score
            self.fits = fits
            self.id = id
            self.name = name
            self.path = path
            self.pathBase64 = pathBase64
            self.width = width
            self.height = height
            self.taken = taken
            self.datedByFile = datedByFile
            self.caption = caption
            self.placeName = placeName
            self.favourite = favourite
            self.length = length
            self.moment = moment
            self.version = version
            self.why = why
            self.stack = stack
        }

        /// The file's path to the byte; nil where `pathBase64` is no Base64.
        public var filePath: FilePath? { JSONText.filePath(path, base64: pathBase64) }
    }

    /// How much of the library an answer speaks for while photos are indexed.
    public struct Indexed: Codable, Hashable, Sendable {
        /// Photos that searches find now.
        public let photos: Int
        /// Those that there will be when the run is done.
        public let total: Int

        package init(photos: Int, total: Int) { (self.photos, self.total) = (photos, total) }
    }

    /// Photos that are shown as one: the same picture in several files, or shots of one moment with their copies.
    public struct Stack: Codable, Hashable, Sendable {
        /// `exact`, `same` or `burst`.
        public let kind: String
        /// How many photos of the library are in it, also those that a query does not find; 2 at least.
        public let count: Int

        package init(kind: String, count: Int) { (self.kind, self.count) = (kind, count) }
    }

    /// Why a photo was found.
    public struct Reason: Codable, Hashable, Sendable {
        /// A piece of a text.
        public struct Piece: Codable, Hashable, Sendable {
            /// As it is written.
            public let text: String
            /// Whether it is one of the words of the query.
            public let marked: Bool

            package init(text: String, marked: Bool) {
                self.text = text
                self.marked = marked
            }
        }

        /// `meaning`, `text` or `filter`.
        public let by: String
        /// The part of the query that the photo answers, in the language of queries.
        public let part: String
        /// Where the text is written: `file`, `folder`, `title`, `description`, `keyword`, `camera` or
        /// `place`; for text alone.
        public let field: String?
        /// The text of that field, cut round the words where it is long; for text alone.
        public let written: [Piece]?

        package init(by: String, part: String, field: String? = nil, written: [Piece]? = nil) {
            self.by = by
            self.part = part
            self.field = field
            self.written = written
        }
    }

    /// Plain words that were taken for more than meaning.
    public struct Understood: Codable, Hashable, Sendable {
        /// As they were written: `last summer`.
        public let words: String
        /// The same in the language of queries: `date:2026-06..2026-08`.
        public let query: String

        package init(words: String, query: String) {
            self.words = words
            self.query = query
        }
    }

    /// A word that nothing knows, and what may have been meant.
    public struct Misspelling: Codable, Hashable, Sendable {
        /// As it was written: `girrafe`.
        public let word: String
        /// What is known and almost the same: `giraffe`.
        public let suggestion: String
        /// The whole query with that in its place.
        public let query: String
        /// Whether the photos are those of that query: nothing answers what was written.
        public let shown: Bool

        package init(word: String, suggestion: String, query: String, shown: Bool) {
            (self.word, self.suggestion, self.query, self.shown) = (word, suggestion, query, shown)
        }
    }

    /// What was asked for, as it was written, or the path of the file; nil where neither was.
    public let query: String?
    /// The same query in its canonical form, which means the same at any time; nil where none was asked.
    public let canonical: String?
    /// Nil where all plain words are meaning.
    public let understood: [Understood]?
    /// What is required in the text whose photos these are; nil where nothing is.
    public var conditions: [QueryAnswer.Condition]?
    /// Nil where no word seems to be mistyped.
    public let misspelling: Misspelling?
    /// The name of the model that compared them; nil in a list of all photos.
    public let model: String?
    /// How long the search took, in milliseconds; nil in a list of all photos.
    public let tookMs: Double?
    /// How many photos can be found or listed at all: `offset` goes up to there.
    public let total: Int
    /// How many of these fit what was asked, and come first; nil where there is no cut-off, as in searches by a photo with words and in
    /// a list of all photos, and where that was not asked for and more may fit than were looked at.
    public let fitting: Int?
    /// How many photos cannot be found by their colours, since nobody has looked for these yet; nil where there are none,
    /// and where no colours were asked for.
    public let withoutColors: Int?
    /// How many more photos fit, or are found where there is no cut-off, and are folded into others; nil where there are
    /// none. `total` and `fitting` count stacks, then.
    public let folded: Int?
    /// How many of those that fit a time have no date but that of their file; nil where there are none. In an order of
    /// dates they come behind the others.
    public let datedByFile: Int?
    /// How much of the library could be found; nil where that was all that there is, and in a list of all photos.
    public let indexed: Indexed?
    /// The best first, or the last taken first in a list of all photos.
    public let results: [Result]

    package init(
        query: String? = nil, canonical: String? = nil, understood: [Understood]? = nil,
        conditions: [QueryAnswer.Condition]? = nil, misspelling: Misspelling? = nil, model: String? = nil,
        tookMs: Double? = nil, total: Int, fitting: Int? = nil,
        withoutColors: Int? = nil, folded: Int? = nil, datedByFile: Int? = nil, indexed: Indexed? = nil,
        results: [Result]
    ) {
        self.query = query
        self.canonical = canonical
        self.understood = understood
        self.conditions = conditions
        self.misspelling = misspelling
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

/// How many photos each day has, in the order in which they are listed.
public struct DaysAnswer: Codable, Hashable, Sendable {
    /// Photos of one day.
    public struct Day: Codable, Hashable, Sendable {
        /// `2021-05-02`; `2021-05` or `2021` where no more is known of any of them; nil for the photos without a date but that of
        /// their file.
        public let date: String?
        /// How many there are, and how many come before them.
        public let count, offset: Int

        package init(date: String?, count: Int, offset: Int) {
            self.date = date
            self.count = count
            self.offset = offset
        }
    }

    /// How many photos there are.
    public let total: Int
    /// The last first, or the first one where a query asks for that; photos without a date are at the end.
    public let days: [Day]

    package init(total: Int, days: [Day]) {
        self.total = total
        self.days = days
    }
}

/// In the place of the answer to a question among many that has none.
public struct SearchRefusal: Codable, Hashable, Sendable {
    /// What was asked, as it was written.
    public let query: String
    /// Why there is no answer to it.
    public let error: ProblemAnswer

    package init(query: String, error: ProblemAnswer) {
        self.query = query
        self.error = error
    }
}
