/// A catalogue that hands out the photos of a run to whoever has time for them, on any number of machines: to be encoded,
/// and afterwards to have their texts read.
///
/// What is handed out belongs to its worker for the length of a lease, by the catalogue's own clock. Whoever is not heard
/// of for so long loses it to others, and changes nothing any more. A photo that three were given in vain is set aside.
package protocol WorkSharing: IndexPlanning, LibrarySettings {
    /// How long a worker may be silent.
    var lease: Duration { get }

    /// Puts photos that are to be worked on into the queue. One that waits there already has one place all the same; where
    /// its file is another by now, what was done with it before counts no longer.
    ///
    /// - Parameter again: whether photos that were set aside are tried again though their files are the same.
    func enrol(_ photos: [PlannedPhoto], model: ModelID, again: Bool) async throws

    /// Has all photos wait whose text this reader has not read, as each photo does from then on that is recorded; of those
    /// in a root that hold the same, one. A library has one reader, the first of all. False for another one: nothing is
    /// changed then.
    ///
    /// - Parameters:
    ///   - plan: whether whoever asks has just looked at the folders. Then it becomes the library's reader, what waited for
    ///     another one waits no longer, and photos that workers did not find are tried again.
    ///   - again: whether photos that were set aside are tried again though their files are the same.
    func enrolTexts(by reader: TextReaderID, asPlanned plan: Bool, again: Bool) async throws -> Bool

    /// Begins to work, under a name that people can tell apart.
    func join(as name: String, for jobKind: JobKind) async throws -> Worker
    /// Takes photos of these roots that wait for the worker's craft, the newest first. One that somebody was given in
    /// vain is taken alone and last, so that others are not blamed for it.
    ///
    /// - Parameter retried: whether to take one of those, or the others.
    func claim(_ most: Int, for worker: Worker, below roots: [FilePath], retried: Bool) async throws -> [ClaimedPhoto]
    /// Keeps what was claimed for another lease, and says how much the worker has done.
    func renew(_ claims: Set<Int64>, of worker: Worker, done: Int) async throws
    /// Records what became of photos, and takes them out of the queue: all of those that are the worker's still.
    func finish(_ photos: [FinishedPhoto], of worker: Worker) async throws
    /// What is known of photos that were handed out to a reader. Those without a card need not be read: they are gone, or
    /// their text is known by now.
    func unread(among photos: [ClaimedPhoto], of worker: Worker) async throws -> [FilePath: PhotoCard]
    /// Notes what was read, and takes the photos out of the queue: all of those that are the worker's still.
    func finish(_ texts: [FinishedText], of worker: Worker) async throws
    /// Gives back photos that the worker cannot work on.
    ///
    /// - Parameter isLost: they are not where whoever planned them saw them. This worker is not given them again, and after
    ///   three such workers they are set aside. Else it is as if the worker had never been given them.
    func putBack(_ photos: [ClaimedPhoto], of worker: Worker, isLost: Bool) async throws
    /// Photos below these roots that a worker did not find, and that nobody works on.
    func lostPhotos(below roots: [FilePath], model: ModelID) async throws -> [FilePath]
    /// Takes those of the photos out of the queue that a worker did not find: whoever plans has not found them either.
    func withdraw(_ photos: [FilePath], model: ModelID) async throws

    /// Gives back at once what the worker has not finished.
    ///
    /// - Parameter failure: what went wrong with these photos; nil where they are not to blame.
    func leave(_ worker: Worker, failure: String?) async throws

    /// How many photos of these roots are being worked on, or could be by this worker.
    func photosLeft(for worker: Worker, below roots: [FilePath]) async throws -> Int
    /// The queue and its workers.
    func queue() async throws -> WorkQueue
}

/// A photo that a run has planned, as its file was then.
package struct PlannedPhoto: Sendable, Hashable {
    /// What is to be done.
    package enum Need: String, Sendable {
        /// To be encoded: new to the model, or its file looks different.
        case new, changed
        /// What people say of it has changed, and perhaps nobody knows what its file holds.
        case described, digested
        /// Its text is to be read.
        case read
    }

    package let path: FilePath
    package let stamp: FileStamp
    /// In the photo's own folder.
    package let companions: PhotoCompanions
    package let need: Need

    package init(path: FilePath, stamp: FileStamp, companions: PhotoCompanions, need: Need) {
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
    /// Reads the texts in them.
    case reading(TextReaderID)

    /// What photos wait for.
    package var fingerprint: String {
        switch self {
        case .encoding(let model): model.fingerprint
        case .reading(let reader): "text:" + String(UInt64(bitPattern: reader.value), radix: 16)
        }
    }
}

/// Whoever works on a library's photos.
package struct Worker: Sendable, Hashable {
    /// No other worker ever has it.
    package let number: Int64
    package let jobKind: JobKind

    package init(number: Int64, jobKind: JobKind) {
        self.number = number
        self.jobKind = jobKind
    }
}

/// A photo that was handed out.
package struct ClaimedPhoto: Sendable {
    package let photo: PlannedPhoto
    /// Grows with each claim of its worker.
    package let claim: Int64
    /// What the catalogue has at its path, for those who encode.
    package let known: KnownFile?

    package init(photo: PlannedPhoto, claim: Int64, known: KnownFile?) {
        self.photo = photo
        self.claim = claim
        self.known = known
    }
}

/// What became of a photo that was handed out.
package struct FinishedPhoto: Sendable {
    package let path: FilePath
    /// The one by which the worker has it.
    package let claim: Int64
    package let changes: [CatalogChange]

    package init(path: FilePath, claim: Int64, changes: [CatalogChange]) {
        self.path = path
        self.claim = claim
        self.changes = changes
    }
}

/// What became of a photo that was handed out to be read.
package struct FinishedText: Sendable {
    package let path: FilePath
    /// The one by which the worker has it.
    package let claim: Int64
    /// What is written in the content that was read; nil where there was nothing to read.
    package let text: (content: ContentDigest, text: PictureText)?

    package init(path: FilePath, claim: Int64, text: (content: ContentDigest, text: PictureText)?) {
        self.path = path
        self.claim = claim
        self.text = text
    }
}
