/// A folder to add.
package struct RootRequest: Codable, Hashable, Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }
}

/// The folders inside a folder of the server's machine.
public struct FoldersAnswer: Codable, Hashable, Sendable {
    /// One of them.
    public struct Folder: Codable, Hashable, Sendable {
        /// Its name, and its absolute path.
        public let name, path: String

        package init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    /// The folder that was asked for, absolute.
    public let path: String
    /// The folder that it lies in; nil for the root of the file system.
    public let parent: String?
    /// In the order of their names.
    public let folders: [Folder]

    package init(path: String, parent: String?, folders: [Folder]) {
        self.path = path
        self.parent = parent
        self.folders = folders
    }
}

/// A model to search with.
package struct ModelRequest: Codable, Hashable, Sendable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}

/// What is to become of indexing.
package struct IndexingRequest: Codable, Hashable, Sendable {
    /// `paused` or `running`.
    package let state: String

    package init(state: String) {
        self.state = state
    }
}

/// How indexing goes.
public struct IndexingAnswer: Codable, Hashable, Sendable {
    /// `idle`, `scanning` while folders are read, `encoding` while photos are, `reading` while their texts are, or
    /// `paused`.
    public let state: String
    /// Photos seen while scanning.
    public let found: Int
    /// Photos of this run that are done, whatever became of them.
    public let done: Int
    /// New and changed photos of this run; 0 until all folders are read.
    public let total: Int
    /// Nil until they mean something.
    public let photosPerSecond, secondsLeft: Double?
    /// Why the last run ended before it was done; nil where it did not.
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
    /// A folder that is indexed, or a single file.
    public struct Root: Codable, Hashable, Sendable {
        /// What `EvokeClient.remove(root:)` takes.
        public let id: String
        /// What it is called, in a library in a database whose machines have it at other paths; nil where it has no name.
        public let name: String?
        /// Absolute, on the machine that has the library. Of one that has a name and no place there, `archive:`; its
        /// photos' paths begin so, too.
        public let path: String
        /// Only where the path is not UTF-8, and `path` shows it as well as it can.
        public let pathBase64: String?
        /// Whether it is at that path now, a folder or a single file; false while its disk is not connected.
        public let isThere: Bool

        package init(id: String, name: String? = nil, path: String, pathBase64: String? = nil, isThere: Bool) {
            self.id = id
            self.name = name
            self.path = path
            self.pathBase64 = pathBase64
            self.isThere = isThere
        }
    }

    /// A model that made vectors of photos.
    public struct Model: Codable, Hashable, Sendable {
        /// What people call it, and what its vectors are marked with: only vectors of one fingerprint can be compared.
        public let name, fingerprint: String
        /// How many numbers its vectors have.
        public let dimensions: Int
        /// Photos in their places with a vector of it; there may be none by now.
        public let photos: Int

        package init(name: String, fingerprint: String, dimensions: Int, photos: Int) {
            self.name = name
            self.fingerprint = fingerprint
            self.dimensions = dimensions
            self.photos = photos
        }
    }

    /// How much is known of people.
    public struct People: Codable, Hashable, Sendable {
        /// Photos in which faces were looked for; nil where nothing finds any.
        public let searched: Int?
        /// People who have a name.
        public let named: Int

        package init(searched: Int?, named: Int) { (self.searched, self.named) = (searched, named) }
    }

    /// The library's own, on the machine that has it.
    public let folder: String
    /// The size of the library's file, without thumbnails and search indexes.
    public let bytes: Int64
    /// What it is searched with, by its name or path; nil before one was chosen.
    public let model: String?
    /// Those that can be shown.
    public let photos: Int
    /// Those with a vector of the model; nil where no model is open.
    public let searchable: Int?
    /// Those whose text has been read; nil where nothing reads any.
    public let read: Int?
    /// What is known of people; nil where they are off.
    public let people: People?
    /// Photos that could not be read; those that were read before are among `photos` as well.
    public let failed: Int
    /// Those of `photos` whose end is missing.
    public let cut: Int
    /// Photos that are gone from their places. What is known of them is kept.
    public let missing: Int
    /// Files in their places that are left out, as by an exclusion or a file `.evokeignore`.
    public let hidden: Int
    /// Patterns of what is left out below every folder, as in `.evokeignore`.
    public let exclusions: [String]
    /// In the order of their paths.
    public let roots: [Root]
    /// All that ever made vectors of its photos.
    public let models: [Model]
    /// Another text after each change of marks, and of what is said of people, where a server says it.
    public let marksVersion: String?
    /// How indexing goes, where a server says it.
    public let indexing: IndexingAnswer?
    /// Those that `failed` counts, where all of them are told at once; servers have a route for them.
    public let failures: [FailuresAnswer.Failure]?
    /// Those that `cut` counts, where all of them are told at once.
    public let cutPhotos: [FailuresAnswer.Truncated]?
    /// The photos that wait for workers, of a library in a database, where all is told at once.
    public let queue: QueueAnswer?
    /// `HealthAnswer.lagMs` of a server on this machine, where one was asked.
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

/// Photos that could not be read, and those whose end is missing.
public struct FailuresAnswer: Codable, Hashable, Sendable {
    /// A photo that could not be read when that was tried last.
    public struct Failure: Codable, Hashable, Sendable {
        /// Absolute, on the machine that has the library.
        public let path: String
        /// Only where the path is not UTF-8, and `path` shows it as well as it can.
        public let pathBase64: String?
        /// The kind of `EvokeError`, why, without a full stop, and what to do next, which may be empty.
        public let kind, reason, remedy: String

        package init(path: String, pathBase64: String? = nil, kind: String, reason: String, remedy: String) {
            self.path = path
            self.pathBase64 = pathBase64
            self.kind = kind
            self.reason = reason
            self.remedy = remedy
        }
    }

    /// A photo whose end is missing. It is found by what is there.
    public struct Truncated: Codable, Hashable, Sendable {
        /// Absolute, on the machine that has the library.
        public let path: String
        /// Only where the path is not UTF-8, and `path` shows it as well as it can.
        public let pathBase64: String?
        /// How much of the picture is there, from 0 to 1.
        public let share: Double

        package init(path: String, pathBase64: String? = nil, share: Double) {
            self.path = path
            self.pathBase64 = pathBase64
            self.share = share
        }
    }

    /// How many could not be read.
    public let total: Int
    /// Those of them that were asked for.
    public let failures: [Failure]
    /// How many have lost their end.
    public let cutTotal: Int
    /// Those of them that were asked for.
    public let cutPhotos: [Truncated]

    package init(total: Int, failures: [Failure], cutTotal: Int, cutPhotos: [Truncated]) {
        self.total = total
        self.failures = failures
        self.cutTotal = cutTotal
        self.cutPhotos = cutPhotos
    }
}

/// What came of a run.
public struct ReportAnswer: Codable, Hashable, Sendable {
    /// Photos that have a vector of the model for the first time.
    public let added: Int
    /// Known files that were done again: they hold something else than before, or could not be read until now.
    public let changed: Int
    /// Files of known content in a new place: their photos took their vectors with them.
    public let moved: Int
    /// Files of known content in a second place.
    public let copied: Int
    /// Photos that were missing and are there again.
    public let returned: Int
    /// Photos that are as they were; they were not decoded again.
    public let unchanged: Int
    /// Photos that are no longer in their places. They are kept, and not found until they return.
    public let vanished: Int
    /// Photos that are left out from now on; they keep their vectors.
    public let hidden: Int
    /// Photos that are as they were, but have other words in their sidecars.
    public let described: Int
    /// Photos that could not be read, in this run or in an earlier one and unchanged since.
    public let failed: Int
    /// Photos whose end is missing, likewise. They are counted among the others, too.
    public let cut: Int
    /// Whether the run was stopped before its end. What it did is kept, and the next run goes on there.
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
