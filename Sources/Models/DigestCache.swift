import PhotoCore

/// Remembers digests of files by their stamp, so that starting does not read a hundred megabytes.
struct DigestCache {
    let folder: FilePath

    func sha256(of file: FilePath) throws(EvokeError) -> String {
        guard let status = FileSystem.status(of: file) else {
            return try FileDigest.sha256(of: file)
        }
        let stamp = FileStamp(status)
        let key = "\(stamp.size) \(stamp.modifiedNanoseconds) \(stamp.inode) "
        let note = folder.appending(String(FileDigest.sha256(of: file.display).prefix(32)) + ".sha256")
        if let bytes = try? FileSystem.read(note) {
            let text = String(decoding: bytes, as: UTF8.self)
            if text.hasPrefix(key), text.utf8.count == key.utf8.count + 64 {
                return String(text.dropFirst(key.count))
            }
        }
        let digest = try FileDigest.sha256(of: file)
        // A cache that cannot be written costs time, not correctness.
        try? FileSystem.makeFolder(folder)
        try? FileSystem.replace(note, with: Array((key + digest).utf8))
        return digest
    }
}
