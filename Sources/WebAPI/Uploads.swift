import Evoke
import Glibc
import PhotoCore
import Workers

/// Pictures that came with requests: files for as long as they are looked at, in a folder that only we can read.
final class Uploads: Sendable {
    /// Decoding what strangers send must leave room for searches.
    private static let picturesAtOnce = 2

    private static let prefix = "evoke-uploads-"

    private let folder: FilePath
    /// Locked for as long as we live, so that others can tell whether the folder is still needed.
    private let lock: Int32
    private let number = Locked(0)
    private let turns = Turns(picturesAtOnce)

    init(in parent: FilePath = Places.processVariable("TMPDIR") ?? FilePath("/tmp")) throws(EvokeError) {
        Self.removeAbandoned(in: parent)
        while true {
            var template = parent.appending(Self.prefix + "XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
            guard mkdtemp(&template) != nil else { throw .system(errno, doing: "make a folder in", subject: parent) }
            let folder = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
            let lock = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            // Another server that begins just now may take it for an abandoned one.
            if lock >= 0, flock(lock, LOCK_SH | LOCK_NB) == 0, FileSystem.status(of: folder) != nil {
                (self.folder, self.lock) = (folder, lock)
                return
            }
            if lock >= 0 { Glibc.close(lock) }
        }
    }

    deinit {
        Glibc.close(lock)
    }

    /// What a server left that was killed while it looked at pictures.
    private static func removeAbandoned(in parent: FilePath) {
        for name in (try? FileSystem.names(in: parent)) ?? [] where name.starts(with: prefix.utf8) {
            let folder = parent.appending(name)
            let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
            guard descriptor >= 0 else { continue }
            defer { Glibc.close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_uid == getuid(),
                flock(descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            for name in (try? FileSystem.names(in: folder)) ?? [] {
                _ = folder.appending(name).withCString { unlink($0) }
            }
            _ = folder.withCString { rmdir($0) }
        }
    }

    /// Nothing comes any more.
    func close() {
        _ = folder.withCString { rmdir($0) }
    }

    func embedding(of picture: Form.Part, by engine: Engine) async throws -> Embedding {
        let shown = picture.fileName.map { FilePath($0).display } ?? "picture"
        guard !picture.bytes.isEmpty else { throw Problem.wrongUsage("the picture is empty", status: 422) }
        return try await turns.take {
            let file = self.place(for: picture)
            do {
                try FileSystem.replace(file, with: Array(picture.bytes))
                defer { _ = file.withCString { unlink($0) } }
                let size = try await engine.size(of: file)
                guard size.width * size.height <= Limits.picturePixels else {
                    throw EvokeError(
                        .tooLarge, doing: "read the picture", subject: shown,
                        reason: "its \(size.width) × \(size.height) pixels are more than the "
                            + "\(Limits.picturePixels / 1_000_000) million that are taken",
                        remedy: "Save it at a smaller size.")
                }
                return try await engine.embed(photo: file)
            } catch let error as EvokeError where error.subject == file.display {
                throw EvokeError(
                    error.kind, doing: error.doing, subject: shown, reason: error.reason, remedy: error.remedy)
            }
        }
    }

    /// A name of our own, with the ending of theirs: raw files are known by it.
    private func place(for picture: Form.Part) -> FilePath {
        let suffix = FilePath(picture.fileName ?? "").suffix
        let isPlain =
            suffix.utf8.count <= 5
            && suffix.utf8.allSatisfy {
                $0 < 0x80 && Character(Unicode.Scalar($0)).isLetter || ($0 >= 0x30 && $0 <= 0x39)
            }
        let number = number.withLock { number in
            number += 1
            return number
        }
        return folder.appending(isPlain && !suffix.isEmpty ? "\(number).\(suffix)" : "\(number)")
    }
}

/// Lets a few in at once, and the others wait in their order.
actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    func take<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        defer {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
        return try await body()
    }
}
