/// The photos of a library that wait for workers, and who works on them.
public struct WorkQueue: Sendable, Hashable {
    /// A process that works on the library's photos.
    public struct Worker: Sendable, Hashable {
        /// Its machine and its process.
        public let name: String
        /// The fingerprint of its model or text reader.
        public let model: String
        /// Whether it reads text. A process that also encodes counts as another worker for that.
        public let isReader: Bool
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
