import EvokeDigests
import EvokeSystem
package import EvokeValues

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

    /// Copies a file and computes its digest in the process.
    package static func copy(_ file: FilePath, to target: FilePath, notify: (Int) -> Void) throws(EvokeError) -> String
    {
        let output = try OpenFile(target, .make, doing: "write")
        var failure: EvokeError?
        var digest = SHA256()
        try FileSystem.forEachChunk(of: file, doing: "read the model file") { chunk in
            chunk.withUnsafeBytes { bytes in
                digest.add(bytes)
                do throws(EvokeError) {
                    if failure == nil { try output.write(bytes) }
                } catch {
                    failure = error
                }
            }
            notify(chunk.count)
        }
        if let failure { throw failure }
        try output.sync()
        return digest.hex()
    }
}
