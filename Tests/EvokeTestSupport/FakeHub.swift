import EvokeDigests
import EvokeSystem
package import EvokeValues
import EvokeWorkers
import Glibc

/// A hub with no network: what it serves and how it fails is set by a test.
package final class FakeHub: FileFetching, CircumstanceReading {
    package struct File: Sendable {
        package var bytes: [UInt8]
        /// Whether the hub says their digest.
        package var isDigestKnown = true
        /// How many there are, as the hub says.
        package var size: Int64?
        /// What it sends in their place.
        package var sent: [UInt8]?
    }

    package enum Call: Hashable, Sendable {
        case probe(String)
        case fetch(String)
    }

    private struct State {
        var files: [String: File] = [:]
        var calls: [Call] = []
        var tokens: [String: Bool] = [:]
        var unmetered = [Circumstance.met]
        var onPower = [Circumstance.met]
        var commit = "c0ffee"
    }

    private let state = Locked(State())
    /// Called before each call is answered; what it throws is thrown.
    package let before: @Sendable (Call) async throws -> Void

    package init(before: @escaping @Sendable (Call) async throws -> Void = { _ in }) {
        self.before = before
    }

    package var calls: [Call] { state.withLock { $0.calls } }
    package var fetched: [String] { calls.compactMap { if case .fetch(let url) = $0 { url } else { nil } } }

    /// Whether a token came along with what was asked for at that address.
    package func hadToken(_ url: String) -> Bool { state.withLock { $0.tokens[url] ?? false } }

    package func forgetCalls() { state.withLock { $0.calls = [] } }

    package subscript(url: String) -> File? {
        get { state.withLock { $0.files[url] } }
        set { state.withLock { $0.files[url] = newValue } }
    }

    package func serve(_ bytes: some Sequence<UInt8>, at url: String) { self[url] = File(bytes: Array(bytes)) }

    /// What is answered to one question after the other; the last to all further ones.
    package func answer(unmetered: [Circumstance], onPower: [Circumstance] = [.met]) {
        state.withLock { ($0.unmetered, $0.onPower) = (unmetered, onPower) }
    }

    package func unmetered() async -> Circumstance { state.withLock { Self.next(&$0.unmetered) } }
    package func onPower() async -> Circumstance { state.withLock { Self.next(&$0.onPower) } }

    private static func next(_ answers: inout [Circumstance]) -> Circumstance {
        answers.count > 1 ? answers.removeFirst() : answers[0]
    }

    package func probe(
        at wanted: WantedFile, setback: @escaping @Sendable (EvokeError) -> Void
    ) async throws -> RemoteFile {
        let file = try await find(.probe(wanted.url), wanted)
        return RemoteFile(
            size: file.size ?? Int64(file.bytes.count), sha256: file.isDigestKnown ? Self.digest(file.bytes) : nil,
            etag: "\"\(Self.digest(file.bytes).prefix(8))\"", commit: state.withLock { $0.commit })
    }

    package func fetch(
        _ wanted: WantedFile, to destination: DiskPath, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws -> FetchedFile {
        let file = try await find(.fetch(wanted.url), wanted)
        let part = DiskPath(bytes: destination.bytes + Array(".part".utf8))
        let sent = file.sent ?? file.bytes
        guard Int64(sent.count) <= wanted.maximum ?? .max else {
            throw EvokeError(.tooLarge, doing: "fetch", subject: wanted.url, reason: "it is more than is allowed")
        }
        for end in [sent.count / 2, sent.count] {
            try FileSystem.replace(part, with: Array(sent[..<end]))
            progress(FetchProgress(received: Int64(end), total: Int64(sent.count), resumedFrom: 0))
            try Task.checkCancellation()
        }
        let digest = Self.digest(sent)
        let expected = wanted.sha256 ?? (file.isDigestKnown ? Self.digest(file.bytes) : digest)
        guard digest == expected, wanted.size ?? Int64(sent.count) == Int64(sent.count) else {
            try FileSystem.erase(part)
            throw EvokeError(.damaged, doing: "fetch", subject: wanted.url, reason: "it is not what was wanted")
        }
        try FileSystem.move(part, to: destination, doing: "fetch")
        return FetchedFile(size: Int64(sent.count), sha256: digest, etag: "\"\(digest.prefix(8))\"")
    }

    private func find(_ call: Call, _ wanted: WantedFile) async throws -> File {
        state.withLock { state in
            state.calls.append(call)
            state.tokens[wanted.url] = wanted.token != nil
        }
        try await before(call)
        try Task.checkCancellation()
        guard let file = self[wanted.url] else {
            throw EvokeError(.notFound, doing: "fetch", subject: wanted.url, reason: "the server does not have it")
        }
        return file
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        var digest = SHA256()
        bytes.withUnsafeBytes { digest.add($0) }
        return digest.hex()
    }
}
