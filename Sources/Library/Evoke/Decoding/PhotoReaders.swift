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

    /// Writes sidecars.
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
        Exiv2Tags(
            executor: executor, blocks: VipsTagBlocks(executor: executor), films: FFmpegFilms(executor: executor))
    }
}
