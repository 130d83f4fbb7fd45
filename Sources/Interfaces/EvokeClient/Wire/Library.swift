package import EvokeValues

/// A folder to add.
package struct RootRequest: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["path": .text(most: longest, least: 1, pattern: pattern)]
    package static let longest = 4_096
    static let pattern = "^/[^\\x00]*$"

    package let path: String
}

/// The folders inside a folder of the server's machine.
public struct FoldersAnswer: Codable, Hashable, Sendable {
    /// A folder.
    public struct Folder: Codable, Hashable, Sendable {
        /// Its name, and its absolute path.
        public let name, path: String

        package init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    /// The absolute path of the requested folder.
    public let path: String
    /// Its parent folder; nil for the root of the file system.
    public let parent: String?
    /// Sorted by name.
    public let folders: [Folder]

    package init(path: String, parent: String?, folders: [Folder]) {
        self.path = path
        self.parent = parent
        self.folders = folders
    }
}

/// A model to search with.
package struct ModelRequest: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["name": .text(most: 200, least: 1)]

    package let name: String
}

/// The requested state of indexing.
package struct IndexingRequest: Codable, Hashable, Sendable {
    package enum State: String, Codable, CaseIterable, Sendable { case paused, running }

    package let state: State
}

/// The progress of indexing.
public struct IndexingAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = [
        "state": .choice(["idle", "scanning", "encoding", "reading", "faces", "paused"])
    ]

    /// `idle`, `scanning` while folders are scanned, `encoding` while photos are indexed, `reading` while text is read,
    /// `faces` while faces are found, or `paused`.
    public let state: String
    /// Photos seen while scanning.
    public let found: Int
    /// Photos of this run that are done, including failed ones.
    public let done: Int
    /// New and changed photos of this run; 0 until all folders are scanned.
    public let total: Int
    /// Nil until they are meaningful.
    public let photosPerSecond, secondsLeft: Double?
    /// Why the last run ended early; nil if it did not.
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

/// A library's status.
public struct LibraryAnswer: Codable, Hashable, Sendable, Described {
    package static let always = ["model", "searchable", "marks_version", "indexing"]
    package static let never = ["failures", "cut_photos", "queue", "lag_ms", "standby"]

    /// An indexed folder, or a single file.
    public struct Root: Codable, Hashable, Sendable {
        /// What `EvokeClient.remove(root:)` takes.
        public let id: String
        /// Its name, in a library in a database whose machines have it at different paths; nil if it has none.
        public let name: String?
        /// Absolute, on the machine with the library. For a named root without a location there, `archive:`, which is
        /// also the prefix of its photos' paths.
        public let path: String
        /// Set only if the path is not UTF-8; `path` is then an approximation.
        public let pathBase64: String?
        /// Whether it exists now; false while its disk is not connected.
        public let isThere: Bool

        package init(id: String, name: String? = nil, path: String, pathBase64: String? = nil, isThere: Bool) {
            self.id = id
            self.name = name
            self.path = path
            self.pathBase64 = pathBase64
            self.isThere = isThere
        }
    }

    /// A model with vectors of photos.
    public struct Model: Codable, Hashable, Sendable {
        /// Its name, and the fingerprint of its vectors: only vectors of one fingerprint can be compared.
        public let name, fingerprint: String
        /// The length of its vectors.
        public let dimensions: Int
        /// How many existing photos have a vector of it; may be 0.
        public let photos: Int

        package init(_ model: CatalogSummary.Model) {
            (name, fingerprint) = (model.id.name, model.id.fingerprint)
            (dimensions, photos) = (model.id.dimensions, model.photos)
        }
    }

    /// Counts about people.
    public struct People: Codable, Hashable, Sendable {
        /// Photos that were searched for faces; nil without a face finder.
        public let searched: Int?
        /// People who have a name.
        public let named: Int

        package init(searched: Int?, named: Int) { (self.searched, self.named) = (searched, named) }
    }

    /// The library's own folder, on the machine that has it.
    public let folder: String
    /// The size of the library's file, without thumbnails and search indexes.
    public let bytes: Int64
    /// The search model, by its name or path; nil before one was chosen.
    public let model: String?
    /// Those that can be shown.
    public let photos: Int
    /// Those with a vector of the model; nil if no model is open.
    public let searchable: Int?
    /// Those whose text has been read; nil without a text reader.
    public let read: Int?
    /// Counts about people; nil if they are off.
    public let people: People?
    /// Photos that could not be read; those that were read earlier are also among `photos`.
    public let failed: Int
    /// Those of `photos` that are truncated.
    public let cut: Int
    /// Photos whose files are gone. Their data is kept.
    public let missing: Int
    /// Existing files that are excluded, for example by a pattern or a file `.evokeignore`.
    public let hidden: Int
    /// Patterns excluded below every folder, as in `.evokeignore`.
    public let exclusions: [String]
    /// Sorted by path.
    public let roots: [Root]
    /// All models that ever made vectors of its photos.
    public let models: [Model]
    /// Changes whenever marks or people change; only from servers.
    public let marksVersion: String?
    /// The progress of indexing; only from servers.
    public let indexing: IndexingAnswer?
    /// The photos that `failed` counts, if included; servers have a separate route for them.
    public let failures: [FailuresAnswer.Failure]?
    /// The photos that `cut` counts, if included.
    public let cutPhotos: [FailuresAnswer.Truncated]?
    /// The photos that wait for workers, for a library in a database, if included.
    public let queue: QueueAnswer?
    /// `HealthAnswer.lagMs` of a server on this machine, if one was asked.
    public let lagMs: Int?
    /// `HealthAnswer.standby` of that server.
    public let standby: Bool?

    package init(
        folder: String, bytes: Int64, model: String?, photos: Int, searchable: Int? = nil, read: Int? = nil,
        people: People? = nil, failed: Int, cut: Int, missing: Int, hidden: Int, exclusions: [String], roots: [Root],
        models: [Model], marksVersion: String? = nil,
        indexing: IndexingAnswer? = nil, failures: [FailuresAnswer.Failure]? = nil,
        cutPhotos: [FailuresAnswer.Truncated]? = nil, queue: QueueAnswer? = nil, lagMs: Int? = nil,
        standby: Bool? = nil
    ) {
        self.folder = folder
        self.bytes = bytes
        self.model = model
        self.photos = photos
        self.searchable = searchable
        self.read = read
        self.people = people
        self.failed = failed
        self.cut = cut
        self.missing = missing
        self.hidden = hidden
        self.exclusions = exclusions
        self.roots = roots
        self.models = models
        self.marksVersion = marksVersion
        self.indexing = indexing
        self.failures = failures
        self.cutPhotos = cutPhotos
        self.queue = queue
        self.lagMs = lagMs
        self.standby = standby
    }
}

/// Photos that could not be read, and truncated ones.
public struct FailuresAnswer: Codable, Hashable, Sendable {
    /// A photo that could not be read the last time it was tried.
    public struct Failure: Codable, Hashable, Sendable {
        /// Absolute, on the machine with the library.
        public let path: String
        /// Set only if the path is not UTF-8; `path` is then an approximation.
        public let pathBase64: String?
        /// The kind of `EvokeError`, the reason without a period, and the remedy, which may be empty.
        public let kind, reason, remedy: String

        package init(path: String, pathBase64: String? = nil, kind: String, reason: String, remedy: String) {
            self.path = path
            self.pathBase64 = pathBase64
            self.kind = kind
            self.reason = reason
            self.remedy = remedy
        }
    }

    /// A truncated photo. It can be found by what is there.
    public struct Truncated: Codable, Hashable, Sendable {
        /// Absolute, on the machine with the library.
        public let path: String
        /// Set only if the path is not UTF-8; `path` is then an approximation.
        public let pathBase64: String?
        /// How much of the picture is there, from 0 to 1.
        public let share: Double

        package init(_ photo: TruncatedPhoto) {
            (path, pathBase64, share) = (JSONText.path(photo.path), JSONText.base64(photo.path), photo.share)
        }
    }

    /// How many could not be read.
    public let total: Int
    /// The requested page of them.
    public let failures: [Failure]
    /// How many are truncated.
    public let cutTotal: Int
    /// The requested page of them.
    public let cutPhotos: [Truncated]

    package init(total: Int, failures: [Failure], cutTotal: Int, cutPhotos: [Truncated]) {
        self.total = total
        self.failures = failures
        self.cutTotal = cutTotal
        self.cutPhotos = cutPhotos
    }
}

/// The result of an indexing run.
public struct ReportAnswer: Codable, Hashable, Sendable {
    /// Photos that got a vector of the model for the first time.
    public let added: Int
    /// Known files that were indexed again: their content has changed, or they could not be read before.
    public let changed: Int
    /// Files of known content at a new path: their photos keep their vectors.
    public let moved: Int
    /// Files of known content at an additional path.
    public let copied: Int
    /// Photos that were missing and are back.
    public let returned: Int
    /// Unchanged photos, which were not decoded again.
    public let unchanged: Int
    /// Photos whose files are gone. They are kept, but not found until they return.
    public let vanished: Int
    /// Photos that are excluded from now on; they keep their vectors.
    public let hidden: Int
    /// Unchanged photos with changed sidecars.
    public let described: Int
    /// Photos that could not be read, in this run or in an earlier one and unchanged since.
    public let failed: Int
    /// Truncated photos, likewise. They are counted among the others, too.
    public let cut: Int
    /// Whether the run was stopped early. What it did is kept, and the next run continues there.
    public let isInterrupted: Bool

    package init(_ report: IndexReport) {
        (added, changed, moved, copied) = (report.added, report.changed, report.moved, report.copied)
        (returned, unchanged, vanished) = (report.returned, report.unchanged, report.vanished)
        (hidden, described, failed, cut) = (report.hidden, report.described, report.failed, report.truncated)
        isInterrupted = report.isInterrupted
    }
}
