import EvokeSystem
package import EvokeValues
import EvokeWorkers

package struct CurlFetcher: FileFetching {
    private let retries: Int
    private let settings: Settings
    private let executor = BlockingExecutor(width: 8)

    /// - Parameter retries: how many tries in a row may fail without any progress.
    package init(retries: Int = 5) {
        self.init(retries: retries, limits: Limits()) { name in
            Environment.variable(name).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
    }

    package init(retries: Int, limits: Limits, environment: (String) -> String?) {
        self.retries = retries
        settings = Settings(limits: limits, environment: environment)
    }

    package func fetch(
        _ wanted: WantedFile, to destination: DiskPath, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws -> FetchedFile {
        let journey = try journey(to: wanted)
        return try await executor.runInterruptibly { interruption throws(Stop) in
            let part = try forGood { () throws(EvokeError) in
                let part = try PartFile(for: destination)
                try part.clear(unlessOf: journey)
                return part
            }
            try part.takeUp(interruption)
            let meter = Meter(resumedFrom: part.size, total: part.record?.size ?? wanted.size, progress)
            let download = Download(journey, into: part, meter)
            return try persist(
                interruption, has: { (download.received, download.total) }, setback: meter.pause,
                try: download.run(over:))
        }
    }

    package func probe(
        at wanted: WantedFile, setback: @escaping @Sendable (EvokeError) -> Void
    ) async throws -> RemoteFile {
        let journey = try journey(to: wanted)
        return try await executor.runInterruptibly { interruption throws(Stop) in
            try persist(interruption, has: { (0, nil) }, setback: setback) { wire throws(Stop) in
                let end = try journey.go(over: wire, asking: ["Accept-Encoding: identity"], headOnly: true)
                let (head, redirects) = (end.answer.head, end.redirects)
                guard (200..<400).contains(head.status) else { throw end.refusal(of: wanted) }
                return RemoteFile(
                    size: redirects.size ?? (head.status == 200 && head.isPlain ? head.length : nil),
                    sha256: redirects.sha256, etag: (redirects.etag ?? head.etag)?.bareETag, commit: redirects.commit)
            }
        }
    }

    private func journey(to wanted: WantedFile) throws(EvokeError) -> Journey {
        try Handles.start()
        guard let start = Address(wanted.url) else {
            // Not shown, since it may contain a password.
            throw EvokeError(
                .wrongUsage, doing: "fetch", subject: "", reason: "the address is not that of a file on a web server",
                remedy: "Use one that begins with https:// and contains no user name, password or spaces.")
        }
        var wanted = wanted
        wanted.sha256 = wanted.sha256?.lowercased()
        if let sha256 = wanted.sha256, !sha256.isSHA256 {
            throw EvokeError(
                .wrongUsage, doing: "fetch", subject: start.shown, reason: "the expected hash is not a SHA-256",
                remedy: "Give 64 hexadecimal digits.")
        }
        return Journey(wanted: wanted, start: start, settings: settings)
    }

    /// Tries until it succeeds or cannot succeed anymore. Each try opens new connections.
    private func persist<Success>(
        _ interruption: Interruption, has amount: () -> (received: Int64, total: Int64?),
        setback: (EvokeError) -> Void, try body: (Wire) throws(Stop) -> Success
    ) throws(Stop) -> Success {
        var retries = Retries(retries, received: amount().received, limits: settings.limits)
        while true {
            do throws(Stop) {
                if interruption.isSet { throw .cancelled }
                return try body(Wire(settings, interruption, isFirst: retries.isAtFirstTry))
            } catch {
                switch error {
                case .anew: retries.beginAnew()
                case .setback(let failure, let asked):
                    let (received, total) = amount()
                    guard let wait = retries.wait(asked: asked, received: received, of: total) else { throw error }
                    setback(failure)
                    try interruption.wait(wait)
                case .failed, .cancelled: throw error
                }
            }
        }
    }
}

/// Time and size limits.
package struct Limits: Sendable {
    /// The time limit for a connection with its handshake, in seconds: short on the first try, so that a missing
    /// network is noticed soon, and longer on later tries, for slow networks.
    package var connecting = 8
    package var connectingAgain = 30
    /// A try ends if it receives fewer bytes per second than this...
    package var slowest = 1_000
    /// ...for this many seconds.
    package var patience = 60

    /// The pause before the second try; it doubles with each further one.
    package var firstWait = Duration.seconds(1)
    package var longestWait = Duration.seconds(60)
    /// The longest pause that a server may ask for.
    package var longestAskedWait = Duration.seconds(300)
    /// A try that received this much, or half of what was missing, resets the count of failed tries.
    package var worthwhile: Int64 = 1 << 16

    package var redirects = 10
    package var headerBytes = 1 << 18
    /// The limit of an answer that is not the file.
    package var ignoredBytes = 1 << 16
    /// The limit of a call's answer.
    package var answerBytes = 64 << 20
    /// The limit of a file of unknown size.
    package var unknownSize: Int64 = 64 << 30

    package init() {}
}

/// Settings for all downloads of a fetcher.
struct Settings {
    let limits: Limits
    let proxies: Proxies
    /// A file with trusted certificates, in place of the system's.
    let authorities: String?

    init(limits: Limits, environment variable: (String) -> String?) {
        self.limits = limits
        proxies = Proxies(environment: variable)
        authorities = variable("SSL_CERT_FILE")
    }
}
