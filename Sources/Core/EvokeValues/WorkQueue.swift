/// The photos of a library that wait for workers, and who works on them.
public struct WorkQueue: Sendable, Hashable {
    /// A process that works on the library's photos.
    public struct Worker: Sendable, Hashable {
        /// Its machine and its process.
        public let name: String
        /// The fingerprint of its model, or of what it reads texts with.
        public let model: String
        /// Whether it reads the texts in photos. A process that encodes as well is another worker for that.
        public let isReader: Bool
        /// Since it began, in seconds.
        public let age: Int
        /// Since it was last heard of, in seconds.
        public let silence: Int
        /// Whether it was not heard of for so long that others may take what it has.
        public let isLost: Bool
        /// Photos that are handed out to it now.
        public let claimed: Int
        /// Photos that it has finished.
        public let done: Int
        /// Between the last two times that it was heard of; nil before that is known.
        public let photosAMinute: Double?

        package init(
            name: String, model: String, isReader: Bool = false, age: Int, silence: Int, isLost: Bool, claimed: Int,
            done: Int,
            photosAMinute: Double?
        ) {
            self.name = name
            self.model = model
            self.isReader = isReader
            self.age = age
            self.silence = silence
            self.isLost = isLost
            self.claimed = claimed
            self.done = done
            self.photosAMinute = photosAMinute
        }
    }

    /// A model that photos wait for.
    public struct Model: Sendable, Hashable {
        /// What its vectors are marked with.
        public let fingerprint: String
        /// Photos that nobody works on yet.
        public let waiting: Int

        package init(fingerprint: String, waiting: Int) {
            self.fingerprint = fingerprint
            self.waiting = waiting
        }
    }

    /// In the order in which they began.
    public let workers: [Worker]
    /// Those that photos wait for, in the order of their fingerprints.
    public let models: [Model]
    /// Photos that are handed out to workers who were heard of lately.
    public let claimed: Int
    /// Photos whose text nobody reads yet, and those whose text is being read. They are none of the others.
    public let textsWaiting, textsClaimed: Int
    /// Photos that three workers were given in vain, in the order of their paths. They wait until their files change, or
    /// until somebody has them read again.
    public let setAside: [FailedPhoto]

    /// Photos that nobody works on yet.
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
