public import EvokeValues

/// A catalog that hands out photos to workers on any number of machines: to be encoded, and then to be analyzed.
///
/// A worker holds what it claimed for the length of a lease, by the catalog's own clock. A worker that is silent for
/// longer loses it to others, and can no longer change anything. A photo that three workers were given in vain is set
/// aside.
package protocol WorkSharing: IndexPlanning, LibrarySettings {
    /// How long a worker may be silent.
    var lease: Duration { get }

    /// Adds photos to the queue. One that is waiting already keeps a single entry; if its file has changed, earlier
    /// attempts no longer count.
    ///
    /// - Parameter again: whether photos that were set aside are tried again even if their files are unchanged.
    func enrol(_ photos: [PlannedPhoto], model: ModelID, again: Bool) async throws

    /// Queues all photos that lack this analysis, and each photo recorded from now on; of photos in a root with the
    /// same content, one. A library has one maker of it, the first to ask. Returns false, changing nothing, for another
    /// one. Does nothing for faces while face recognition is off.
    ///
    /// - Parameters:
    ///   - plan: whether the caller has just scanned the folders. It then becomes the library's maker, what was queued
    ///     for another one is dropped, and photos that workers did not find are tried again.
    ///   - again: whether photos that were set aside are tried again even if their files are unchanged.
    func enrol<Result>(_ analysis: Analysis<Result>, asPlanned plan: Bool, again: Bool) async throws -> Bool

    /// Begins to work, under a name that people can recognize.
    func join(as name: String, for jobKind: JobKind) async throws -> Worker
    /// Claims photos below these roots that wait for the worker's job kind, the newest first. A photo that was given
    /// out in vain is claimed alone and last, so that it cannot affect others.
    ///
    /// - Parameter retried: whether to claim one of those, or the others.
    func claim(_ most: Int, for worker: Worker, below roots: [DiskPath], retried: Bool) async throws -> [ClaimedPhoto]
    /// Renews the lease on claimed photos, and records how much the worker has done.
    func renew(_ claims: Set<Int64>, of worker: Worker, done: Int) async throws
    /// Records what happened to photos, and removes those that the worker still holds from the queue.
    func finish(_ photos: [FinishedPhoto], of worker: Worker) async throws
    /// What is known about photos handed out to be analyzed. Those without a card need not be: they are gone, or have
    /// their result by now.
    func cards<Result>(
        lacking analysis: Analysis<Result>, among photos: [ClaimedPhoto]
    ) async throws -> [DiskPath: PhotoCard]
    /// Records results, for the contents that were analyzed, and removes the photos that the worker still holds from
    /// the queue. Those without a result could not be analyzed.
    func finish<Result>(
        _ photos: [ClaimedPhoto], with results: [DiskPath: (content: ContentDigest, result: Result)],
        as analysis: Analysis<Result>, of worker: Worker
    ) async throws
    /// Gives back photos that the worker cannot process.
    ///
    /// - Parameter isLost: they are not where the planner saw them. This worker does not get them again, and after
    ///   three such workers they are set aside. Otherwise it is as if the worker had never had them.
    func putBack(_ photos: [ClaimedPhoto], of worker: Worker, isLost: Bool) async throws
    /// Photos below these roots that a worker did not find, and that nobody is working on.
    func lostPhotos(below roots: [DiskPath], model: ModelID) async throws -> [DiskPath]
    /// Removes those of the photos from the queue that a worker did not find: the planner has not found them either.
    func withdraw(_ photos: [DiskPath], model: ModelID) async throws

    /// Gives back at once what the worker has not finished.
    ///
    /// - Parameter failure: what went wrong with these photos; nil if they are not to blame.
    func leave(_ worker: Worker, failure: String?) async throws

    /// How many photos below these roots are being processed, or could be by this worker.
    func photosLeft(for worker: Worker, below roots: [DiskPath]) async throws -> Int
    /// The queue and its workers.
    func queue() async throws -> WorkQueue
}

/// A photo planned by a run, with its file at that time.
package struct PlannedPhoto: Sendable, Hashable {
    package enum Need: String, Sendable {
        /// To be encoded: it is new to the model, or its file looks different.
        case new, changed
        /// Its metadata has changed, or its content may be unknown.
        case described, digested
        /// It is recorded, and needs to be analyzed.
        case read
    }

    package let path: DiskPath
    package let stamp: FileStamp
    /// In the photo's own folder.
    package let companions: PhotoCompanions
    package let need: Need

    package init(path: DiskPath, stamp: FileStamp, companions: PhotoCompanions, need: Need) {
        self.path = path
        self.stamp = stamp
        self.companions = companions
        self.need = need
    }
}

/// What a worker can do with photos.
package enum JobKind: Sendable, Hashable {
    /// Encodes them with a model.
    case encoding(ModelID)
    /// Makes the analysis of that name.
    case analysis(String, by: AnalysisMaker?)

    package init<Result>(_ analysis: Analysis<Result>) { self = .analysis(analysis.queued.name, by: analysis.maker) }

    /// What photos wait for.
    package var fingerprint: String {
        switch self {
        case .encoding(let model): model.fingerprint
        case .analysis(let name, .number(let number)): "\(name):" + String(UInt64(bitPattern: number), radix: 16)
        case .analysis(let name, .model(let model)): "\(name):\(model.fingerprint)"
        case .analysis(let name, nil): "\(name):"
        }
    }
}

extension Analysis {
    /// Its name in the queue, and the setting with the library's own maker.
    package var queued: (name: String, maker: String) {
        table == "texts" ? ("text", "text_reader") : (table, "\(table)_maker")
    }
}

/// A process that works on a library's photos.
package struct Worker: Sendable, Hashable {
    /// Never reused.
    package let number: Int64
    package let jobKind: JobKind

    package init(number: Int64, jobKind: JobKind) {
        self.number = number
        self.jobKind = jobKind
    }
}

package struct ClaimedPhoto: Sendable {
    package let photo: PlannedPhoto
    /// Grows with each claim of its worker.
    package let claim: Int64
    /// What the catalog has at its path, for workers that encode.
    package let known: KnownFile?

    package init(photo: PlannedPhoto, claim: Int64, known: KnownFile?) {
        self.photo = photo
        self.claim = claim
        self.known = known
    }
}

/// What happened to a photo that was handed out.
package struct FinishedPhoto: Sendable {
    package let path: DiskPath
    /// The claim by which the worker holds it.
    package let claim: Int64
    package let changes: [CatalogChange]

    package init(path: DiskPath, claim: Int64, changes: [CatalogChange]) {
        self.path = path
        self.claim = claim
        self.changes = changes
    }
}

/// The photos of a library that wait for workers, and who works on them.
public struct WorkQueue: Sendable, Hashable {
    /// A process that works on the library's photos.
    public struct Worker: Sendable, Hashable {
        /// Its machine and its process.
        public let name: String
        /// The fingerprint of its model, or of the maker of its analysis.
        public let model: String
        /// Seconds since it began.
        public let age: Int
        /// Seconds since it was last heard of.
        public let silence: Int
        /// Whether it has been silent for so long that others may take its photos.
        public let isLost: Bool
        /// Photos that it holds now.
        public let claimed: Int
        /// Photos that it has finished.
        public let done: Int
        /// Between the last two times that it was heard of; nil until known.
        public let photosAMinute: Double?

        package init(
            name: String, model: String, age: Int, silence: Int, isLost: Bool, claimed: Int, done: Int,
            photosAMinute: Double?
        ) {
            self.name = name
            self.model = model
            self.age = age
            self.silence = silence
            self.isLost = isLost
            self.claimed = claimed
            self.done = done
            self.photosAMinute = photosAMinute
        }

        /// "text" or "faces" if it finds those; nil if it encodes photos. A process that does several counts as several
        /// workers.
        public var analysis: String? { model.firstIndex(of: ":").map { String(model[..<$0]) } }
    }

    /// A model that photos wait for.
    public struct Model: Sendable, Hashable {
        /// The fingerprint of its vectors.
        public let fingerprint: String
        /// Photos that nobody is working on yet.
        public let waiting: Int

        package init(fingerprint: String, waiting: Int) {
            self.fingerprint = fingerprint
            self.waiting = waiting
        }
    }

    /// In the order in which they began.
    public let workers: [Worker]
    /// Those that photos wait for, sorted by fingerprint.
    public let models: [Model]
    /// Photos held by workers that were heard of recently.
    public let claimed: Int
    /// Photos waiting for a text reader, and those being read. They are not counted above.
    public let textsWaiting, textsClaimed: Int
    /// Photos that three workers were given in vain, sorted by path. They wait until their files change, or until they
    /// are explicitly read again.
    public let setAside: [FailedPhoto]

    /// Photos that nobody is working on yet.
    public var waiting: Int { models.map(\.waiting).reduce(0, +) }

    package init(
        workers: [Worker], models: [Model], claimed: Int, textsWaiting: Int = 0, textsClaimed: Int = 0,
        setAside: [FailedPhoto]
    ) {
        self.workers = workers
        self.models = models
        self.claimed = claimed
        self.textsWaiting = textsWaiting
        self.textsClaimed = textsClaimed
        self.setAside = setAside
    }
}
