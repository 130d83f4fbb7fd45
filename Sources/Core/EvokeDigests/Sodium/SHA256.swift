import EvokeCSodium
import EvokeValues

/// Incremental SHA-256.
package struct SHA256 {
    private var state = crypto_hash_sha256_state()

    package init() {
        crypto_hash_sha256_init(&state)
    }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        crypto_hash_sha256_update(&state, start, UInt64(bytes.count))
    }

    /// The hexadecimal digest of everything added so far.
    package func hex() -> String {
        var state = state
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &digest)
        return digest.hexadecimal
    }

    package static func of(_ text: String) -> String {
        var digest = SHA256()
        Array(text.utf8).withUnsafeBytes { digest.add($0) }
        return digest.hex()
    }
}
