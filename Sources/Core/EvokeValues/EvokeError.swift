/// What was being done, to what, why it failed, and what to do next.
public struct EvokeError: Error, Hashable, Sendable {
    /// What programs go by.
    public let kind: Kind
    /// A verb with its object: "read the photo".
    public let doing: String
    /// The thing it was done to, fit for display.
    public let subject: String
    /// Why it failed, without a full stop: "the file is empty".
    public let reason: String
    /// Empty when there is nothing to advise.
    public let remedies: [Remedy]
    /// What the system or a library said, where one of them is why.
    public let cause: Cause?

    /// - Parameters:
    ///   - doing: a verb with its object, as in ``EvokeError/doing``.
    ///   - subject: empty where ``EvokeError/doing`` says it all.
    ///   - reason: without a full stop.
    public init(
        _ kind: Kind, doing: String, subject: String, reason: String, remedies: [Remedy], cause: Cause? = nil
    ) {
        self.kind = kind
        self.doing = doing
        self.subject = subject
        self.reason = reason
        self.remedies = remedies
        self.cause = cause
    }

    /// - Parameter remedy: full sentences that name no flag, no command and no route; empty when there is nothing to
    ///   advise.
    public init(
        _ kind: Kind, doing: String, subject: String, reason: String, remedy: String = "", cause: Cause? = nil
    ) {
        self.init(
            kind, doing: doing, subject: subject, reason: reason, remedies: remedy.isEmpty ? [] : [.advice(remedy)],
            cause: cause)
    }

    /// The remedies in words that name no flag, no command and no route; empty when there are none.
    public var remedy: String { remedies.inWords { $0.description } }
}

extension EvokeError {
    /// What a program may want to tell apart; people read the sentence. Others may have kinds of their own.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        public let rawValue: String
        public var description: String { rawValue }

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// What was asked for makes no sense, such as a number out of its range or a library that was closed.
        public static let wrongUsage = Kind(rawValue: "wrongUsage")
        /// Nothing is at that path or of that name: a file, a photo, a library, a model in a catalogue.
        public static let notFound = Kind(rawValue: "notFound")
        /// The system, a server or Evoke refuses it: permissions, a certificate, a condition of a download.
        public static let notAllowed = Kind(rawValue: "notAllowed")
        /// It could not be read, as from a failing disk; nothing shows that it is damaged.
        public static let unreadable = Kind(rawValue: "unreadable")
        /// A file does not hold what it should: it is empty, cut short, or has another hash.
        public static let damaged = Kind(rawValue: "damaged")
        /// Evoke does not read that or do that: a format, a kind of graph, an answer of another server.
        public static let unsupported = Kind(rawValue: "unsupported")
        /// It has more bytes, pixels or numbers than Evoke takes.
        public static let tooLarge = Kind(rawValue: "tooLarge")
        /// The model is not on a shelf, or no photo of the library has a vector of it.
        public static let modelMissing = Kind(rawValue: "modelMissing")
        /// The files of a model are incomplete, cannot be read, or do not fit each other.
        public static let modelInvalid = Kind(rawValue: "modelInvalid")
        /// OpenVINO did not start, or a graph failed when it ran or gave what is no number.
        public static let inference = Kind(rawValue: "inference")
        /// A newer Evoke wrote the library; this one leaves it as it is.
        public static let libraryNewer = Kind(rawValue: "libraryNewer")
        /// The file of the library is not intact, or belongs to another program.
        public static let libraryDamaged = Kind(rawValue: "libraryDamaged")
        /// Another process writes to the library, or fetches the same model. The same again later may work.
        public static let libraryBusy = Kind(rawValue: "libraryBusy")
        /// It could not be read or written, and nothing shows that it is damaged.
        public static let libraryFailed = Kind(rawValue: "libraryFailed")
        /// The disk or the library cannot be written to.
        public static let readOnly = Kind(rawValue: "readOnly")
        /// There is no room left on the disk, or in its user's share of it.
        public static let diskFull = Kind(rawValue: "diskFull")
        /// It was there, and may be again: a server goes on with it then.
        public static let libraryUnavailable = Kind(rawValue: "libraryUnavailable")
        /// A server, or the way to it; the same again later may work.
        public static let unreachable = Kind(rawValue: "unreachable")

        /// Evoke's own.
        public static let known: [Kind] = [
            .wrongUsage, .notFound, .notAllowed, .unreadable, .damaged, .unsupported, .tooLarge, .modelMissing,
            .modelInvalid, .inference, .libraryNewer, .libraryDamaged, .libraryBusy, .libraryFailed, .readOnly,
            .diskFull, .libraryUnavailable, .unreachable,
        ]
    }

    /// What the system or a library said, in its own numbers and words.
    public struct Cause: Hashable, Sendable, Codable {
        /// Whose they are: "errno", "sqlite", "postgres", "openvino", "curl" or "http".
        public let domain: String
        /// The number of the error in that domain; nil where it has words alone.
        public let code: Int?
        /// Fit for display.
        public let text: String

        /// - Parameter domain: whose number and words they are; others may have domains of their own.
        public init(_ domain: String, code: Int? = nil, text: String) {
            self.domain = domain
            self.code = code
            self.text = text
        }
    }

    /// The same error, but for what is named.
    package func with(
        kind: Kind? = nil, doing: String? = nil, subject: String? = nil, remedies: [Remedy]? = nil
    ) -> EvokeError {
        EvokeError(
            kind ?? self.kind, doing: doing ?? self.doing, subject: subject ?? self.subject, reason: reason,
            remedies: remedies ?? self.remedies, cause: cause)
    }
}

extension EvokeError: Codable {
    private enum CodingKeys: CodingKey {
        case kind, doing, subject, reason, remedies, cause
    }

    private enum FormerKeys: CodingKey {
        case remedy
    }

    /// Version 0.1 wrote the remedy as a sentence.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let former = try decoder.container(keyedBy: FormerKeys.self)
        let sentence = try former.decodeIfPresent(String.self, forKey: .remedy) ?? ""
        self.init(
            try fields.decode(Kind.self, forKey: .kind), doing: try fields.decode(String.self, forKey: .doing),
            subject: try fields.decode(String.self, forKey: .subject),
            reason: try fields.decode(String.self, forKey: .reason),
            remedies: try fields.decodeIfPresent([Remedy].self, forKey: .remedies)
                ?? (sentence.isEmpty ? [] : [.advice(sentence)]),
            cause: try fields.decodeIfPresent(Cause.self, forKey: .cause))
    }
}

extension EvokeError: CustomStringConvertible {
    public var description: String { description { $0.description } }

    /// With the remedies in an interface's own words.
    package func description(_ words: (Remedy) -> String) -> String {
        remedies.isEmpty ? sentence : "\(sentence) \(remedies.inWords(words))"
    }

    /// All but the remedies.
    package var sentence: String { "Could not \(doing)\(subject.isEmpty ? "" : " '\(subject)'"): \(reason)." }
}

extension EvokeError {
    package static let libraryIsClosed = EvokeError(
        .wrongUsage, doing: "use the library", subject: "", reason: "it has been closed", remedy: "Open it again.")
}
