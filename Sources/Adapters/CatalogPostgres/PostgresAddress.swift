import EvokeCPQ
import EvokeCatalog
import EvokeLinux
import EvokeSystem
import EvokeValues

/// The address of a database with the name of a library in it: `postgres://host/database?library=NAME`.
struct PostgresAddress: Sendable, Hashable {
    /// The part that libpq takes.
    let server: String
    let library: String
    /// Without secrets.
    let display: String

    private static let schemes = ["postgres://", "postgresql://"]
    /// Not allowed in addresses: they would show up in process lists, shell histories and logs.
    private static let secrets: Set<String> = ["password", "sslpassword"]

    /// Whether it looks like a database address, even an invalid one.
    static func isOne(_ bytes: [UInt8]) -> Bool { schemes.contains { bytes.starts(with: $0.utf8) } }

    init(_ address: DiskPath) throws(EvokeError) {
        let text = String(decoding: address.bytes, as: UTF8.self)
        display = DiskPath(Self.withoutSecrets(text)).display
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var (names, rest) = ([String](), [Substring]())
        for part in halves.count > 1 ? halves[1].split(separator: "&") : [] {
            if part.hasPrefix("library=") {
                names.append(Self.decoded(part.dropFirst("library=".count)))
            } else {
                rest.append(part)
            }
        }
        server = halves[0] + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&"))
        guard names.count == 1, let library = names.first, !library.isEmpty, library.utf8.count <= Self.longestName,
            !library.contains("\0")
        else {
            throw Self.refused(
                display, names.isEmpty ? "it names no library" : "the library's name is invalid",
                "Write it as postgres://host/database?library=NAME.")
        }
        self.library = library
        let options = try options()
        for secret in Self.secrets where options[secret] != nil {
            throw Self.refused(
                display, "it contains a password, which others could see in process lists and logs",
                "Put the password into ~/.pgpass (or the file that PGPASSFILE names) instead.")
        }
    }

    private static let longestName = 200

    /// The options that libpq parses out of it.
    private func options() throws(EvokeError) -> [String: String] {
        // Every other use of libpq comes after an address was parsed.
        try LateLibrary.pq.load()
        var words: UnsafeMutablePointer<CChar>?
        guard let parsed = PQconninfoParse(server, &words) else {
            let reason = words.map { String(cString: $0) }?.trimmed ?? "it cannot be read"
            PQfreemem(words)
            throw Self.refused(
                display, Self.withoutSecrets(reason), "Write it as postgres://host/database?library=NAME.")
        }
        defer { PQconninfoFree(parsed) }
        var options: [String: String] = [:]
        var entry = parsed
        while let name = entry.pointee.keyword {
            if let value = entry.pointee.val { options[String(cString: name)] = String(cString: value) }
            entry += 1
        }
        return options
    }

    private static func refused(_ address: String, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "use the library", subject: address, reason: reason,
            remedies: [.advice(remedy), .chooseOption(.library)])
    }

    /// Removes the password after a user name, and secret parameters.
    static func withoutSecrets(_ text: String) -> String {
        guard let scheme = schemes.first(where: text.hasPrefix) else { return text }
        var rest = text.dropFirst(scheme.count)
        let query = rest.firstIndex(of: "?").map { rest[$0...] } ?? ""
        rest = rest.prefix { $0 != "?" }
        // A password may contain an unescaped `@`, so the last one counts.
        if let end = rest.lastIndex(of: "@") {
            rest = rest[..<end].prefix { $0 != ":" } + rest[end...]
        }
        let parameters = query.dropFirst().split(separator: "&").filter { part in
            !secrets.contains(decoded(part.prefix { $0 != "=" }).lowercased())
        }
        return scheme + rest + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// On one line, without surrounding spaces.
    var trimmed: String { split { $0.isWhitespace }.joined(separator: " ") }
}
