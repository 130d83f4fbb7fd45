/// What was being done, to what, why it failed, and what to do next.
public struct EvokeError: Error, Hashable, Sendable {
    public let kind: Kind
    /// A verb with its object: "read the photo".
    public let doing: String
    /// The thing it was done to, fit for display.
    public let subject: String
    public let reason: String
    /// Empty when there is nothing to advise.
    public let remedies: [Remedy]
    /// What the system or a library said, where one of them is why.
    public let cause: Cause?

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

        public static let wrongUsage = Kind(rawValue: "wrongUsage")
        public static let notFound = Kind(rawValue: "notFound")
        public static let notAllowed = Kind(rawValue: "notAllowed")
        public static let unreadable = Kind(rawValue: "unreadable")
        public static let damaged = Kind(rawValue: "damaged")
        public static let unsupported = Kind(rawValue: "unsupported")
        public static let tooLarge = Kind(rawValue: "tooLarge")
        public static let modelMissing = Kind(rawValue: "modelMissing")
        public static let modelInvalid = Kind(rawValue: "modelInvalid")
        public static let inference = Kind(rawValue: "inference")
        public static let libraryNewer = Kind(rawValue: "libraryNewer")
        public static let libraryDamaged = Kind(rawValue: "libraryDamaged")
        public static let libraryBusy = Kind(rawValue: "libraryBusy")
        /// It could not be read or written, and nothing shows that it is damaged.
        public static let libraryFailed = Kind(rawValue: "libraryFailed")
        public static let readOnly = Kind(rawValue: "readOnly")
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
        /// Whose they are: "errno", "sqlite", "openvino", "curl" or "http".
        public let domain: String
        public let code: Int?
        /// Fit for display.
        public let text: String

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
