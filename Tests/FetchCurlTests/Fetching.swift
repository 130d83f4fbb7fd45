import EvokeDigests
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import FetchCurl

/// A large and a small file of its own on the hub that all tests share, and a place to put them.
struct Fetching {
    private static let shared = Result { try Hub() }
    private static let count = Locked(0)

    static let large = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    static let small = Array("{\"model\": 1}\n".utf8)

    let hub: Hub
    let home = TemporaryFolder()
    let progress = Locked<[FetchProgress]>([])

    /// What `org/m` is called on the hub.
    private let model: String

    var destination: DiskPath { home.path.appending("model.onnx") }
    var part: DiskPath { home.path.appending("model.onnx.part") }

    /// - Parameter other: one that no other test asks.
    init(on other: Hub? = nil) throws {
        hub = try other ?? Self.sharedHub()
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        model = "org/m\(number)"
        try publish(Self.large)
        try hub.files.write("\(model)/config.json", Self.small)
    }

    static func sharedHub() throws -> Hub { try shared.get() }

    /// In the large file's place.
    func publish(_ bytes: [UInt8]) throws { try hub.files.write("\(model)/model.onnx", bytes) }

    func url(_ target: String) -> String { place(hub.url(target)) }
    func encryptedURL(_ target: String) -> String { place(hub.encryptedURL(target)) }
    private func place(_ url: String) -> String { url.replacing("/org/m/", with: "/\(model)/") }

    /// Those for its own files.
    func requests() throws -> [Hub.Request] { try hub.requests().filter { $0.target.contains("/\(model)/") } }

    static var limits: Limits {
        var limits = Limits()
        limits.firstWait = .milliseconds(1)
        limits.longestWait = .milliseconds(4)
        limits.longestAskedWait = .milliseconds(10)
        limits.worthwhile = 10_000
        return limits
    }

    func fetcher(
        retries: Int = 3, limits: Limits = Self.limits, _ environment: [String: String] = [:]
    ) -> CurlFetcher {
        CurlFetcher(retries: retries, limits: limits) { environment[$0] }
    }

    /// One that trusts the hub's certificate.
    func trusting(_ environment: [String: String] = [:]) -> CurlFetcher {
        fetcher(environment.merging(["SSL_CERT_FILE": hub.certificate.display]) { $1 })
    }

    func wanted(_ target: String, isHashKnown: Bool = false, token: String? = nil) -> WantedFile {
        WantedFile(
            url: target.hasPrefix("http") ? place(target) : url(target),
            sha256: isHashKnown ? Self.sha256(Self.large) : nil,
            token: token.flatMap { SecretToken($0) })
    }

    @discardableResult
    func fetch(_ wanted: WantedFile, by fetcher: CurlFetcher? = nil) async throws -> FetchedFile {
        try await (fetcher ?? self.fetcher()).fetch(wanted, to: destination) { [progress] step in
            progress.withLock { $0.append(step) }
        }
    }

    @discardableResult
    func fetch(_ target: String, isHashKnown: Bool = false, token: String? = nil) async throws -> FetchedFile {
        try await fetch(wanted(target, isHashKnown: isHashKnown, token: token))
    }

    /// The error that fetching it ends with.
    func failure(_ target: String, isHashKnown: Bool = false, token: String? = nil) async -> EvokeError? {
        await failure(wanted(target, isHashKnown: isHashKnown, token: token))
    }

    func failure(_ wanted: WantedFile, by fetcher: CurlFetcher? = nil) async -> EvokeError? {
        await #expect(throws: EvokeError.self) { try await fetch(wanted, by: fetcher) }
    }

    /// What is in the folder.
    func names() throws -> [String] {
        try FileSystem.names(in: home.path).map { String(decoding: $0, as: UTF8.self) }
    }

    func fetched() throws -> [UInt8] { try FileSystem.read(destination) }

    var steps: [FetchProgress] { progress.withLock { $0 } }
    var setbacks: [EvokeError] { steps.compactMap(\.setback) }

    static func mode(of file: DiskPath) -> UInt32? { FileSystem.status(of: file).map { $0.permissions & 0o777 } }

    static func sha256(_ bytes: [UInt8]) -> String {
        var digest = SHA256()
        bytes.withUnsafeBytes { digest.add($0) }
        return digest.hex()
    }
}
