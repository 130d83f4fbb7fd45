import EvokeClient
import EvokeDigests
import EvokeSystem
import EvokeValues

/// Who may ask: whether a request is meant for this server, comes from its own app, and knows the token.
package struct Gate: Sendable {
    /// What the server may be called by besides its numbers, in lower case.
    private let names: Set<String>
    private let token: Token?
    private let isOpen: Bool
    private let shares: Shares?

    /// Without a token, whoever reaches the server may ask; else those who know it, and the server's own user where the
    /// connection shows that it is theirs.
    ///
    /// - Parameters:
    ///   - isOpen: whoever reaches the server may ask all but who is in photos, and shares nothing.
    ///   - shares: what visitors may look at; nil where there are none.
    package init(names: [String], token: Token?, isOpen: Bool = false, shares: Shares? = nil) {
        self.names = Set(names.map { $0.lowercased() } + ["localhost"])
        (self.token, self.isOpen, self.shares) = (token, isOpen, shares)
    }

    func check(_ request: Request, isOfApp: Bool) throws(Problem) -> Asker {
        guard case .network(let isEncrypted) = request.way else {
            // Nothing that a browser sends comes this way.
            guard request.headers["origin"] == nil else { throw Self.crossSite }
            return .owner
        }
        let host = request.headers["host"] ?? ""
        guard isOurs(host) else {
            throw Problem(
                status: 403, kind: "wrongHost", detail: "The request is for another host, '\(host.prefix(100))'.",
                remedy: "Use the address that 'evoke serve' printed.")
        }
        if let origin = request.headers["origin"], origin != (isEncrypted ? "https://" : "http://") + host {
            throw Self.crossSite
        }
        // A link from elsewhere may lead to the app, and that is all that another site may do.
        if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none",
            !isOfApp || request.headers["sec-fetch-mode"] != "navigate"
                || request.headers["sec-fetch-dest"] ?? "document" != "document"
        {
            throw Self.crossSite
        }
        if isOfApp { return .owner }
        if let shares, let given = shareToken(in: request) { return .visitor(try share(given, shares)) }
        if !isOpen { try checkToken(of: request) }
        return .owner
    }

    /// Who is in photos is told to nobody without the token, and nobody shares anything without it.
    func check(_ request: Request, for operation: APIOperation) throws(Problem) {
        if isOpen, operation.isOfPeople || operation.changesShares, case .network = request.way {
            try checkToken(of: request)
        }
    }

    /// Whether they might ask everything without the share that they came with.
    func isOfOwner(_ request: Request) -> Bool {
        request.isOfOwner || cookies(request.headers, named: Self.cookieName).contains { token?.equals($0) == true }
    }

    private func share(_ given: String, _ shares: Shares) throws(Problem) -> Share {
        let found: Share?
        do {
            found = try shares.share(with: given)
        } catch {
            // The words of the error are for the owner, who gets them from 'evoke share'.
            throw Problem(status: 500, kind: "internal", detail: "The server cannot tell what is shared.")
        }
        guard let found else { throw .shareEnded }
        return found
    }

    private func checkToken(of request: Request) throws(Problem) {
        guard !request.isOfOwner, !isKnown(request.headers) else { return }
        throw Problem.tokenMissing
    }

    /// The cookies that a token in an address is turned into; nil for one that is none. An empty one takes a share away.
    func cookies(for given: String, askedBy request: Request) -> [String]? {
        // Lax: with Strict, a link in a mail would lead to a page that lacks its cookie.
        let rest = "; Path=/; HttpOnly; SameSite=Lax" + (request.way == .network(isEncrypted: true) ? "; Secure" : "")
        let noShare = "\(Self.shareCookieName)=; Max-Age=0" + rest
        if given.isEmpty { return [noShare] }
        // One that has ended, too: the page then says so.
        if Token.isOfShare(given) {
            let isOpenedByOwner =
                isOfOwner(request) && request.headers["sec-fetch-mode"] == "navigate"
                && ["none", "same-origin"].contains(request.headers["sec-fetch-site"])
            let seal = isOpenedByOwner ? seal(of: given).map { ".\($0.text)" } : nil
            return ["\(Self.shareCookieName)=\(given)\(seal ?? ""); Max-Age=31536000" + rest]
        }
        guard let token, token.equals(given) else { return nil }
        let hasShare = !cookies(request.headers, named: Self.shareCookieName).isEmpty
        return ["\(Self.cookieName)=\(token.text); Max-Age=31536000" + rest] + (hasShare ? [noShare] : [])
    }

    private func isKnown(_ headers: Headers) -> Bool {
        guard let token else { return true }
        if headers["authorization"] != nil { return bearer(headers).map(token.equals) ?? false }
        return cookies(headers, named: Self.cookieName).contains { token.equals($0) }
    }

    /// The share that somebody comes with. Of those who may ask everything, a cookie counts only where they have opened its
    /// link themselves: any page can lead a browser to a link, and any server of this host can set its cookies.
    private func shareToken(in request: Request) -> String? {
        let headers = request.headers
        if headers["authorization"] != nil { return bearer(headers).flatMap { Token.isOfShare($0) ? $0 : nil } }
        let maySeeAll = isOpen || request.isOfOwner || isKnown(headers)
        for cookie in cookies(headers, named: Self.shareCookieName) {
            let halves = cookie.split(separator: ".", maxSplits: 1).map(String.init)
            guard let share = halves.first, Token.isOfShare(share) else { continue }
            if !maySeeAll || halves.count == 2 && seal(of: share)?.equals(halves[1]) == true { return share }
        }
        return nil
    }

    /// What nobody can add to a share's cookie who does not know the library's token.
    private func seal(of share: String) -> Token? { token.map { Token(SHA256.of($0.text + share)) } }

    private func bearer(_ headers: Headers) -> String? {
        let words = (headers["authorization"] ?? "").split(separator: " ", maxSplits: 1)
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }

    private func cookies(_ headers: Headers, named name: String) -> [String] {
        (headers["cookie"] ?? "").split(separator: ";").compactMap { cookie in
            let halves = cookie.split(separator: "=", maxSplits: 1)
            return halves.count == 2 && halves[0].drop { $0 == " " } == name ? String(halves[1]) : nil
        }
    }

    /// A name can be made to lead here by whoever owns it; a number cannot.
    private func isOurs(_ host: String) -> Bool {
        var name = host.lowercased()[...]
        if name.first == "[" {
            guard let end = name.firstIndex(of: "]"), Self.isPort(name[name.index(after: end)...]) else { return false }
            return NetworkNumber.isV6(String(name[..<end].dropFirst()))
        }
        if let colon = name.firstIndex(of: ":") {
            guard Self.isPort(name[colon...]) else { return false }
            name = name[..<colon]
        }
        return names.contains(String(name)) || NetworkNumber.isV4(String(name))
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && UInt16(text.dropFirst()) != nil && text.dropFirst().first != "+"
    }

    private static let cookieName = "evoke_token"
    private static let shareCookieName = "evoke_share"
    private static let crossSite = Problem(
        status: 403, kind: "crossSite", detail: "Another site sent the request.",
        remedy: "Only the app itself and programs may ask.")
}
