/// Downloads model files from servers.
package protocol FileFetching: Sendable {
    /// Downloads the file to `destination`, resuming a partial download next to it. Nothing appears or is replaced
    /// there until the file is complete and verified.
    ///
    /// Throws `EvokeError`; or `CancellationError` if the task is cancelled, which keeps the partial download.
    func fetch(
        _ wanted: WantedFile, to destination: DiskPath, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws -> FetchedFile

    /// What the server says about the file, without downloading it. `setback` is told why it is tried again.
    func probe(at wanted: WantedFile, setback: @escaping @Sendable (EvokeError) -> Void) async throws -> RemoteFile
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

/// Reports conditions that large downloads may depend on.
package protocol CircumstanceReading: Sendable {
    /// Whether the connection is unmetered.
    func unmetered() async -> Circumstance
    /// Whether the machine runs on AC power.
    func onPower() async -> Circumstance
}

package enum Circumstance: Hashable, Sendable {
    case met
    /// With the reason: "the connection is metered".
    case notMet(String)
    /// Unknown, with the reason; counts as not met.
    case unknown(String)
}

/// The names allowed for models in the store, where they are folder names.
package enum ModelName {
    /// The store's own folders, next to those of the models.
    package static let downloads = "downloads"
    package static let catalogs = "catalogues"

    package static let remedy =
        "Use letters, digits, '-', '_' and '.', starting with a letter or a digit. '\(downloads)' and '\(catalogs)' "
        + "are reserved."

    package static func isPlain(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, first.isLetterOrDigit, name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
            && ![downloads, catalogs].contains(name.lowercased())
    }
}

/// The paths allowed for files in a model's folder and below an address: never outside, and never hidden.
package enum ModelFilePath {
    /// What is wrong with the path; nil if nothing is.
    package static func fault(in path: String) -> String? {
        if path.isEmpty { return "is empty" }
        if path.utf8.count > 200 { return "is longer than 200 characters" }
        if path.utf8.first == .slash { return "is absolute" }
        let parts = path.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        if path.hasSuffix(".part") || path.hasSuffix(".part.note") { return "has the name of a partial download" }
        if parts.count > 8 { return "is more than eight folders deep" }
        for part in parts {
            if part.isEmpty { return "has an empty component" }
            if part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8) { return "leads out of its folder" }
            if part.first == .dot { return "is hidden" }
            guard part.allSatisfy({ $0.isLetterOrDigit || "._-+@=".utf8.contains($0) }) else {
                return "has characters other than letters, digits and '._-+@='"
            }
        }
        return nil
    }
}

extension String {
    /// Whether it has the form of a SHA-256, in lowercase.
    package var isSHA256: Bool {
        utf8.count == 64 && utf8.allSatisfy { $0.isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }
}

/// Calls the procedures of one server with gRPC.
package protocol RemoteCalling: Sendable {
    /// The server's response.
    ///
    /// Throws `EvokeError`; or `CancellationError` if the task is cancelled, in which case it is unknown whether the
    /// server did it.
    ///
    /// - Parameter procedure: `package.Service/Procedure`.
    func call(_ procedure: String, _ message: [UInt8]) async throws -> [UInt8]
}

/// A server to call, and what is sent with each call.
package struct RemoteServer: Hashable, Sendable {
    /// `http://host:port` or `https://host:port`.
    package let url: String
    /// Sent unchanged as `authorization`.
    package let token: SecretToken?
    package let fields: [String: String]

    package init(url: String, token: SecretToken? = nil, fields: [String: String] = [:]) {
        self.url = url
        self.token = token
        self.fields = fields
    }
}
