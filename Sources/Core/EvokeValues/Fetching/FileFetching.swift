/// Downloads model files from servers.
package protocol FileFetching: Sendable {
    /// Downloads the file to `destination`, resuming a partial download next to it. Nothing appears or is replaced
    /// there until the file is complete and verified.
    ///
    /// Throws `EvokeError`; or `CancellationError` if the task is cancelled, which keeps the partial download.
    func fetch(
        _ wanted: WantedFile, to destination: FilePath, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws -> FetchedFile

    /// What the server says about the file, without downloading it. `setback` is told why it is tried again.
    func look(
        at wanted: WantedFile, setback: @escaping @Sendable (EvokeError) -> Void
    ) async throws -> RemoteFile
}

/// A file on a server, and what is known about it in advance.
package struct WantedFile: Hashable, Sendable {
    package var url: String
    /// In hexadecimal. Without it, the file is checked against what the server says about it, if anything.
    package var sha256: String?
    package var size: Int64?
    /// Sent to the server of `url` only, not to servers it redirects to.
    package var token: SecretToken?
    /// The most bytes that are accepted.
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

/// Opens files that are not public. It is never shown.
package struct SecretToken: Hashable, Sendable {
    package let value: String

    /// Nil if it cannot be sent: it is empty, or has characters other than those of an ASCII word.
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

/// The progress of a download.
package struct FetchProgress: Hashable, Sendable {
    /// Including what an earlier attempt left.
    package let received: Int64
    package let total: Int64?
    /// How much of it was there before.
    package let resumedFrom: Int64
    /// Why the last attempt ended, while waiting for the next one.
    package let setback: EvokeError?

    package init(received: Int64, total: Int64?, resumedFrom: Int64, setback: EvokeError? = nil) {
        self.received = received
        self.total = total
        self.resumedFrom = resumedFrom
        self.setback = setback
    }
}

/// A completely downloaded file.
package struct FetchedFile: Hashable, Sendable {
    package let size: Int64
    /// Of its bytes on the disk, in hexadecimal.
    package let sha256: String
    /// The server's name for this version of the file.
    package let etag: String?

    package init(size: Int64, sha256: String, etag: String?) {
        self.size = size
        self.sha256 = sha256
        self.etag = etag
    }
}

/// What a server says about a file.
package struct RemoteFile: Hashable, Sendable {
    package let size: Int64?
    /// In hexadecimal.
    package let sha256: String?
    /// The server's name for this version of the file.
    package let etag: String?
    /// The file's commit in the hub's repository.
    package let commit: String?

    package init(size: Int64?, sha256: String?, etag: String?, commit: String?) {
        self.size = size
        self.sha256 = sha256
        self.etag = etag
        self.commit = commit
    }
}
