/// The photos of a library that wait for workers, and who works on them.
public struct QueueAnswer: Codable, Hashable, Sendable {
    /// A process that works on the library's photos.
    public struct Worker: Codable, Hashable, Sendable {
        /// Its machine and its process, and the fingerprint of its model, or of what it reads texts with.
        public let name, model: String
        /// Whether it reads the texts in photos. A process that encodes as well is another worker for that.
        public let isReader: Bool
        /// Since it began, and since it was last heard of.
        public let ageSeconds, silenceSeconds: Int
        /// Whether it was not heard of for so long that others may take what it has.
        public let isLost: Bool
        /// Photos that are handed out to it now, and those that it has finished.
        public let claimed, done: Int
        /// Nil until it is known.
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

    /// Photos that nobody works on yet, and those that are handed out.
    public let waiting, claimed: Int
    /// Photos whose text nobody reads yet, and those whose text is being read. They are none of the others.
    public let textsWaiting, textsClaimed: Int
    /// In the order in which they began.
    public let workers: [Worker]
    /// Photos that three workers were given in vain, in the order of their paths.
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
