import CSodium
import EvokeSystem
package import EvokeValues
import Glibc

/// What encrypts and decrypts: 32 random bytes, which are never shown.
package struct SealingKey: Sendable, CustomStringConvertible {
    static let size = Int(crypto_secretstream_xchacha20poly1305_KEYBYTES)

    let bytes: [UInt8]

    package var description: String { "a key" }

    package static func random() -> SealingKey { SealingKey(bytes: Sodium.randomBytes(size)) }

    /// Tells keys apart, and nothing more.
    var id: [UInt8] { Sodium.digest(Array("evoke key".utf8), key: bytes) }
}

/// A key in a file that only its owner can read.
package struct KeyFile: Sendable {
    package let path: FilePath

    package init(_ path: FilePath) {
        self.path = path
    }

    package func read() throws(EvokeError) -> SealingKey {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .system(errno, doing: "read the key", subject: path) }
            throw failure(
                .notFound, "it is not there, and nothing else opens what was encrypted with it",
                "Put the key back in its place from a backup; without one, remove the model and add it again.")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno, doing: "read the key", subject: path) }
        guard status.st_mode & 0o077 == 0 else {
            throw failure(
                .notAllowed, "others can read it, too",
                "Run 'chmod 600' on it. If others may have read it, remove and add the models that it opens.")
        }
        var bytes = [UInt8](repeating: 0, count: SealingKey.size + 1)
        guard status.st_mode & S_IFMT == S_IFREG, Glibc.read(descriptor, &bytes, bytes.count) == SealingKey.size else {
            throw failure(.damaged, "it is not \(SealingKey.size) bytes long", "Put the key back from a backup.")
        }
        return SealingKey(bytes: bytes.dropLast())
    }

    /// Makes one where there is none. Of several that make one at once, the first one's counts.
    package func readOrMake() throws(EvokeError) -> SealingKey {
        guard FileSystem.isMissing(path) else { return try read() }
        if let folder = path.parent { try FileSystem.makeFolder(folder, isPrivate: true) }
        let draft = FilePath(bytes: path.bytes + Array(".\(getpid())-\(pthread_self()).part".utf8))
        try write(draft)
        defer { _ = draft.withCString { unlink($0) } }
        // Unlike a renaming, a link never takes the place of what is there.
        if draft.withCString({ from in path.withCString { link(from, $0) } }) != 0, errno != EEXIST {
            throw .system(errno, doing: "write the key", subject: path)
        }
        return try read()
    }

    private func write(_ file: FilePath) throws(EvokeError) {
        let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw .system(errno, doing: "write the key", subject: path) }
        let isWritten = SealingKey.random().bytes.withUnsafeBytes { FileSystem.writeAll($0, to: descriptor) }
        guard isWritten, fsync(descriptor) == 0, close(descriptor) == 0 else {
            let code = errno
            _ = file.withCString { unlink($0) }
            throw .system(code, doing: "write the key", subject: path)
        }
    }

    private func failure(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(kind, doing: "read the key", subject: path.display, reason: reason, remedy: remedy)
    }
}
