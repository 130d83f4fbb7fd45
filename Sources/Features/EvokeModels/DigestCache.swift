import EvokeDigests
import EvokeSystem
package import EvokeValues

/// Caches digests of files by stamp, so that startup doesn't have to read hundreds of megabytes.
package struct DigestCache: Sendable {
    /// A file that changed within this time, in nanoseconds, may change again with the same timestamp: the kernel's
    /// clock for files is coarse.
    private static let settling: Int64 = 100_000_000

    private let folder: FilePath

    /// - Parameter folder: where digests are kept.
    package init(_ folder: FilePath) {
        self.folder = folder
    }

    package func sha256(of file: FilePath) throws(EvokeError) -> String {
        guard let stamp = ContentStamp(of: file) else { return try FileDigest.sha256(of: file) }
        let key = "\(stamp.text) "
        let note = CheckedFile(folder.appending(String(FileDigest.sha256(of: file.display).prefix(32)) + ".sha256"))
        if let known = note.read() {
            let text = String(decoding: known, as: UTF8.self)
            if text.hasPrefix(key) { return String(text.dropFirst(key.count)) }
        }
        let isSettled = stamp.isOlder(than: Self.settling)
        let digest = try FileDigest.sha256(of: file)
        if isSettled, ContentStamp(of: file) == stamp {
            // Errors are ignored: without the cache, the digest is only computed again.
            try? FileSystem.makeFolder(folder)
            // Ignored, as above.
            try? note.write(Array((key + digest).utf8))
        }
        return digest
    }
}

/// Distinguishes a file from any replacement without reading it. Modification times can be set, as unpacking a package
/// does; the inode and the time of its last status change cannot.
struct ContentStamp: Hashable, Sendable {
    let text: String
    private let touched: Int64

    init?(of file: FilePath) {
        guard let status = FileSystem.status(of: file) else { return nil }
        let stamp = FileStamp(status)
        touched = stamp.changedNanoseconds ?? stamp.modifiedNanoseconds
        text = "\(stamp.size) \(stamp.modifiedNanoseconds) \(touched) \(stamp.inode)"
    }

    func isOlder(than age: Int64) -> Bool { touched < SystemClock.now - age }
}
