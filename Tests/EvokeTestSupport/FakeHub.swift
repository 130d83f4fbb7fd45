import CryptoSodium
public import EvokeFetching
import EvokeSystem
public import EvokeValues
import EvokeWorkers
import Glibc

/// A hub with no network: what it serves and how it fails is set by a test.
public final class FakeHub: FileFetching, CircumstanceReading {
    public struct File: Sendable {
        public var bytes: [UInt8]
        /// Whether the hub says their digest.
        public var isDigestKnown = true
        /// How many there are, as the hub says.
        public var size: Int64?
        /// What it sends in their place.
        public var sent: [UInt8]?
    }

    public enum Call: Hashable, Sendable {
        case look(String)
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
    public let before: @Sendable (Call) async throws -> Void

    public init(before: @escaping @Sendable (Call) async throws -> Void = { _ in }) {
        self.before = before
    }

    public var calls: [Call] { state.withLock { $0.calls } }
    public var fetched: [String] { calls.compactMap { if case .fetch(let url) = $0 { url } else { nil } } }

    /// Whether a token came along with what was asked for at that address.
    public func hadToken(_ url: String) -> Bool { state.withLock { $0.tokens[url] ?? false } }

    public func forgetCalls() { state.withLock { $0.calls = [] } }

    public subscript(url: String) -> File? {
        get { state.withLock { $0.files[url] } }
        set { state.withLock { $0.files[url] = newValue } }
    }

    public func serve(_ bytes: some Sequence<UInt8>, at url: String) { self[url] = File(bytes: Array(bytes)) }

    /// What is answered to one question after the other; the last to all further ones.
    public func answer(unmetered: [Circumstance], onPower: [Circumstance] = [.met]) {
        state.withLock { ($0.unmetered, $0.onPower) = (unmetered, onPower) }
    }

    public func unmetered() async -> Circumstance { state.withLock { Self.next(&$0.unmetered) } }
    public func onPower() async -> Circumstance { state.withLock { Self.next(&$0.onPower) } }

    private static func next(_ answers: inout [Circumstance]) -> Circumstance {
        answers.count > 1 ? answers.removeFirst() : answers[0]
    }

    public func look(
        at wanted: WantedFile, setback: @escaping @Sendable (EvokeError) -> Void
    ) async throws -> RemoteFile {
        let file = try await find(.look(wanted.url), wanted)
        return RemoteFile(
            size: file.size ?? Int64(file.bytes.count), sha256: file.isDigestKnown ? Self.digest(file.bytes) : nil,
            etag: "\"\(Self.digest(file.bytes).prefix(8))\"", commit: state.withLock { $0.commit })
    }

    public func fetch(
        _ wanted: WantedFile, to destination: FilePath, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws -> FetchedFile {
        let file = try await find(.fetch(wanted.url), wanted)
        let part = FilePath(bytes: destination.bytes + Array(".part".utf8))
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
