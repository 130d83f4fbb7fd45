import EvokeClient
import EvokeDigests
import EvokeSystem
package import EvokeValues

/// Access control: whether a request is meant for this server, comes from its own app, and has the token.
package struct Gate: Sendable {
    /// The server's host names besides its IP addresses, in lower case.
    private let names: Set<String>
    private let token: Token?
    private let isOpen: Bool
    private let shares: Shares?

    /// Without a token, anyone who reaches the server has access; otherwise those who have the token, and the server's
    /// own user if the connection shows that.
    ///
    /// - Parameters:
    ///   - isOpen: anyone who reaches the server may do everything except see people and share.
    ///   - shares: what visitors may see; nil if there are none.
    package init(names: [String], token: Token?, isOpen: Bool = false, shares: Shares? = nil) {
        self.names = Set(names.map { $0.lowercased() } + ["localhost"])
        (self.token, self.isOpen, self.shares) = (token, isOpen, shares)
    }

    func check(_ request: Request, isOfApp: Bool) throws(Problem) -> Asker {
        guard case .network(let isEncrypted) = request.way else {
            // A browser's requests never come this way.
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
        // Other sites may link to the app, but nothing else.
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

    /// Without the token, nobody may do what only the owner may.
    func check(_ request: Request, for operation: AnyOperation) throws(Problem) {
        if isOpen, case (.owner, .network) = (operation.askers, request.way) { try checkToken(of: request) }
    }

    /// Whether the caller would have full access without the share they came with.
    func isOfOwner(_ request: Request) -> Bool {
        request.isOfOwner || cookies(request.headers, named: Self.cookieName).contains { token?.equals($0) == true }
    }

    private func share(_ given: String, _ shares: Shares) throws(Problem) -> Share {
        let found: Share?
        do {
            found = try shares.share(with: given)
        } catch {
            // The error's details are for the owner, who gets them from 'evoke share'.
            throw Problem(status: 500, kind: "internal", detail: "The server cannot read what is shared.")
        }
        guard let found else { throw .shareEnded }
        return found
    }

    private func checkToken(of request: Request) throws(Problem) {
        guard !request.isOfOwner, !isKnown(request.headers) else { return }
        throw Problem.tokenMissing
    }

    /// The cookies to set for a token in an address; nil for an invalid one. An empty one removes the share.
    func cookies(for given: String, askedBy request: Request) -> [String]? {
        // Lax: with Strict, a link in an email would lead to a page without its cookie.
        let rest = "; Path=/; HttpOnly; SameSite=Lax" + (request.way == .network(isEncrypted: true) ? "; Secure" : "")
        let noShare = "\(Self.shareCookieName)=; Max-Age=0" + rest
        if given.isEmpty { return [noShare] }
        // Even if it has ended: the page then says so.
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

    /// The token of the caller's share. For callers with full access, a cookie counts only if they opened the share's
    /// link themselves: any page can send a browser to a link, and any server on this host can set its cookies.
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

    /// A seal for a share's cookie that nobody can make without the library's token.
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

    /// Anyone can point a name of their own at this host; an IP address cannot be faked that way.
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
        remedy: "Only the app itself and programs may send requests.")
}

/// The secret that callers need, except for the server's own user on this machine.
package struct Token: Sendable {
    package static let fileName = "token"

    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// The library's token; created if there is none. A library that cannot be written to gets a new one each time.
    package static func ofLibrary(_ folder: DiskPath) throws(EvokeError) -> Token {
        let file = folder.appending(fileName)
        if let status = FileSystem.status(of: file) {
            guard !status.isOpenToOthers else {
                throw EvokeError(
                    .notAllowed, doing: "use the token", subject: file.display, reason: "others can read it",
                    remedy: "Delete it to get a new one, or run 'chmod 600' on it.")
            }
            let text = String(
                decoding: try FileSystem.read(file, most: FileSystem.mostBytesOfText).filter { !$0.isNewLine },
                as: UTF8.self)
            guard text.utf8.count >= 32, text.utf8.allSatisfy(\.isPlain) else {
                throw EvokeError(
                    .damaged, doing: "use the token", subject: file.display, reason: "Evoke did not make it",
                    remedy: "Delete it to get a new one.")
            }
            return Token(text)
        }
        let token = Token.new()
        guard FileSystem.canWrite(folder) else { return token }
        // Readable only by its owner from the start.
        try FileSystem.replace(file, with: Array(token.text.utf8) + [UInt8(ascii: "\n")])
        return token
    }

    /// 256 bits of the system's randomness.
    static func new() -> Token {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return Token(String((0..<64).map { _ in digits[Int(random.next(upperBound: UInt8(16)))] }))
    }

    /// A share's token differs from the library's own by its prefix.
    static func newOfShare() -> Token { Token(ofShare + new().text) }

    static func isOfShare(_ text: String) -> Bool {
        text.hasPrefix(ofShare) && text.utf8.count == ofShare.utf8.count + 64 && text.utf8.allSatisfy(\.isPlain)
    }

    private static let ofShare = "share-"

    /// As part of an address.
    package var asked: String { "?token=\(text)" }

    /// Takes the same time for any text of its length.
    func equals(_ other: String) -> Bool {
        let (left, right) = (Array(text.utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension UInt8 {
    fileprivate var isNewLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
    /// Whether it can be used in headers and addresses without escaping.
    fileprivate var isPlain: Bool { isLetterOrDigit || "-_".utf8.contains(self) }
}
