/// What was being done, to what, why it failed, and what to do next.
public struct EvokeError: Error, Hashable, Sendable, Codable {
    /// What a program may want to tell apart; people read the sentence.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        case wrongUsage, notFound, notAllowed, unreadable, damaged, unsupported, tooLarge
        case modelMissing, modelInvalid, inference
        case libraryNewer, libraryDamaged, libraryBusy, readOnly, diskFull
        /// It was there, and may be again: a server goes on with it then.
        case libraryUnavailable
        /// A server, or the way to it; the same again later may work.
        case unreachable
    }

    public let kind: Kind
    /// A verb with its object: "read the photo".
    public let doing: String
    /// The thing it was done to, fit for display.
    public let subject: String
    public let reason: String
    /// A full sentence, or empty when there is nothing to advise.
    public let remedy: String

    public init(_ kind: Kind, doing: String, subject: String, reason: String, remedy: String = "") {
        self.kind = kind
        self.doing = doing
        self.subject = subject
        self.reason = reason
        self.remedy = remedy
    }
}

extension EvokeError: CustomStringConvertible {
    public var description: String {
        remedy.isEmpty ? sentence : "\(sentence) \(remedy)"
    }

    /// All but the remedy.
    package var sentence: String { "Could not \(doing)\(subject.isEmpty ? "" : " '\(subject)'"): \(reason)." }
}

extension EvokeError {
    package static let libraryIsClosed = EvokeError(
        .wrongUsage, doing: "use the library", subject: "", reason: "it has been closed", remedy: "Open it again.")
}
