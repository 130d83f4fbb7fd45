import EvokeSystem
package import EvokeValues

/// Access tokens for gated models, each for the server that issued it.
package struct HubTokens: Sendable {
    private let tokens: [String: SecretToken]

    package init() {
        tokens = [:]
    }

    /// `HF_TOKEN` has the token for huggingface.co. `EVOKE_HUB_TOKEN_FILE` names a file with a line `HOST TOKEN` for
    /// each server, which must be readable only by its owner.
    package init(environment variable: (String) -> DiskPath?) throws(EvokeError) {
        var tokens: [String: SecretToken] = [:]
        if let value = variable("HF_TOKEN") {
            tokens["huggingface.co"] = try Self.token(value.bytes, "HF_TOKEN")
        }
        if let file = variable("EVOKE_HUB_TOKEN_FILE") {
            for line in try Self.lines(of: file) {
                let words = line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
                guard words.count == 2 else {
                    throw Self.wrong(file.display, "one of its lines is not 'HOST TOKEN'")
                }
                let host = String(decoding: words[0], as: UTF8.self).lowercased()
                tokens[host] = try Self.token(Array(words[1]), file.display)
            }
        }
        self.tokens = tokens
    }

    /// Nil if there is none for that server, or if the connection isn't encrypted.
    func token(for address: String) -> SecretToken? {
        guard WebAddress.isEncrypted(address) || WebAddress.isOfThisMachine(address) else { return nil }
        return WebAddress.host(of: address).flatMap { tokens[$0] }
    }

    private static func lines(of file: DiskPath) throws(EvokeError) -> [ArraySlice<UInt8>] {
        let status = try FileSystem.status(of: file, doing: "read the tokens")
        guard !status.isOpenToOthers else {
            throw EvokeError(
                .notAllowed, doing: "read the tokens", subject: file.display, reason: "other users can read it",
                remedy: "Make it readable only by you, for example with 'chmod 600'.")
        }
        return try FileSystem.read(file, most: FileSystem.mostBytesOfText).split(separator: UInt8(ascii: "\n")).filter {
            line in
            line.first != UInt8(ascii: "#") && line.contains { $0 > UInt8(ascii: " ") }
        }
    }

    private static func token(_ bytes: [UInt8], _ source: String) throws(EvokeError) -> SecretToken {
        guard let token = SecretToken(String(decoding: bytes, as: UTF8.self)) else {
            throw wrong(source, "it is not a valid token")
        }
        return token
    }

    private static func wrong(_ source: String, _ reason: String) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "read the tokens", subject: source, reason: reason,
            remedy: "See docs/guide/080_models.md.")
    }
}
