import EvokeDigests
import EvokeSystem
package import EvokeValues

/// Remembers digests of files by their stamp, so that starting does not read a hundred megabytes.
package struct DigestCache: Sendable {
    /// What changed so shortly ago may change again without another time: the kernel's clock for files is coarse.
    private static let settling: Int64 = 100_000_000

    private let folder: FilePath

    /// - Parameter folder: where they are kept.
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
            // A cache that cannot be written costs time, not correctness.
            try? FileSystem.makeFolder(folder)
            // As above.
            try? note.write(Array((key + digest).utf8))
        }
        return digest
    }
}

/// Tells a file from whatever else is put in its place, without reading it. Times of change can be set, as unpacking a
/// package does; the number of the file and the time when it came or was last touched cannot.
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
