import EvokeCDigests
import EvokeValues

/// Incremental SHA-256.
package struct SHA256 {
    private var state = evoke_sha256()

    package init() {
        evoke_sha256_start(&state)
    }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        evoke_sha256_add(&state, bytes.baseAddress, bytes.count)
    }

    /// The hexadecimal digest of everything added so far.
    package func hex() -> String {
        var state = state
        var digest = [UInt8](repeating: 0, count: 32)
        evoke_sha256_end(&state, &digest)
        return digest.hexadecimal
    }

    package static func of(_ text: String) -> String {
        var digest = SHA256()
        Array(text.utf8).withUnsafeBytes { digest.add($0) }
        return digest.hex()
    }
}
