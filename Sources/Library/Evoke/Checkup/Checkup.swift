import EvokeSystem
public import EvokeValues

/// What Evoke finds when it looks at itself and at the machine: whether all is there that it needs, what is slow, and why.
public struct Checkup: Sendable {
    /// What is looked at, in this order.
    public enum Topic: String, CaseIterable, Sendable {
        /// Evoke itself.
        case program
        /// The operating system.
        case system
        /// The processor, and how much else it has to do.
        case processor
        /// How much memory is free.
        case memory
        /// Where the library is kept.
        case disk
        /// Where Evoke keeps what can be made again.
        case cache
        /// The library's model, else the one that comes with Evoke.
        case model
        /// What reads text in photos.
        case texts
        /// What finds faces.
        case faces
        /// The table of the world's places.
        case places
        /// What the library holds.
        case library
        /// The folders that the library remembers.
        case folders
        /// How many folders the system lets be watched.
        case watching
        /// How long a search takes.
        case search
    }

    /// How it is.
    public enum State: String, Sendable {
        /// As it should be.
        case good
        /// Not there; Evoke does without it.
        case off
        /// It works, and something is slow or will go wrong.
        case attention
        /// It does not work.
        case wrong
    }

    /// One thing that was looked at.
    public struct Finding: Sendable {
        /// What was looked at.
        public let topic: Topic
        /// How it is.
        public let state: State
        /// A sentence without paths, names or anything else of the user's, so that it can be shown to anybody.
        public let words: String
        /// What it is about, or what went wrong, as the user alone should see it; nil where the sentence says all.
        public let detail: String?
        /// What helps.
        public let remedies: [Remedy]

        init(_ topic: Topic, _ state: State, _ words: String, detail: String? = nil, remedies: [Remedy] = []) {
            self.topic = topic
            self.state = state
            self.words = words
            self.detail = detail
            self.remedies = remedies
        }

        /// What does not work, by the error that it gives.
        init(_ topic: Topic, _ words: String, _ error: any Error) {
            let known = error as? EvokeError
            let told = known.map { "\(words) (\($0.kind.rawValue))" } ?? words
            self.init(topic, .wrong, told, detail: known?.description ?? "\(error)")
        }
    }

    /// In the order of their topics.
    public let findings: [Finding]

    /// Looks at all of it, which takes some seconds. Nothing is changed, but that a library which an older Evoke left is
    /// made current, as whatever opens it does, and that graphs are compiled, as the next search would.
    ///
    /// - Parameter hear: hears of each finding as soon as it is there.
    public static func run(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        hear: (Finding) throws -> Void
    ) async throws -> Checkup {
        var findings: [Finding] = []
        func record(_ found: [Finding]) throws {
            for finding in found {
                findings.append(finding)
                try hear(finding)
            }
        }
        try record(machine())
        try record(room(places))
        let library = await LibraryFound.look(places, upgrading: upgrading)
        let engine = await engine(places, library.status?.chosenModel)
        try record([engine.finding])
        try record(await readers(places))
        try record(library.findings)
        if let status = library.status, let engine = engine.engine {
            try record([await search(places, engine, photos: status.summary.photos)])
        }
        return Checkup(findings: findings)
    }
}
