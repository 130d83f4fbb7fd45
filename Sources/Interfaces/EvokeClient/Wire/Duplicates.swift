/// A group of photos of which one is enough.
public struct DuplicatesAnswer: Codable, Hashable, Sendable, Described {
    package static let schemaName: String? = "DuplicateGroup"
    package static let kinds: [String: Schema] = ["kind": .choice(of: DuplicateGroup.Kind.self)]

    /// A photo of a group.
    public struct Photo: Codable, Hashable, Sendable, Described {
        package static let kinds: [String: Schema] = [
            "differs": .list(of: .choice(["size", "bytes", "format", "taken"]))
        ]
        package static let always = ["id", "name", "version", "type", "is_shown_by_browsers"]

        /// Absolute.
        public let path: String
        /// Set only if the path is not UTF-8; `path` is then an approximation.
        package let pathBase64: String?
        /// Whether it is the one to keep: the first.
        public let keep: Bool
        /// For the first, its advantages over any of the others; for the others, the first one's advantages over them.
        /// Names separated by commas, most important first: `favourite`, `larger`, `colored`, `originalFormat`,
        /// `hasDate`, `sharper`, `lessCompressed`, `older`.
        package let reason: String
        /// The size of the file.
        public let bytes: Int64
        /// The size of the upright picture in pixels; nil if it was never decoded.
        package let width, height: Int?
        /// How it differs from the first: `size`, `bytes`, `format` and `taken`. Only servers set this and the
        /// following properties, not the command.
        package let differs: [String]?
        /// Its permanent number in the library.
        public let id: Int64?
        /// The file's name.
        package let name: String?
        /// As in ``PhotoAnswer/taken``, `takenFrom`, `version` and ``PhotoAnswer/type``.
        package let taken, takenFrom, version, type: String?
        /// Whether browsers can show files of that type.
        package let isShownByBrowsers: Bool?

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

/// Groups of photos of which one is enough, from a server.
public struct DuplicateGroupsAnswer: Codable, Hashable, Sendable, Described {
    package static let schemaName: String? = "Duplicates"
    package static let kinds: [String: Schema] = [
        "counts": .object(DuplicateGroup.Kind.allCases.map { .init($0.rawValue, .count, isRequired: true) })
    ]

    /// The number of groups of the requested kinds, and of each kind: `exact`, `same`, `burst`.
    public let total: Int, counts: [String: Int]
    /// The size of all photos that are not to be kept, counting each file once, whatever names it has.
    package let bytes: Int64
    /// How many photos no indexing run has prepared for comparison, except for exact copies.
    package let notCompared: Int
    /// The progress of finding them; nil once `groups` are those of the library as it is. Until then, they are those
    /// found before.
    public let finding: FindingAnswer?
    /// One page of groups.
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

/// A server's progress in finding duplicates.
public struct FindingAnswer: Codable, Hashable, Sendable {
    /// Groups whose best photo is known, and all groups; both 0 until that is known.
    public let done, total: Int
    /// Whether the search has ended.
    public let isOver: Bool

    package init(done: Int, total: Int, isOver: Bool = false) {
        self.done = done
        self.total = total
        self.isOver = isOver
    }
}

/// Photos to move to the trash, each with one that stays instead.
public struct TrashRequest: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["steps": .list(of: .of(Step.self), Limits.trashed)]

    /// A photo to move, and the one of its group that stays, by number.
    public struct Step: Codable, Hashable, Sendable, Described {
        package static let kinds: [String: Schema] = ["trash": .photo, "keep": .photo]

        /// The one that goes, and the one that stays.
        package let trash, keep: Int64

        /// The server checks whether they are in one group.
        public init(trash: Int64, keep: Int64) {
            self.trash = trash
            self.keep = keep
        }
    }

    /// From 1 to 1,000.
    package let steps: [Step]

}

/// The result of moving photos to the trash.
public struct TrashAnswer: Codable, Hashable, Sendable, Described {
    package static let schemaName: String? = "Trashed"

    /// A photo that is in the trash.
    package struct Done: Codable, Hashable, Sendable {
        /// Its number in the library, which it gets back when it is restored.
        package let id: Int64
        /// Its former path.
        package let path: String

        package init(id: Int64, path: String) {
            self.id = id
            self.path = path
        }
    }

    /// A photo that was not moved.
    public struct Left: Codable, Hashable, Sendable {
        /// Its number in the request.
        public let id: Int64
        /// Why it was not moved.
        public let error: ProblemAnswer

        package init(id: Int64, error: ProblemAnswer) {
            self.id = id
            self.error = error
        }
    }

    /// In order.
    package let done: [Done]
    /// Those that could not be moved.
    public let left: [Left]
    /// How much space emptying the trash will free.
    public let bytes: Int64

    package init(done: [Done], left: [Left], bytes: Int64) {
        self.done = done
        self.left = left
        self.bytes = bytes
    }
}

/// The result of putting photos back.
public struct UndoAnswer: Codable, Hashable, Sendable, Described {
    package static let schemaName: String? = "PutBack"

    /// The restored files; empty if there was nothing to put back.
    public let files: [String]
    /// What could not be put back, and why. Another request tries it again.
    package let left: [ProblemAnswer]

    package init(files: [String], left: [ProblemAnswer]) {
        self.files = files
        self.left = left
    }
}
