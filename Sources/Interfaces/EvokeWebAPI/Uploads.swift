import Evoke
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Uploaded pictures: files while they are in use, in a folder that only we can read.
final class Uploads: Sendable {
    /// Decoding uploads must leave capacity for searches.
    private static let picturesAtOnce = 2

    private let folder: OwnFolder
    private let number = Locked(0)
    private let turns = AsyncSemaphore(picturesAtOnce)
    /// Large bodies are read and written outside the shared threads.
    private let executor = BlockingExecutor(width: picturesAtOnce)

    init(in parent: DiskPath = LibraryConfiguration.processVariable("TMPDIR") ?? DiskPath("/tmp")) throws(EvokeError) {
        folder = try OwnFolder("evoke-uploads", in: parent)
    }

    /// No more uploads follow.
    func close() {
        // Otherwise it is abandoned, and is removed the next time.
        try? FileSystem.erase(folder.path)
    }

    func form(_ body: [UInt8], boundary: String) async throws -> Form {
        try await executor.run { try Form(body, boundary: boundary) }
    }

    func embedding(of picture: Form.Part, by engine: Engine) async throws -> Embedding {
        let shown = picture.fileName.map { DiskPath($0).display } ?? "picture"
        guard !picture.bytes.isEmpty else { throw Problem.wrongUsage("the picture is empty", status: 422) }
        return try await turns.take {
            let file = self.place(for: picture)
            do {
                try await executor.run { try FileSystem.replace(file, with: Array(picture.bytes)) }
                defer { FileSystem.remove(file) }
                let size = try await engine.size(of: file)
                guard size.width * size.height <= Limits.picturePixels else {
                    throw EvokeError(
                        .tooLarge, doing: "read the picture", subject: shown,
                        reason: "it has \(size.width) × \(size.height) pixels, more than the limit of "
                            + "\(Limits.picturePixels / 1_000_000) million",
                        remedy: "Save it at a smaller size.")
                }
                return try await engine.embed(photo: file)
            } catch let error as EvokeError where error.subject == file.display {
                throw error.with(subject: shown)
            }
        }.whileWanted()
    }

    /// A name of our own with the original extension, by which raw files are recognized.
    private func place(for picture: Form.Part) -> DiskPath {
        let suffix = DiskPath(picture.fileName ?? "").suffix
        let isPlain = suffix.utf8.count <= 5 && suffix.utf8.allSatisfy(\.isLetterOrDigit)
        let number = number.withLock { number in
            number += 1
            return number
        }
        return folder.path.appending(isPlain && !suffix.isEmpty ? "\(number).\(suffix)" : "\(number)")
    }
}
