/// What was being done, to what, why it failed, and what to do next.
public struct EvokeError: Error, Hashable, Sendable {
    /// What programs should check.
    public let kind: Kind
    /// A verb with its object: "read the photo".
    public let doing: String
    /// What it was done to, fit for display.
    public let subject: String
    /// Why it failed, without a final period: "the file is empty".
    public let reason: String
    /// Empty if there is nothing to advise.
    package let remedies: [Remedy]
    /// What the system or a library said, if that is why it failed.
    public let cause: Cause?
    /// The number of the character, from 1, from which a query cannot be read; nil for errors of other kinds than
    /// ``Kind/invalidQuery``.
    public private(set) var position: Int?

    /// A query that cannot be read from that character on.
    package static func invalidQuery(
        at position: Int, subject: String, reason: String, remedy: String
    ) -> EvokeError {
        var error = EvokeError(
            .invalidQuery, doing: "read the query at character \(position),", subject: subject, reason: reason,
            remedy: remedy)
        error.position = position
        return error
    }

    /// - Parameters:
    ///   - doing: a verb with its object, as in ``EvokeError/doing``.
    ///   - subject: empty if ``EvokeError/doing`` says it all.
    ///   - reason: without a final period.
    package init(
        _ kind: Kind, doing: String, subject: String, reason: String, remedies: [Remedy], cause: Cause? = nil
    ) {
        self.kind = kind
        self.doing = doing
        self.subject = subject
        self.reason = reason
        self.remedies = remedies
        self.cause = cause
    }

    /// - Parameter remedy: full sentences without a flag, a command or a route; empty if there is nothing to advise.
    public init(
        _ kind: Kind, doing: String, subject: String, reason: String, remedy: String = "", cause: Cause? = nil
    ) {
        self.init(
            kind, doing: doing, subject: subject, reason: reason, remedies: remedy.isEmpty ? [] : [.advice(remedy)],
            cause: cause)
    }

    /// The remedies in words without a flag, a command or a route; empty if there are none.
    public var remedy: String { remedies.inWords { $0.description } }

    /// What a program may want to distinguish; people read the sentence. Other code may define its own kinds.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        public let rawValue: String
        public var description: String { rawValue }

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request makes no sense, such as a number out of range.
        public static let wrongUsage = Kind(rawValue: "wrongUsage")
        /// The text of a query cannot be read: ``EvokeError/position`` says where.
        public static let invalidQuery = Kind(rawValue: "invalidQuery")
        /// The library has been closed.
        public static let closed = Kind(rawValue: "closed")
        /// Nothing exists with that path or name: a file, a photo, a library, a model in a catalog.
        public static let notFound = Kind(rawValue: "notFound")
        /// The system, a server or Evoke refuses it: permissions, a certificate, a condition of a download.
        public static let notAllowed = Kind(rawValue: "notAllowed")
        /// It could not be read, as from a failing disk, with no sign of damage.
        public static let unreadable = Kind(rawValue: "unreadable")
        /// A file does not hold what it should: it is empty, truncated, or has another hash.
        public static let damaged = Kind(rawValue: "damaged")
        /// Evoke does not support it: a format, a kind of graph, a response of another server.
        public static let unsupported = Kind(rawValue: "unsupported")
        /// It has more bytes, pixels or numbers than Evoke accepts.
        public static let tooLarge = Kind(rawValue: "tooLarge")
        /// The model is not installed, or no photo in the library has a vector of it.
        public static let modelMissing = Kind(rawValue: "modelMissing")
        /// A model's files are incomplete, unreadable, or do not fit together.
        public static let modelInvalid = Kind(rawValue: "modelInvalid")
        /// OpenVINO did not start, or a graph failed while running or returned values that are not numbers.
        public static let inference = Kind(rawValue: "inference")
        /// A newer Evoke wrote the library; this one leaves it unchanged.
        public static let libraryNewer = Kind(rawValue: "libraryNewer")
        /// The library's file is damaged, or belongs to another program.
        public static let libraryDamaged = Kind(rawValue: "libraryDamaged")
        /// Another process is writing to the library or downloading the same model. Trying again later may work.
        public static let libraryBusy = Kind(rawValue: "libraryBusy")
        /// The library could not be read or written, with no sign of damage.
        public static let libraryFailed = Kind(rawValue: "libraryFailed")
        /// The disk or the library cannot be written to.
        public static let readOnly = Kind(rawValue: "readOnly")
        /// The disk, or its user's quota, is full.
        public static let diskFull = Kind(rawValue: "diskFull")
        /// The library disappeared and may return, in which case a server goes on with it.
        public static let libraryUnavailable = Kind(rawValue: "libraryUnavailable")
        /// A server cannot be reached; trying again later may work.
        public static let unreachable = Kind(rawValue: "unreachable")

        /// As others are told. Servers and the exit codes of commands do not distinguish these.
        package var told: Kind { [.invalidQuery, .closed].contains(self) ? .wrongUsage : self }

        /// The kinds that a server of Evoke may send.
        public static let known: [Kind] = [
            .wrongUsage, .notFound, .notAllowed, .unreadable, .damaged, .unsupported, .tooLarge, .modelMissing,
            .modelInvalid, .inference, .libraryNewer, .libraryDamaged, .libraryBusy, .libraryFailed, .readOnly,
            .diskFull, .libraryUnavailable, .unreachable,
        ]
    }

    /// What the system or a library said, in its own numbers and words.
    public struct Cause: Hashable, Sendable, Codable {
        /// Where they come from: "errno", "sqlite", "postgres", "openvino", "curl" or "http".
        public let domain: String
        /// The error's number in that domain; nil if it only has words.
        public let code: Int?
        /// Fit for display.
        public let text: String

        /// - Parameter domain: where number and text come from; other code may define its own domains.
        public init(_ domain: String, code: Int? = nil, text: String) {
            self.domain = domain
            self.code = code
            self.text = text
        }
    }

    /// A copy with the given fields changed.
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

    /// Everything except the remedies.
    package var sentence: String { "Could not \(doing)\(subject.isEmpty ? "" : " '\(subject)'"): \(reason)." }
}

extension EvokeError {
    package static let libraryIsClosed = EvokeError(
        .closed, doing: "use the library", subject: "", reason: "it has been closed", remedy: "Open it again.")
}

extension DecodingError {
    /// What is wrong with the JSON, and where: "'models[0].bytes' is missing".
    package var reasonInWords: String {
        func place(_ context: Context, _ key: (any CodingKey)? = nil) -> String {
            (context.codingPath + (key.map { [$0] } ?? [])).map { key in
                key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
            }.joined().drop { $0 == "." }.description
        }
        switch self {
        case .keyNotFound(let key, let context): return "'\(place(context, key))' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "'\(place(context))' has the wrong type"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            return "'\(place(context))' has an invalid value"
        default: return "it is not valid JSON"
        }
    }
}
