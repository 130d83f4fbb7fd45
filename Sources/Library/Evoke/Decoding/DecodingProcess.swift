import EvokeSystem
import EvokeValues
import EvokeWorkers
import ImagingVips
import MetadataExiv2
import SystemLinux

/// Decodes pictures in processes of their own, so that a crash or hang of the decoder loses only that photo.
///
/// The helpers are the same program, started again, so the program has to opt in.
public enum DecodingProcess {
    package static let word = "decode-for-evoke"

    private static let making = Locked<PhotoReaders.Making>(PhotoReaders.here)

    /// Makes this program's readers.
    static var readers: PhotoReaders.Making { making.withLock { $0 } }

    /// Call this first in a program, while it has one thread. In a helper process, it does not return. A program that
    /// does not call it decodes pictures itself, as it does if the environment variable `EVOKE_DECODING` is `here`,
    /// which is faster (`docs/performance.md`).
    @MainActor public static func begin() async {
        guard CommandLine.arguments.dropFirst() == [word] else {
            guard LibraryConfiguration.processVariable("EVOKE_DECODING") != FilePath("here") else { return }
            return making.withLock { $0 = PhotoReaders.apart(HelperPool(program: OwnProcess.program, word: word)) }
        }
        guard Confinement.endWithStarter(), isSocket(OwnProcess.standardInput), Confinement.hideFiles()
        else { OwnProcess.end(1) }
        VipsDecoder.start()
        guard Confinement.begin() else { OwnProcess.end(1) }
        let executor = BlockingExecutor(width: 1)
        // The parent process notices that the helper ended.
        try? await HelperLoop(socket: OwnProcess.standardInput) { try await answer($0, $1, executor) }.run()
        OwnProcess.end(0)
    }

    private static func answer(
        _ order: Order, _ files: [FilePath], _ executor: BlockingExecutor
    ) async throws -> HelperReply {
        guard let file = files.first else {
            throw EvokeError(.unreadable, doing: "read the photo", subject: "", reason: "the helper received no file")
        }
        let (decoder, name) = (PhotoReaders.decoder(executor), order.name)
        switch order.work {
        case .decode(let input, let thumbnail, let inFull):
            let decoder = PhotoReaders.decoder(executor, inFull)
            return .image(try await decoder.decode(file, named: name, for: input, thumbnail: thumbnail))
        case .thumbnail(let side):
            return .thumbnail(try await decoder.thumbnail(of: file, named: name, side: side))
        case .colors: return .colors(try await decoder.colors(of: file, named: name))
        case .pixels(let count, let quickly):
            return .pixels(try await decoder.pixels(of: file, named: name, atMost: count, quickly: quickly))
        case .moment(let milliseconds, let count):
            return .moment(try await decoder.moment(of: file, from: milliseconds, atMost: count))
        case .size:
            return .size(try await decoder.size(of: file, named: name))
        case .tags:
            return .tags(
                try await PhotoReaders.tags(executor).tags(of: file, named: name, sidecars: Array(files.dropFirst())))
        case .sidecar(let additions):
            return .sidecar(try Exiv2Sidecars().sidecar(at: name, FileSystem.read(file), adding: additions))
        }
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        (try? FileStatus(ofDescriptor: descriptor))?.isSocket ?? false
    }
}
