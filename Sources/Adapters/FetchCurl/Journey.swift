import EvokeSystem
import EvokeValues

/// The path from the requested address to the server that has the file, and what servers report along the way.
struct Journey {
    let wanted: WantedFile
    let start: Address
    let settings: Settings

    /// What redirecting servers said about the file.
    struct RedirectInfo {
        var sha256: String?
        var size: Int64?
        var etag: String?
        var commit: String?

        /// The first answer wins: it is closest to the requested address.
        mutating func add(_ head: Head) {
            sha256 = sha256 ?? head.sha256
            size = size ?? head.linkedSize
            etag = etag ?? head.linkedETag
            commit = commit ?? head.commit
        }
    }

    struct End {
        let answer: Wire.Answer
        let address: Address
        let redirects: RedirectInfo
    }

    /// Follows redirects to the first answer that is not one; for header-only requests, to the first that says
    /// everything.
    func go(
        over wire: Wire, asking fields: [String], headOnly: Bool = false,
        file: @escaping (Head, RedirectInfo) throws(Stop) -> Void = { _, _ in },
        receive: @escaping (UnsafeRawBufferPointer) throws(Stop) -> Void = { _ in }
    ) throws(Stop) -> End {
        var address = start
        var redirects = RedirectInfo()
        for _ in 0...settings.limits.redirects {
            try permit(address)
            let soFar = redirects
            let reception = Reception(
                limits: settings.limits,
                wants: { (head) throws(Stop) in
                    guard head.status == 200 || head.status == 206 else { return false }
                    var all = soFar
                    all.add(head)
                    try file(head, all)
                    return true
                }, receive: receive)
            let answer = try wire.ask(address, fields + authorization(address), headOnly: headOnly, reception)
            redirects.add(answer.head)
            let end = End(answer: answer, address: address, redirects: redirects)
            guard [301, 302, 303, 307, 308].contains(answer.head.status) else { return end }
            // A link signed for GET often works for nothing else.
            if headOnly, redirects.etag != nil, redirects.size != nil { return end }
            address = try next(answer.redirect, after: address)
        }
        throw .failed(
            start.fetchError(
                .unreachable, "there are more than \(settings.limits.redirects) redirects", "Check the address."))
    }

    private func next(_ text: String?, after address: Address) throws(Stop) -> Address {
        func refusal(_ place: String) -> Stop {
            .failed(address.fetchError(.notAllowed, "the server redirects to \(place)", "Check the address."))
        }
        guard let next = text.flatMap({ Address($0) }) else { throw refusal("an invalid address") }
        guard address.isLoopback || !next.isLoopback else { throw refusal("this machine") }
        guard next.isEncrypted || !address.isEncrypted else {
            throw refusal("\(next.shown), which is not encrypted")
        }
        return next
    }

    /// Refuses unencrypted connections, which others could read and change, except on this machine, or if the expected
    /// hash reveals changes.
    private func permit(_ address: Address) throws(Stop) {
        if address.isEncrypted || address.isLoopback { return }
        guard wanted.sha256 != nil, wanted.token == nil else {
            let why = wanted.token == nil ? "the file's hash is not known" : "a token would be sent"
            throw .failed(
                address.fetchError(
                    .notAllowed, "the connection is not encrypted, and \(why)",
                    "Use an address that begins with https://."))
        }
    }

    private func authorization(_ address: Address) -> [String] {
        guard let token = wanted.token, address.origin == start.origin else { return [] }
        return ["Authorization: Bearer \(token.value)"]
    }
}

extension Journey.End {
    /// Explains an answer that is not the file.
    func refusal(of wanted: WantedFile) -> Stop {
        let status = answer.head.status
        func error(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            address.fetchError(
                kind, "\(reason) (\(status))", remedy, EvokeError.Cause("http", code: status, text: reason))
        }
        func failed(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> Stop {
            .failed(error(kind, reason, remedy))
        }
        func setback(_ reason: String) -> Stop {
            .setback(
                error(.unreachable, reason, "Try again later. The download will resume."), after: answer.retryAfter)
        }
        let accept =
            "Accept its license on its page, and set your token: in HF_TOKEN for huggingface.co, otherwise in the file "
            + "that EVOKE_HUB_TOKEN_FILE names."

        switch (status, answer.head.problem) {
        case (401, "GatedRepo"), (403, "GatedRepo"):
            return failed(
                .notAllowed,
                wanted.token == nil
                    ? "its license has to be accepted first" : "the token's owner has not accepted its license", accept)
        case (401, _):
            return failed(
                .notAllowed, wanted.token == nil ? "the server requires a token" : "the server rejected the token",
                "Check the name. If it is right, the model may be gated or private: " + accept.lowercasedFirst)
        case (403, _): return failed(.notAllowed, "the server refuses access", accept)
        case (404, _), (410, _):
            return failed(.notFound, "the server does not have it", "Check the address; the model may have moved.")
        case (429, _), (503, _), (408, _): return setback("the server is busy")
        case (500..., _): return setback("the server has an internal error")
        default: return failed(.unreachable, "the server's answer is not a file", "Check the address.")
        }
    }
}

extension Address {
    /// About a download from this address.
    func fetchError(
        _ kind: EvokeError.Kind, _ reason: String, _ remedy: String, _ cause: EvokeError.Cause? = nil
    ) -> EvokeError {
        EvokeError(kind, doing: "fetch", subject: shown, reason: reason, remedy: remedy, cause: cause)
    }
}

/// Decides whether and when to try again.
struct Retries {
    private let allowed: Int
    private let limits: Limits
    private var failed = 0
    private var best: Int64

    /// - Parameter received: bytes received before the first try.
    init(_ allowed: Int, received: Int64, limits: Limits) {
        self.allowed = allowed
        self.limits = limits
        best = received
    }

    var isAtFirstTry: Bool { failed == 0 }

    /// The part was deleted, so bytes received again count as progress.
    mutating func beginAnew() { best = 0 }

    /// The pause after a failed try that left this much of the file; nil if it was the last one. A longer pause that
    /// the server asked for is respected, within limits.
    mutating func wait(asked: Duration?, received: Int64, of total: Int64?) -> Duration? {
        // Bytes received again after a restart are not progress.
        if received - best >= min(limits.worthwhile, total.map { max(1, ($0 - best) / 2) } ?? .max) { failed = 0 }
        best = max(best, received)
        guard failed < allowed else { return nil }
        failed += 1
        let wait = min(limits.longestWait, limits.firstWait * (1 << min(failed - 1, 20)))
        return max(wait, min(asked ?? .zero, limits.longestAskedWait))
    }
}

/// Why a try ended without the file.
enum Stop: Error {
    /// Trying again is pointless.
    case failed(EvokeError)
    /// It may work later; the server may have said when.
    case setback(EvokeError, after: Duration?)
    /// The part belonged to another file and was deleted: start over right away.
    case anew
    case cancelled
}

/// Turns failures of `body` into permanent ones.
func forGood<Success: ~Copyable>(_ body: () throws(EvokeError) -> Success) throws(Stop) -> Success {
    do throws(EvokeError) {
        return try body()
    } catch {
        throw .failed(error)
    }
}
