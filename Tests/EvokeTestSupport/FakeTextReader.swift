public import EvokePorts
public import EvokeValues

/// Knows by heart what is written in photos, by the names of their files. A photo whose name begins with "damaged" or
/// "locked" cannot be read.
public struct FakeTextReader: TextReading {
    public let fingerprint: String
    private let texts: [String: [String]]
    private let beforeReading: @Sendable (String) async throws -> Void
    private let seen = Locked<[String]>([])

    public init(
        _ texts: [String: [String]] = [:], fingerprint: String = "one",
        beforeReading: @escaping @Sendable (_ name: String) async throws -> Void = { _ in }
    ) {
        (self.texts, self.fingerprint, self.beforeReading) = (texts, fingerprint, beforeReading)
    }

    /// The names of the files that were read, one after the other.
    public var read: [String] { seen.withLock { $0 } }

    public func text(in file: DiskPath, named path: DiskPath) async throws -> PictureText {
        let name = String(decoding: path.name, as: UTF8.self)
        try await beforeReading(name)
        try Task.checkCancellation()
        seen.withLock { $0.append(name) }
        for (start, kind) in [("damaged", EvokeError.Kind.damaged), ("locked", .notAllowed)]
        where name.hasPrefix(start) {
            throw EvokeError(kind, doing: "read the text", subject: path.display, reason: "the test says so")
        }
        return PictureText.lines(texts[name] ?? [])
    }
}
