import EvokeCCrypto
import EvokeSystem
package import EvokeValues

/// The SHA-1 of bytes, which other programs keep of photos. Evoke itself tells contents apart by others.
package enum SHA1 {
    /// So many bytes has each.
    package static let count = 20

    package static func of(_ text: String) -> [UInt8] {
        let digest = Running()
        digest.add(Array(text.utf8)[...])
        return digest.end()
    }

    /// Of all that a file holds; nil where nobody wants it any more.
    package static func of(
        _ file: FilePath, doing: String, isWanted: () -> Bool
    ) throws(EvokeError) -> [UInt8]? {
        let digest = Running()
        try FileSystem.forEachChunk(of: file, doing: doing, isWanted: isWanted) { digest.add($0) }
        return isWanted() ? digest.end() : nil
    }
}

private final class Running {
    private let context: OpaquePointer

    init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha1(), nil) == 1 else {
            preconditionFailure("there is no memory for a digest")
        }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    }

    func end() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA1.count)
        EVP_DigestFinal_ex(context, &digest, nil)
        return digest
    }
}
