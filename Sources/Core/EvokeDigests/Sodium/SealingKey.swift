import EvokeCSodium
import EvokeSystem
package import EvokeValues

/// Encrypts and decrypts: 32 random bytes, never shown.
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
        let file: OpenFile
        do throws(EvokeError) {
            file = try OpenFile(path, doing: "read the key")
        } catch {
            guard error.kind == .notFound else { throw error }
            throw failure(
                .notFound, "it is missing, and files encrypted with it cannot be opened without it",
                "Restore the key from a backup. If there is none, remove the model and add it again.")
        }
        let status = try file.status()
        guard !status.isOpenToOthers else {
            throw failure(
                .notAllowed, "other users can read it",
                "Make it readable only by you (chmod 600). If others may have read it, remove its models and add them again."
            )
        }
        guard status.isFile, let bytes = try? file.bytes(SealingKey.size + 1, at: 0), bytes.count == SealingKey.size
        else {
            throw failure(.damaged, "it is not \(SealingKey.size) bytes long", "Restore the key from a backup.")
        }
        return SealingKey(bytes: bytes)
    }

    /// Makes the key if there is none. If several processes make one at once, the first one wins.
    package func readOrMake() throws(EvokeError) -> SealingKey {
        guard FileSystem.isMissing(path) else { return try read() }
        if let folder = path.parent { try FileSystem.makeFolder(folder, isPrivate: true) }
        let draft = FilePath(bytes: path.bytes + Array(".\(OwnProcess.nameOfThread).part".utf8))
        try write(draft)
        defer { FileSystem.remove(draft) }
        // Unlike a rename, this never replaces an existing file.
        try FileSystem.addName(path, to: draft, doing: "write the key")
        return try read()
    }

    private func write(_ file: FilePath) throws(EvokeError) {
        let output = try OpenFile(file, .make, doing: "write the key", subject: path)
        do throws(EvokeError) {
            try output.write(SealingKey.random().bytes)
            try output.sync()
        } catch {
            FileSystem.remove(file)
            throw error
        }
    }

    private func failure(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(kind, doing: "read the key", subject: path.display, reason: reason, remedy: remedy)
    }
}
