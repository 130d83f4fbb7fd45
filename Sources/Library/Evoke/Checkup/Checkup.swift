import EvokeSystem
public import EvokeValues

/// A self-test of Evoke and the machine: whether everything needed is there, what is slow, and why.
public struct Checkup: Sendable {
    /// What is checked, in this order.
    public enum Topic: String, CaseIterable, Sendable {
        /// Evoke itself.
        case program
        /// The operating system.
        case system
        /// The processor and its load.
        case processor
        /// How much memory is free.
        case memory
        /// The disk that the library is on.
        case disk
        /// The folder of what can be made again.
        case cache
        /// The library's model, or the one that comes with Evoke.
        case model
        /// Text recognition.
        case texts
        /// Face recognition.
        case faces
        /// The table of the world's places.
        case places
        /// The library's contents.
        case library
        /// The library's roots.
        case folders
        /// How many folders the system can watch.
        case watching
        /// How long a search takes.
        case search
    }

    /// The result of a check.
    public enum State: String, Sendable {
        /// As it should be.
        case good
        /// Not installed; Evoke works without it.
        case off
        /// It works, but something is slow or about to fail.
        case attention
        /// It does not work.
        case wrong
    }

    /// The result of one check.
    public struct Finding: Sendable {
        /// What was checked.
        public let topic: Topic
        /// The result.
        public let state: State
        /// A sentence without paths, names or other private data, so it can be shown to anyone.
        public let words: String
        /// The subject or the error, for the user's eyes only; nil if the sentence says it all.
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

        /// A failed check, with its error.
        init(_ topic: Topic, _ words: String, _ error: any Error) {
            let known = error as? EvokeError
            let told = known.map { "\(words) (\($0.kind.rawValue))" } ?? words
            self.init(topic, .wrong, told, detail: known?.description ?? "\(error)")
        }
    }

    /// In the order of their topics.
    public let findings: [Finding]

    /// Checks everything, which takes some seconds. Nothing changes, except that an older library is upgraded, as any
    /// opening of it does, and graphs are compiled, as the next search would.
    ///
    /// - Parameter hear: called with each finding as soon as it is there.
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
