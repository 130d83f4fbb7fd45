/// A folder to add.
package struct RootQuestion: Codable, Hashable, Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }
}

package struct IndexingQuestion: Codable, Hashable, Sendable {
    /// `paused` or `running`.
    package let state: String

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

    /// A model that made vectors of photos.
    public struct Model: Codable, Hashable, Sendable {
        public let name, fingerprint: String
        public let dimensions, photos: Int

        package init(name: String, fingerprint: String, dimensions: Int, photos: Int) {
            self.name = name
            self.fingerprint = fingerprint
            self.dimensions = dimensions
            self.photos = photos
        }
    }

    public let folder: String
    public let bytes: Int64
    /// What it is searched with, by its name or path; nil before one was chosen.
    public let model: String?
    public let photos: Int
    /// Those with a vector of the model; nil where no model is open.
    public let searchable: Int?
    public let failed, cut, missing, hidden: Int
    public let exclusions: [String]
    public let roots: [Root]
    public let models: [Model]
    /// How indexing goes, where a server says it.
    public let indexing: IndexingAnswer?
    /// Those that `failed` and `cut` count, where all of them are told at once.
    public let failures: [FailuresAnswer.Failure]?
    public let cutPhotos: [FailuresAnswer.Cut]?

    package init(
        folder: String, bytes: Int64, model: String?, photos: Int, searchable: Int? = nil, failed: Int, cut: Int,
        missing: Int, hidden: Int, exclusions: [String], roots: [Root], models: [Model],
        indexing: IndexingAnswer? = nil, failures: [FailuresAnswer.Failure]? = nil,
        cutPhotos: [FailuresAnswer.Cut]? = nil
    ) {
        self.folder = folder
        self.bytes = bytes
        self.model = model
        self.photos = photos
        self.searchable = searchable
        self.failed = failed
        self.cut = cut
        self.missing = missing
        self.hidden = hidden
        self.exclusions = exclusions
        self.roots = roots
        self.models = models
        self.indexing = indexing
        self.failures = failures
        self.cutPhotos = cutPhotos
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
    public let cutPhotos: [Cut]

    package init(total: Int, failures: [Failure], cutTotal: Int, cutPhotos: [Cut]) {
        self.total = total
        self.failures = failures
        self.cutTotal = cutTotal
        self.cutPhotos = cutPhotos
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
