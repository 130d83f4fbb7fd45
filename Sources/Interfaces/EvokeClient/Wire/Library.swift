package import EvokeValues

/// A folder to add.
package struct RootRequest: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["path": .text(most: longest, least: 1, pattern: pattern)]
    package static let longest = 4_096
    static let pattern = "^/[^\\x00]*$"

    package let path: String
}

/// The folders inside a folder of the server's machine.
package struct FoldersAnswer: Codable, Hashable, Sendable {
    /// A folder.
    package struct Folder: Codable, Hashable, Sendable {
        /// Its name, and its absolute path.
        package let name, path: String

        package init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    /// The absolute path of the requested folder.
    package let path: String
    /// Its parent folder; nil for the root of the file system.
    package let parent: String?
    /// Sorted by name.
    package let folders: [Folder]

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
    package let found: Int
    /// Photos of this run that are done, including failed ones.
    public let done: Int
    /// New and changed photos of this run; 0 until all folders are scanned.
    public let total: Int
    package let photosPerSecond: Double?
    /// Nil until it is meaningful.
    public let secondsLeft: Double?
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
        package let name: String?
        /// Absolute, on the machine with the library. For a named root without a location there, `archive:`, which is
        /// also the prefix of its photos' paths.
        public let path: String
        /// Set only if the path is not UTF-8; `path` is then an approximation.
        package let pathBase64: String?
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
    package struct Model: Codable, Hashable, Sendable {
        /// Its name, and the fingerprint of its vectors: only vectors of one fingerprint can be compared.
        package let name, fingerprint: String
        /// The length of its vectors.
        package let dimensions: Int
        /// How many existing photos have a vector of it; may be 0.
        package let photos: Int

        package init(_ model: CatalogSummary.Model) {
            (name, fingerprint) = (model.id.name, model.id.fingerprint)
            (dimensions, photos) = (model.id.dimensions, model.photos)
        }
    }

    /// Counts about people.
    package struct People: Codable, Hashable, Sendable {
        /// Photos that were searched for faces; nil without a face finder.
        package let searched: Int?
        /// People who have a name.
        package let named: Int

        package init(searched: Int?, named: Int) { (self.searched, self.named) = (searched, named) }
    }

    /// The library's own folder, on the machine that has it.
    package let folder: String
    /// The size of the library's file, without thumbnails and search indexes.
    package let bytes: Int64
    /// The search model, by its name or path; nil before one was chosen.
    public let model: String?
    /// Those that can be shown.
    public let photos: Int
    /// Those with a vector of the model; nil if no model is open.
    public let searchable: Int?
    /// Those whose text has been read; nil without a text reader.
    package let read: Int?
    /// Counts about people; nil if they are off.
    package let people: People?
    /// Photos that could not be read; those that were read earlier are also among `photos`.
    public let failed: Int
    /// Those of `photos` that are truncated.
    package let cut: Int
    /// Photos whose files are gone. Their data is kept.
    package let missing: Int
    /// Existing files that are excluded, for example by a pattern or a file `.evokeignore`.
    package let hidden: Int
    /// Patterns excluded below every folder, as in `.evokeignore`.
    package let exclusions: [String]
    /// Sorted by path.
    public let roots: [Root]
    /// All models that ever made vectors of its photos.
    package let models: [Model]
    /// Changes whenever marks or people change; only from servers.
    package let marksVersion: String?
    /// The progress of indexing; only from servers.
    public let indexing: IndexingAnswer?
    /// The photos that `failed` counts, if included; servers have a separate route for them.
    package let failures: [FailuresAnswer.Failure]?
    /// The photos that `cut` counts, if included.
    package let cutPhotos: [FailuresAnswer.Truncated]?
    /// The photos that wait for workers, for a library in a database, if included.
    package let queue: QueueAnswer?
    /// `HealthAnswer.lagMs` of a server on this machine, if one was asked.
    package let lagMs: Int?
    /// `HealthAnswer.standby` of that server.
    package let standby: Bool?

    package init(
        folder: String, bytes: Int64, model: String?, photos: Int, searchable: Int? = nil, read: Int? = nil,
        people: People? = nil, failed: Int, cut: Int, missing: Int, hidden: Int, exclusions: [String], roots: [Root],
        models: [Model], marksVersion: String? = nil, indexing: IndexingAnswer? = nil,
        failures: [FailuresAnswer.Failure]? = nil, cutPhotos: [FailuresAnswer.Truncated]? = nil,
        queue: QueueAnswer? = nil, lagMs: Int? = nil, standby: Bool? = nil
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
package struct FailuresAnswer: Codable, Hashable, Sendable {
    /// A photo that could not be read the last time it was tried.
    package struct Failure: Codable, Hashable, Sendable {
        /// Absolute, on the machine with the library.
        package let path: String
        /// Set only if the path is not UTF-8; `path` is then an approximation.
        package let pathBase64: String?
        /// The kind of `EvokeError`, the reason without a period, and the remedy, which may be empty.
        package let kind, reason, remedy: String

        package init(path: String, pathBase64: String? = nil, kind: String, reason: String, remedy: String) {
            self.path = path
            self.pathBase64 = pathBase64
            self.kind = kind
            self.reason = reason
            self.remedy = remedy
        }
    }

    /// A truncated photo. It can be found by what is there.
    package struct Truncated: Codable, Hashable, Sendable {
        /// Absolute, on the machine with the library.
        package let path: String
        /// Set only if the path is not UTF-8; `path` is then an approximation.
        package let pathBase64: String?
        /// How much of the picture is there, from 0 to 1.
        package let share: Double

        package init(_ photo: TruncatedPhoto) {
            (path, pathBase64, share) = (JSONText.path(photo.path), JSONText.base64(photo.path), photo.share)
        }
    }

    /// How many could not be read.
    package let total: Int
    /// The requested page of them.
    package let failures: [Failure]
    /// How many are truncated.
    package let cutTotal: Int
    /// The requested page of them.
    package let cutPhotos: [Truncated]

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
    package let moved: Int
    /// Files of known content at an additional path.
    package let copied: Int
    /// Photos that were missing and are back.
    package let returned: Int
    /// Unchanged photos, which were not decoded again.
    package let unchanged: Int
    /// Photos whose files are gone. They are kept, but not found until they return.
    package let vanished: Int
    /// Photos that are excluded from now on; they keep their vectors.
    package let hidden: Int
    /// Unchanged photos with changed sidecars.
    package let described: Int
    /// Photos that could not be read, in this run or in an earlier one and unchanged since.
    public let failed: Int
    /// Truncated photos, likewise. They are counted among the others, too.
    package let cut: Int
    /// Whether the run was stopped early. What it did is kept, and the next run continues there.
    package let isInterrupted: Bool

    package init(_ report: IndexReport) {
        (added, changed, moved, copied) = (report.added, report.changed, report.moved, report.copied)
        (returned, unchanged, vanished) = (report.returned, report.unchanged, report.vanished)
        (hidden, described, failed, cut) = (report.hidden, report.described, report.failed, report.truncated)
        isInterrupted = report.isInterrupted
    }
}
