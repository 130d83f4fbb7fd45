import CSodium
import Glibc
package import PhotoCore

/// The SHA-256 of a file, in hexadecimal.
package enum FileDigest {
    package static func sha256(of file: FilePath) throws(EvokeError) -> String {
        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        try FileSystem.forEachChunk(of: file, doing: "read the model file") { chunk in
            chunk.withUnsafeBufferPointer {
                _ = crypto_hash_sha256_update(&state, $0.baseAddress, UInt64($0.count))
            }
        }
        return finish(&state)
    }

    package static func sha256(of text: String) -> String {
        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        let bytes = Array(text.utf8)
        crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
        return finish(&state)
    }

    fileprivate static func finish(_ state: inout crypto_hash_sha256_state) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension FileDigest {
    /// Copies a file and digests it on the way.
    package static func copy(_ file: FilePath, to target: FilePath, notify: (Int) -> Void) throws(EvokeError) -> String
    {
        let output = target.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard output >= 0 else { throw .system(errno, doing: "write", subject: target) }
        var failure: Int32 = 0
        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        try FileSystem.forEachChunk(of: file, doing: "read the model file") { chunk in
            chunk.withUnsafeBytes {
                _ = crypto_hash_sha256_update(
                    &state, $0.bindMemory(to: UInt8.self).baseAddress, UInt64($0.count))
                if failure == 0, !FileSystem.writeAll($0, to: output) { failure = errno }
            }
            notify(chunk.count)
        }
        if fsync(output) != 0 || close(output) != 0, failure == 0 { failure = errno }
        guard failure == 0 else { throw .system(failure, doing: "write", subject: target) }
        return finish(&state)
    }
}
