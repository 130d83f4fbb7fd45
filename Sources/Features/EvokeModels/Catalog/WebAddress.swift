import EvokeValues

/// Web addresses that catalogs and commands may name: plain ones, with nothing that hides where they lead.
package enum WebAddress {
    /// Whether it is an HTTPS or HTTP address of a file or folder.
    package static func isOne(_ text: String) -> Bool { parts(of: text) != nil }

    package static func isEncrypted(_ text: String) -> Bool { text.lowercased().hasPrefix("https://") }

    /// The host and port, in lower case.
    package static func host(of text: String) -> String? { parts(of: text)?.host }

    /// Whether it leads only to this machine, with any scheme.
    package static func isOfThisMachine(_ text: String) -> Bool {
        guard let host = host(of: text) else { return false }
        return ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
    }

    package static func joined(_ folder: String, _ path: String) -> String {
        folder.hasSuffix("/") ? folder + path : folder + "/" + path
    }

    private static func parts(of text: String) -> (host: String, path: Substring)? {
        guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }),
            text.utf8.count <= 2_000, text.utf8.allSatisfy(isAllowed)
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(host.count)
        guard isHost(host), !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
            return nil
        }
        return (host.lowercased(), path)
    }

    /// A name or number with an optional port; no user name or password.
    private static func isHost(_ host: Substring) -> Bool {
        var name = host
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { return false }
            name = host[host.index(after: host.startIndex)..<end]
            guard name.utf8.allSatisfy({ ModelName.isLetterOrDigit($0) || ":.".utf8.contains($0) }) else {
                return false
            }
            return !name.isEmpty && isPort(host[host.index(after: end)...])
        }
        if let colon = host.firstIndex(of: ":") {
            guard isPort(host[colon...]) else { return false }
            name = host[..<colon]
        }
        return !name.isEmpty && name.first != "-"
            && name.utf8.allSatisfy { ModelName.isLetterOrDigit($0) || "-._".utf8.contains($0) }
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && UInt16(text.dropFirst()) != nil && text.dropFirst().first != "+"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        ModelName.isLetterOrDigit(byte) || "-._~:/[]@!$&'()*+,;=%?".utf8.contains(byte)
    }
}
