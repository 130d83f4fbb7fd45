/// The photos of a library that wait for workers, and the workers.
public struct QueueAnswer: Codable, Hashable, Sendable {
    /// A process that works on the library's photos.
    public struct Worker: Codable, Hashable, Sendable {
        /// Its machine and process, and the fingerprint of its model or of its text reader.
        public let name, model: String
        /// Whether it reads text in photos. A process that also encodes is listed as another worker for that.
        public let isReader: Bool
        /// Seconds since it started, and since it was last heard from.
        public let ageSeconds, silenceSeconds: Int
        /// Whether it has been silent for so long that others may take over its photos.
        public let isLost: Bool
        /// Photos that it holds now, and those it has finished.
        public let claimed, done: Int
        /// Nil if unknown.
        public let photosPerMinute: Double?

        package init(
            name: String, model: String, isReader: Bool, ageSeconds: Int, silenceSeconds: Int, isLost: Bool,
            claimed: Int, done: Int, photosPerMinute: Double?
        ) {
            self.name = name
            self.model = model
            self.isReader = isReader
            self.ageSeconds = ageSeconds
            self.silenceSeconds = silenceSeconds
            self.isLost = isLost
            self.claimed = claimed
            self.done = done
            self.photosPerMinute = photosPerMinute
        }
    }

    /// Photos that are waiting, and those claimed by workers.
    public let waiting, claimed: Int
    /// Photos whose text is waiting to be read, and those being read. They are not among the others.
    public let textsWaiting, textsClaimed: Int
    /// In the order in which they started.
    public let workers: [Worker]
    /// Photos that three workers failed on, sorted by path.
    public let setAside: [FailuresAnswer.Failure]

    package init(
        waiting: Int, claimed: Int, textsWaiting: Int, textsClaimed: Int, workers: [Worker],
        setAside: [FailuresAnswer.Failure]
    ) {
        self.waiting = waiting
        self.claimed = claimed
        self.textsWaiting = textsWaiting
        self.textsClaimed = textsClaimed
        self.workers = workers
        self.setAside = setAside
    }
}
