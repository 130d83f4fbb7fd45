import CSodium
import Glibc
import PhotoCore

/// The SHA-256 of a file, in hexadecimal.
enum FileDigest {
    static func sha256(of file: FilePath) throws(EvokeError) -> String {
        let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .system(errno, doing: "read the model file", subject: file) }
        defer { close(descriptor) }

        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno, doing: "read the model file", subject: file) }
            if count == 0 { break }
            crypto_hash_sha256_update(&state, chunk, UInt64(count))
        }
        return finish(&state)
    }

    static func sha256(of text: String) -> String {
        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        let bytes = Array(text.utf8)
        crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
        return finish(&state)
    }

    private static func finish(_ state: inout crypto_hash_sha256_state) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
