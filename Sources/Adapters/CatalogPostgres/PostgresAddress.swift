import EvokeCPQ
import EvokeSystem
import EvokeValues

/// Where a library's database is, and what the library is called there: `postgres://host/database?library=NAME`.
struct PostgresAddress: Sendable, Hashable {
    /// As libpq takes it.
    let server: String
    let library: String
    /// Without any secret.
    let display: String

    private static let schemes = ["postgres://", "postgresql://"]
    /// They would be seen in lists of processes, histories of shells and logs.
    private static let secrets: Set<String> = ["password", "sslpassword"]

    /// Whether it is one of a database, however wrong.
    static func isOne(_ bytes: [UInt8]) -> Bool { schemes.contains { bytes.starts(with: $0.utf8) } }

    init(_ address: FilePath) throws(EvokeError) {
        let text = String(decoding: address.bytes, as: UTF8.self)
        display = FilePath(Self.withoutSecrets(text)).display
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
                display, names.isEmpty ? "it names no library" : "the name of its library is none",
                "Write it as postgres://host/database?library=NAME.")
        }
        self.library = library
        let options = try options()
        for secret in Self.secrets where options[secret] != nil {
            throw Self.refused(
                display, "there is a password in it, which others could see in the list of processes and in logs",
                "Put it into the file that PGPASSFILE names, usually ~/.pgpass, and leave it out here.")
        }
    }

    private static let longestName = 200

    /// What libpq reads in it.
    private func options() throws(EvokeError) -> [String: String] {
        // Whatever else is asked of libpq is asked for an address.
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

    /// What stands between a user's name and the `@`, and in parameters that are secret, is left out.
    static func withoutSecrets(_ text: String) -> String {
        guard let scheme = schemes.first(where: text.hasPrefix) else { return text }
        var rest = text.dropFirst(scheme.count)
        let query = rest.firstIndex(of: "?").map { rest[$0...] } ?? ""
        rest = rest.prefix { $0 != "?" }
        // A password may hold any sign that is not escaped by mistake, so the last one counts.
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
    /// In one line, without spaces at its ends.
    var trimmed: String { split { $0.isWhitespace }.joined(separator: " ") }
}
