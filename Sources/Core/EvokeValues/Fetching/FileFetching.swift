/// Fetches files of models from servers.
package protocol FileFetching: Sendable {
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
package struct WantedFile: Hashable, Sendable {
    package var url: String
    /// In hexadecimal. Without it the file is checked against what the server says of it, where it does.
    package var sha256: String?
    package var size: Int64?
    /// Sent to the server of `url`, and to no other that it points to.
    package var token: SecretToken?
    /// The most bytes that may come.
    package var maximum: Int64?

    package init(
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
package struct SecretToken: Hashable, Sendable {
    package let value: String

    /// Nil when it could not be sent: it is empty, or has other characters than those of a word in ASCII.
    package init?(_ value: String) {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.value = value
    }
}

extension SecretToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a token" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// How far a file has come.
package struct FetchProgress: Hashable, Sendable {
    /// With what an earlier try left.
    package let received: Int64
    package let total: Int64?
    /// How much of it was there before.
    package let resumedFrom: Int64
    /// Why the last try ended, while the next one is waited for.
    package let setback: EvokeError?

    package init(received: Int64, total: Int64?, resumedFrom: Int64, setback: EvokeError? = nil) {
        self.received = received
        self.total = total
        self.resumedFrom = resumedFrom
        self.setback = setback
    }
}

/// A file that has come, whole.
package struct FetchedFile: Hashable, Sendable {
    package let size: Int64
    /// Of its bytes as they are on the disk, in hexadecimal.
    package let sha256: String
    /// The server's name for this version of the file.
    package let etag: String?

    package init(size: Int64, sha256: String, etag: String?) {
        self.size = size
        self.sha256 = sha256
        self.etag = etag
    }
}

/// What a server says of a file.
package struct RemoteFile: Hashable, Sendable {
    package let size: Int64?
    /// In hexadecimal.
    package let sha256: String?
    /// The server's name for this version of the file.
    package let etag: String?
    /// The commit of the hub's repository that the file is of.
    package let commit: String?

    package init(size: Int64?, sha256: String?, etag: String?, commit: String?) {
        self.size = size
        self.sha256 = sha256
        self.etag = etag
        self.commit = commit
    }
}
