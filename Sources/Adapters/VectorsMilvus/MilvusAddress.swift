package import EvokeValues
import Foundation

/// Where a Milvus is: `milvus://host:port`, and `milvus+tls://` where the way there is encrypted; with `/database` behind it
/// for another of its databases than the one it begins with.
package struct MilvusAddress: Sendable, Hashable {
    private static let schemes = ["milvus://": "http://", "milvus+tls://": "https://"]
    private static let usualPort = "19530"
    /// The variable with `user:password`, or with the token of a service.
    package static let tokenVariable = "EVOKE_MILVUS_TOKEN"

    /// As the user wrote it.
    package let text: String
    private let url: String
    private let database: String

    /// Whether it is meant as one, however wrong.
    package static func isOne(_ text: String) -> Bool { schemes.keys.contains { text.hasPrefix($0) } }

    package init(_ text: String) throws(EvokeError) {
        guard let scheme = Self.schemes.first(where: { text.hasPrefix($0.key) }) else {
            throw Self.refused(text, "it is none of Milvus", Self.form)
        }
        let rest = text.dropFirst(scheme.key.count)
        guard !rest.contains("@") else {
            throw Self.refused(
                scheme.key + "...", "there is a name or a token in it, which others could see in the list of processes",
                "Leave it out here, and put it into \(Self.tokenVariable).")
        }
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        // Colons in brackets are of the host's number.
        let hasPort = parts[0].split(separator: "]", omittingEmptySubsequences: false).last?.contains(":") == true
        let database = parts.count > 1 ? parts[1] : ""
        guard !parts[0].isEmpty, database.utf8.allSatisfy(Self.isPlain) else {
            throw Self.refused(text, "it has no host, or the database's name is none", Self.form)
        }
        self.text = text
        url = scheme.value + parts[0] + (hasPort ? "" : ":" + Self.usualPort)
        self.database = String(database)
    }

    private static let form = "Write it as milvus://host:port, or as milvus+tls://host:port."

    private static func refused(_ text: String, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.wrongUsage, doing: "search vectors in", subject: text, reason: reason, remedy: remedy)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        UnicodeScalar(byte).properties.isAlphabetic && byte < 0x80
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }

    /// - Parameter token: `user:password`, or the token of a service.
    package func server(token: String?) -> RemoteServer {
        RemoteServer(
            url: url, token: token.flatMap { SecretToken(Data($0.utf8).base64EncodedString()) },
            fields: database.isEmpty ? [:] : ["dbname": database])
    }
}
