import EvokeSystem
import EvokeValues
import EvokeWire

/// Who may ask: whether a request is meant for this server, comes from its own app, and knows the token.
package struct Gate: Sendable {
    /// What the server may be called by besides its numbers, in lower case.
    private let names: Set<String>
    private let token: Token?
    private let isOpen: Bool

    /// Without a token, whoever reaches the server may ask; else those who know it, and the server's own user where the
    /// connection shows that it is theirs.
    ///
    /// - Parameter isOpen: whoever reaches the server may ask all but who is in photos.
    package init(names: [String], token: Token?, isOpen: Bool = false) {
        self.names = Set(names.map { $0.lowercased() } + ["localhost"])
        (self.token, self.isOpen) = (token, isOpen)
    }

    func check(_ request: Request, isOfApp: Bool) throws(Problem) {
        guard case .network(let isEncrypted) = request.way else {
            // Nothing that a browser sends comes this way.
            guard request.headers["origin"] == nil else { throw Self.crossSite }
            return
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
        {
            throw Self.crossSite
        }
        if !isOfApp, !isOpen { try checkToken(of: request) }
    }

    /// Who is in photos is told to nobody without the token.
    func check(_ request: Request, for operation: Operation) throws(Problem) {
        if isOpen, operation.isOfPeople, case .network = request.way { try checkToken(of: request) }
    }

    private func checkToken(of request: Request) throws(Problem) {
        guard !request.isOfOwner, !isKnown(request.headers) else { return }
        throw Problem(
            status: 401, kind: "tokenMissing", detail: "The token is missing or wrong.",
            remedy: "Open the address that 'evoke serve' printed, as the user who runs it, or send the token "
                + "of the library's folder as a Bearer token.",
            headers: ["WWW-Authenticate": "Bearer"])
    }

    /// The cookie for whoever knows the token.
    func cookie(for given: String, isEncrypted: Bool) -> String? {
        guard let token, token.equals(given) else { return nil }
        // Lax: with Strict, a link in a mail would lead to a page that lacks its cookie.
        return "\(Self.cookieName)=\(token.text); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
            + (isEncrypted ? "; Secure" : "")
    }

    private func isKnown(_ headers: Headers) -> Bool {
        guard let token else { return true }
        if let authorization = headers["authorization"] {
            let words = authorization.split(separator: " ", maxSplits: 1)
            return words.count == 2 && words[0].lowercased() == "bearer" && token.equals(String(words[1]))
        }
        return (headers["cookie"] ?? "").split(separator: ";").contains { cookie in
            let halves = cookie.split(separator: "=", maxSplits: 1)
            return halves.count == 2 && halves[0].drop { $0 == " " } == Self.cookieName
                && token.equals(String(halves[1]))
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
    private static let crossSite = Problem(
        status: 403, kind: "crossSite", detail: "Another site sent the request.",
        remedy: "Only the app itself and programs may ask.")
}
