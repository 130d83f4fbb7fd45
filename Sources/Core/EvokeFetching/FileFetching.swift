public import EvokeValues

/// Fetches files of models from servers.
public protocol FileFetching: Sendable {
    /// Puts the file at `destination`, going on with what an interrupted try left beside it. Nothing appears there,
    /// and nothing there is replaced, before all of it has come and is what was wanted.
    ///
    /// Throws `EvokeError`; and `CancellationError` when the task is cancelled, which keeps what has come so far.
    func fetch(
        _ wanted: WantedFile, to destination: FilePath, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws -> FetchedFile

    /// What the server says of the file, which is not sent. `setback` hears why it is tried again.
    func look(
        at wanted: WantedFile, setback: @escaping @Sendable (EvokeError) -> Void
    ) async throws -> RemoteFile
}

/// One file on a server, and what is known of it before it comes.
public struct WantedFile: Hashable, Sendable {
    public var url: String
    /// In hexadecimal. Without it the file is checked against what the server says of it, where it does.
    public var sha256: String?
    public var size: Int64?
    /// Sent to the server of `url`, and to no other that it points to.
    public var token: SecretToken?
    /// The most bytes that may come.
    public var maximum: Int64?

    public init(
        url: String, sha256: String? = nil, size: Int64? = nil, token: SecretToken? = nil, maximum: Int64? = nil
    ) {
        self.url = url
        self.sha256 = sha256
        self.size = size
        self.token = token
        self.maximum = maximum
    }
}

/// What opens files that are not for everybody. It is never shown.
public struct SecretToken: Hashable, Sendable {
    package let value: String

    /// Nil when it could not be sent: it is empty, or has other characters than those of a word in ASCII.
    public init?(_ value: String) {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.value = value
    }
}

extension SecretToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "a token" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// How far a file has come.
public struct FetchProgress: Hashable, Sendable {
    /// With what an earlier try left.
    public let received: Int64
    public let total: Int64?
    /// How much of it was there before.
    public let resumedFrom: Int64
    /// Why the last try ended, while the next one is waited for.
    public let setback: EvokeError?

    public init(received: Int64, total: Int64?, resumedFrom: Int64, setback: EvokeError? = nil) {
        self.received = received
        self.total = total
        self.resumedFrom = resumedFrom
        self.setback = setback
    }
}

/// A file that has come, whole.
public struct FetchedFile: Hashable, Sendable {
    public let size: Int64
    /// Of its bytes as they are on the disk, in hexadecimal.
    public let sha256: String
    /// The server's name for this version of the file.
    public let etag: String?

    public init(size: Int64, sha256: String, etag: String?) {
        self.size = size
        self.sha256 = sha256
        self.etag = etag
    }
}

/// What a server says of a file.
public struct RemoteFile: Hashable, Sendable {
    public let size: Int64?
    /// In hexadecimal.
    public let sha256: String?
    /// The server's name for this version of the file.
    public let etag: String?
    /// The commit of the hub's repository that the file is of.
    public let commit: String?

    public init(size: Int64?, sha256: String?, etag: String?, commit: String?) {
        self.size = size
        self.sha256 = sha256
        self.etag = etag
        self.commit = commit
    }
}
