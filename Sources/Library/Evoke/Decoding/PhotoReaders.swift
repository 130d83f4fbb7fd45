import EvokeValues
import EvokeWorkers
import FilmsFFmpeg
import ImagingVips
import MetadataExiv2
import PreviewsLibRaw
import SystemLinux

/// Who decodes photos and reads their tags: processes apart where the program offers them, else this one.
struct PhotoReaders: Sendable {
    typealias Making = @Sendable (_ executor: BlockingExecutor, _ inFull: Bool) -> PhotoReaders

    let decoder: any ImageDecoding & ImageShowing
    let metadata: any MetadataReading

    /// Who writes what people say of photos.
    let sidecars: any SidecarWriting

    private init(
        _ decoder: any ImageDecoding & ImageShowing, _ tags: any TagReading, _ sidecars: any SidecarWriting,
        _ executor: BlockingExecutor
    ) {
        (self.decoder, self.sidecars) = (decoder, sidecars)
        metadata = Exiv2MetadataReader(executor: executor, tags: tags)
    }

    /// - Parameter inFull: take every pixel in.
    init(executor: BlockingExecutor, inFull: Bool) {
        self = DecodingProcess.readers(executor, inFull)
    }

    static let here: Making = { executor, inFull in
        PhotoReaders(decoder(executor, inFull), tags(executor), Exiv2Sidecars(), executor)
    }

    static func apart(_ pool: HelperPool) -> Making {
        { executor, inFull in
            // What is decoded already is no danger.
            let here = decoder(executor, inFull)
            return PhotoReaders(
                DecoderApart(pool, executor: executor, pixels: here, inFull: inFull),
                TagsApart(pool, executor: executor), SidecarsApart(pool, fresh: Exiv2Sidecars()), executor)
        }
    }

    /// Of an upright picture of three bytes a pixel; nil for all else.
    static func jpeg(of picture: Pixels) -> [UInt8]? { Thumbnail(of: picture)?.jpeg }

    static func decoder(_ executor: BlockingExecutor, _ inFull: Bool = false) -> VipsDecoder {
        let films = FFmpegFilms(executor: executor)
        return VipsDecoder(
            executor: executor, previews: [.raw: LibRawPreviews(executor: executor), .video: films], films: films,
            inFull: inFull)
    }

    static func tags(_ executor: BlockingExecutor) -> Exiv2Tags {
        Exiv2Tags(
            executor: executor, blocks: VipsTagBlocks(executor: executor), films: FFmpegFilms(executor: executor))
    }
}
