/// Photos of which one is enough.
public struct DuplicatesAnswer: Codable, Hashable, Sendable {
    /// A photo of a group.
    public struct Photo: Codable, Hashable, Sendable {
        /// Absolute.
        public let path: String
        /// Only where the path is not UTF-8, and `path` shows it as well as it can.
        public let pathBase64: String?
        /// Whether it is the one to keep: the first.
        public let keep: Bool
        /// Of the first, what it has over any of the others; of the others, what the first has over them. Names with
        /// commas between them, the weightiest first: `favourite`, `larger`, `colored`, `originalFormat`, `hasDate`,
        /// `sharper`, `lessCompressed`, `older`.
        public let reason: String
        /// The size of the file.
        public let bytes: Int64
        /// In pixels, as it is looked at; nil where it was never decoded.
        public let width, height: Int?
        /// Of the photos but the first, in what they differ from it: `size`, `bytes`, `format` and `taken`. A server says
        /// this and what follows; the command does not.
        public let differs: [String]?
        /// Its number in the library, which it keeps.
        public let id: Int64?
        /// The file's name.
        public let name: String?
        /// As in ``PhotoAnswer/taken``, ``PhotoAnswer/takenFrom``, ``PhotoAnswer/version`` and ``PhotoAnswer/type``.
        public let taken, takenFrom, version, type: String?
        /// Whether browsers show a file of that type.
        public let isShownByBrowsers: Bool?

        package init(
            path: String, pathBase64: String?, keep: Bool, reason: String, bytes: Int64, width: Int?, height: Int?,
            differs: [String]? = nil, id: Int64? = nil, name: String? = nil, taken: String? = nil,
            takenFrom: String? = nil, version: String? = nil, type: String? = nil, isShownByBrowsers: Bool? = nil
        ) {
            self.path = path
            self.pathBase64 = pathBase64
            self.keep = keep
            self.reason = reason
            self.bytes = bytes
            self.width = width
            self.height = height
            self.differs = differs
            self.id = id
            self.name = name
            self.taken = taken
            self.takenFrom = takenFrom
            self.version = version
            self.type = type
            self.isShownByBrowsers = isShownByBrowsers
        }
    }

    /// `exact`, `same` or `burst`.
    public let kind: String
    /// At least two, the one to keep first.
    public let photos: [Photo]

    package init(kind: String, photos: [Photo]) {
        self.kind = kind
        self.photos = photos
    }
}

/// Groups of photos of which one is enough, as a server lists them.
public struct DuplicateGroupsAnswer: Codable, Hashable, Sendable {
    /// How many groups there are of the kinds that were asked for, and of each kind: `exact`, `same`, `burst`.
    public let total: Int, counts: [String: Int]
    /// How much room all photos take that are not to be kept, each file counted once, whatever names it has.
    public let bytes: Int64
    /// How many photos no run of indexing has made ready to be compared, but for exact copies.
    public let notCompared: Int
    /// How far the server is with looking for them; nil once `groups` are those of the library as it is. Until then they
    /// are those that were found before.
    public let finding: FindingAnswer?
    /// A page of them.
    public let groups: [DuplicatesAnswer]

    package init(
        total: Int, counts: [String: Int], bytes: Int64, notCompared: Int, finding: FindingAnswer?,
        groups: [DuplicatesAnswer]
    ) {
        self.total = total
        self.counts = counts
        self.bytes = bytes
        self.notCompared = notCompared
        self.finding = finding
        self.groups = groups
    }
}

/// How far a server is with looking for photos of which one is enough.
public struct FindingAnswer: Codable, Hashable, Sendable {
    /// Of how many groups the best photo is known, and how many there are; both 0 until that is known.
    public let done, total: Int
    /// Whether the search has ended.
    public let isOver: Bool

    package init(done: Int, total: Int, isOver: Bool = false) {
        self.done = done
        self.total = total
        self.isOver = isOver
    }
}

/// Photos that are to be moved to the trash, each with one that stays instead of it.
public struct TrashRequest: Codable, Hashable, Sendable {
    /// A photo to be moved, and the one of its group that stays; by their numbers.
    public struct Step: Codable, Hashable, Sendable {
        /// The one that goes, and the one that stays.
        public let trash, keep: Int64

        /// A server looks whether they are in one group.
        public init(trash: Int64, keep: Int64) {
            self.trash = trash
            self.keep = keep
        }
    }

    /// From 1 to 1,000.
    public let steps: [Step]

    package init(steps: [Step]) { self.steps = steps }
}

/// What became of photos that were to be moved to the trash.
public struct TrashAnswer: Codable, Hashable, Sendable {
    /// A photo that is in the trash.
    public struct Done: Codable, Hashable, Sendable {
        /// Its number in the library, which it has again when it is put back.
        public let id: Int64
        /// Where it was.
        public let path: String

        package init(id: Int64, path: String) {
            self.id = id
            self.path = path
        }
    }

    /// A photo that was left where it is.
    public struct Left: Codable, Hashable, Sendable {
        /// As it was named.
        public let id: Int64
        /// Why it was left.
        public let error: ProblemAnswer

        package init(id: Int64, error: ProblemAnswer) {
            self.id = id
            self.error = error
        }
    }

    /// In their order.
    public let done: [Done]
    /// Those that could not be moved.
    public let left: [Left]
    /// How much room there will be when the trash is emptied.
    public let bytes: Int64

    package init(done: [Done], left: [Left], bytes: Int64) {
        self.done = done
        self.left = left
        self.bytes = bytes
    }
}

/// What putting photos back came to.
public struct UndoAnswer: Codable, Hashable, Sendable {
    /// Where files lie again; empty where there was nothing to put back.
    public let files: [String]
    /// What could not be put back, and why. Asked again, the server tries it again.
    public let left: [ProblemAnswer]

    package init(files: [String], left: [ProblemAnswer]) {
        self.files = files
        self.left = left
    }
}
