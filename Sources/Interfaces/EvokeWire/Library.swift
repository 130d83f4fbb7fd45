/// A folder to add.
public struct RootQuestion: Codable, Hashable, Sendable {
    public let path: String

    package init(path: String) {
        self.path = path
    }
}

public struct IndexingQuestion: Codable, Hashable, Sendable {
    /// `paused` or `running`.
    public let state: String

    package init(state: String) {
        self.state = state
    }
}

/// How indexing goes.
public struct IndexingAnswer: Codable, Hashable, Sendable {
    public let state: String
    public let found, done, total: Int
    public let photosPerSecond, secondsLeft: Double?
    public let error: ProblemAnswer?

    package init(
        state: String, found: Int, done: Int, total: Int, photosPerSecond: Double? = nil, secondsLeft: Double? = nil,
        error: ProblemAnswer? = nil
    ) {
        self.state = state
        self.found = found
        self.done = done
        self.total = total
        self.photosPerSecond = photosPerSecond
        self.secondsLeft = secondsLeft
        self.error = error
    }
}

/// What a library holds.
public struct LibraryAnswer: Codable, Hashable, Sendable {
    public struct Root: Codable, Hashable, Sendable {
        public let id, path: String
        public let pathBase64: String?
        public let isThere: Bool

        package init(id: String, path: String, pathBase64: String? = nil, isThere: Bool) {
            self.id = id
            self.path = path
            self.pathBase64 = pathBase64
            self.isThere = isThere
        }
    }

    public let folder: String
    public let bytes: Int64
    public let photos, searchable, failed, cut, missing, hidden: Int
    public let exclusions: [String]
    public let roots: [Root]
    public let indexing: IndexingAnswer

    package init(
        folder: String, bytes: Int64, photos: Int, searchable: Int, failed: Int, cut: Int, missing: Int,
        hidden: Int, exclusions: [String], roots: [Root], indexing: IndexingAnswer
    ) {
        self.folder = folder
        self.bytes = bytes
        self.photos = photos
        self.searchable = searchable
        self.failed = failed
        self.cut = cut
        self.missing = missing
        self.hidden = hidden
        self.exclusions = exclusions
        self.roots = roots
        self.indexing = indexing
    }
}

/// Photos that could not be read, and those whose end is missing.
public struct FailuresAnswer: Codable, Hashable, Sendable {
    public struct Failure: Codable, Hashable, Sendable {
        public let path: String
        public let pathBase64: String?
        public let kind, reason, remedy: String

        package init(path: String, pathBase64: String? = nil, kind: String, reason: String, remedy: String) {
            self.path = path
            self.pathBase64 = pathBase64
            self.kind = kind
            self.reason = reason
            self.remedy = remedy
        }
    }

    public struct Cut: Codable, Hashable, Sendable {
        public let path: String
        public let pathBase64: String?
        /// How much of the picture is there, from 0 to 1.
        public let share: Double

        package init(path: String, pathBase64: String? = nil, share: Double) {
            self.path = path
            self.pathBase64 = pathBase64
            self.share = share
        }
    }

    public let total: Int
    public let failures: [Failure]
    public let cutTotal: Int
    public let cut: [Cut]

    package init(total: Int, failures: [Failure], cutTotal: Int, cut: [Cut]) {
        self.total = total
        self.failures = failures
        self.cutTotal = cutTotal
        self.cut = cut
    }
}

/// What came of a run.
public struct ReportAnswer: Codable, Hashable, Sendable {
    public let added, changed, moved, copied, returned, unchanged, vanished, hidden, described, failed, cut: Int
    public let isInterrupted: Bool

    package init(
        added: Int, changed: Int, moved: Int, copied: Int, returned: Int, unchanged: Int, vanished: Int, hidden: Int,
        described: Int, failed: Int, cut: Int, isInterrupted: Bool
    ) {
        self.added = added
        self.changed = changed
        self.moved = moved
        self.copied = copied
        self.returned = returned
        self.unchanged = unchanged
        self.vanished = vanished
        self.hidden = hidden
        self.described = described
        self.failed = failed
        self.cut = cut
        self.isInterrupted = isInterrupted
    }
}
