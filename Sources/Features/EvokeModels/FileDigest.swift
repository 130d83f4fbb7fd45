import CryptoSodium
import EvokeSystem
package import EvokeValues
import Glibc

/// The SHA-256 of a file, in hexadecimal.
package enum FileDigest {
    package static func sha256(of file: FilePath) throws(EvokeError) -> String {
        var digest = SHA256()
        try FileSystem.forEachChunk(of: file, doing: "read the model file") { chunk in
            chunk.withUnsafeBytes { digest.add($0) }
        }
        return digest.hex()
    }

    package static func sha256(of text: String) -> String {
        SHA256.of(text)
    }

    /// Copies a file and digests it on the way.
    package static func copy(_ file: FilePath, to target: FilePath, notify: (Int) -> Void) throws(EvokeError) -> String
    {
        let output = target.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard output >= 0 else { throw .system(errno, doing: "write", subject: target) }
        var failure: Int32 = 0
        var digest = SHA256()
        try FileSystem.forEachChunk(of: file, doing: "read the model file") { chunk in
            chunk.withUnsafeBytes {
                digest.add($0)
                if failure == 0, !FileSystem.writeAll($0, to: output) { failure = errno }
            }
            notify(chunk.count)
        }
        if fsync(output) != 0 || close(output) != 0, failure == 0 { failure = errno }
        guard failure == 0 else { throw .system(failure, doing: "write", subject: target) }
        return digest.hex()
    }
}
