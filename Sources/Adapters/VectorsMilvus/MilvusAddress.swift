package import EvokeValues
import Foundation

/// The address of a Milvus server: `milvus://host:port`, or `milvus+tls://` for an encrypted connection; followed by
/// `/database` for another database than the default.
package struct MilvusAddress: Sendable, Hashable {
    private static let schemes = ["milvus://": "http://", "milvus+tls://": "https://"]
    private static let usualPort = "19530"
    /// The environment variable with `user:password` or a service's token.
    package static let tokenVariable = "EVOKE_MILVUS_TOKEN"

    /// As the user wrote it.
    package let text: String
    private let url: String
    private let database: String

    /// Whether it looks like a Milvus address, even an invalid one.
    package static func isOne(_ text: String) -> Bool { schemes.keys.contains { text.hasPrefix($0) } }

    package init(_ text: String) throws(EvokeError) {
        guard let scheme = Self.schemes.first(where: { text.hasPrefix($0.key) }) else {
            throw Self.refused(text, "it is not a Milvus address", Self.form)
        }
        let rest = text.dropFirst(scheme.key.count)
        guard !rest.contains("@") else {
            throw Self.refused(
                scheme.key + "...", "it contains a name or a token, which others could see in the list of processes",
                "Put it into \(Self.tokenVariable) instead.")
        }
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        // Colons in brackets belong to an IPv6 address.
        let hasPort = parts[0].split(separator: "]", omittingEmptySubsequences: false).last?.contains(":") == true
        let database = parts.count > 1 ? parts[1] : ""
        guard !parts[0].isEmpty, database.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }) else {
            throw Self.refused(text, "the host is missing, or the database's name is invalid", Self.form)
        }
        self.text = text
        url = scheme.value + parts[0] + (hasPort ? "" : ":" + Self.usualPort)
        self.database = String(database)
    }

    private static let form = "Write it as milvus://host:port or milvus+tls://host:port."

    private static func refused(_ text: String, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.wrongUsage, doing: "search vectors in", subject: text, reason: reason, remedy: remedy)
    }

    /// - Parameter token: `user:password`, or a service's token.
    package func server(token: String?) -> RemoteServer {
        RemoteServer(
            url: url, token: token.flatMap { SecretToken(Data($0.utf8).base64EncodedString()) },
            fields: database.isEmpty ? [:] : ["dbname": database])
    }
}
