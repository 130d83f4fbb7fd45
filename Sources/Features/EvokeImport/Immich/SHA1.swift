import EvokeCCrypto
import EvokeSystem
package import EvokeValues

/// SHA-1, which other programs store for photos. Evoke itself identifies content by another hash.
package enum SHA1 {
    /// In bytes.
    package static let count = 20

    package static func of(_ text: String) -> [UInt8] {
        let digest = Running()
        digest.add(Array(text.utf8)[...])
        return digest.end()
    }

    /// Of the whole file; nil once nobody wants the result anymore.
    package static func of(_ file: DiskPath, doing: String, isWanted: () -> Bool) throws(EvokeError) -> [UInt8]? {
        let digest = Running()
        try FileSystem.forEachChunk(of: file, doing: doing, isWanted: isWanted) { digest.add($0) }
        return isWanted() ? digest.end() : nil
    }
}

private final class Running {
    private let context: OpaquePointer

    init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha1(), nil) == 1 else {
            preconditionFailure("out of memory for a digest")
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
