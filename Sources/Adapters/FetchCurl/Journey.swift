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
            error(
                .unreachable, start, "there are more than \(settings.limits.redirects) redirects",
                "Check the address."))
    }

    private func next(_ text: String?, after address: Address) throws(Stop) -> Address {
        guard let next = text.flatMap({ Address($0) }) else {
            throw .failed(
                error(
                    .notAllowed, address, "the server redirects to an invalid address",
                    "Check the address."))
        }
        guard address.isLoopback || !next.isLoopback else {
            throw .failed(
                error(.notAllowed, address, "the server redirects to this machine", "Check the address."))
        }
        guard next.isEncrypted || !address.isEncrypted else {
            throw .failed(
                error(
                    .notAllowed, address,
                    "the server redirects to \(next.shown), which is not encrypted", "Check the address."))
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
                error(
                    .notAllowed, address, "the connection is not encrypted, and \(why)",
                    "Use an address that begins with https://."))
        }
    }

    private func authorization(_ address: Address) -> [String] {
        guard let token = wanted.token, address.origin == start.origin else { return [] }
        return ["Authorization: Bearer \(token.value)"]
    }

    private func error(_ kind: EvokeError.Kind, _ address: Address, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(kind, doing: "fetch", subject: address.shown, reason: reason, remedy: remedy)
    }
}
