import EvokeLinux
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers
import FilmsFFmpeg
import ImagingVips
import MetadataExiv2
import PreviewsLibRaw
import SystemLinux

/// Decodes photos and reads their metadata: in helper processes if the program offers them, otherwise in this one.
struct PhotoReaders: Sendable {
    typealias Making = @Sendable (_ executor: BlockingExecutor, _ inFull: Bool) -> PhotoReaders

    let decoder: any ImageDecoding & ImageShowing
    let metadata: any MetadataReading

    let sidecars: any SidecarWriting

    private init(
        _ decoder: any ImageDecoding & ImageShowing, _ tags: any TagReading, _ sidecars: any SidecarWriting,
        _ executor: BlockingExecutor
    ) {
        (self.decoder, self.sidecars) = (decoder, sidecars)
        metadata = Exiv2MetadataReader(executor: executor, tags: tags)
    }

    /// - Parameter inFull: read every pixel.
    init(executor: BlockingExecutor, inFull: Bool) {
        self = DecodingProcess.readers(executor, inFull)
    }

    static let here: Making = { executor, inFull in
        PhotoReaders(decoder(executor, inFull), tags(executor), Exiv2Sidecars(), executor)
    }

    static func apart(_ pool: HelperPool) -> Making {
        { executor, inFull in
            // Pixels that are already decoded are safe.
            let here = decoder(executor, inFull)
            return PhotoReaders(
                DecoderApart(pool, executor: executor, pixels: here, inFull: inFull),
                TagsApart(pool, executor: executor), SidecarsApart(pool, fresh: Exiv2Sidecars()), executor)
        }
    }

    /// For an upright picture with three bytes per pixel; nil for others.
    static func jpeg(of picture: Pixels) -> [UInt8]? { Thumbnail(of: picture)?.jpeg }

    static func decoder(_ executor: BlockingExecutor, _ inFull: Bool = false) -> VipsDecoder {
        let films = FFmpegFilms(executor: executor)
        return VipsDecoder(
            executor: executor, previews: [.raw: LibRawPreviews(executor: executor), .video: films], films: films,
            inFull: inFull)
    }

    static func tags(_ executor: BlockingExecutor) -> Exiv2Tags {
        Exiv2Tags(executor: executor, blocks: VipsTagBlocks(executor: executor), films: FFmpegFilms(executor: executor))
    }
}

/// Decodes pictures in processes of their own, so that a crash or hang of the decoder loses only that photo.
///
/// The helpers are the command `evoke`, if `PATH` has it in this library's version. A program that calls ``begin()`` needs
/// no other: its helpers are the same program, started again. Others decode pictures themselves, as all do if the
/// environment variable `EVOKE_DECODING` is `here`, which is faster (`docs/performance.md`).
public enum DecodingProcess {
    package static let word = "decode-for-evoke"

    private static let making = Locked<PhotoReaders.Making?>(nil)

    static var readers: PhotoReaders.Making {
        making.withLock { known in
            let making = known ?? installed.map(apart) ?? PhotoReaders.here
            known = making
            return making
        }
    }

    private static func apart(_ program: DiskPath) -> PhotoReaders.Making {
        guard LibraryConfiguration.processVariable("EVOKE_DECODING") != DiskPath("here") else {
            return PhotoReaders.here
        }
        return PhotoReaders.apart(HelperPool(program: program, word: word))
    }

    /// For measuring: this process decodes, whatever is installed.
    package static func decodeHere() { making.withLock { $0 = PhotoReaders.here } }

    private static var installed: DiskPath? {
        guard let program = DetachedProgram.find("evoke"), let path = program.string,
            case .success("evoke \(evokeVersion)\n") = ShortProgram.output(of: [path, "--version"], limit: .seconds(5))
        else { return nil }
        return program
    }

    /// Call this first in a program, while it has one thread. In a helper process, it does not return.
    @MainActor public static func begin() async {
        guard CommandLine.arguments.dropFirst() == [word] else {
            return making.withLock { $0 = apart(OwnProcess.program) }
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
        _ order: Order, _ files: [DiskPath], _ executor: BlockingExecutor
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
