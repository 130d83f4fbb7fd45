import DecodingApart
import EvokePorts
import EvokeWorkers
import FactsExiv2
import ImagingVips
import PreviewsLibRaw

/// Who decodes photos and reads their tags: processes apart where the program offers them, else this one.
struct PhotoReaders {
    let decoder: any ImageDecoding & ImageShowing
    let facts: any FactReading

    /// - Parameter inFull: take every pixel in.
    init(executor: BlockingExecutor, inFull: Bool) {
        let here = VipsDecoder(executor: executor, previews: LibRawPreviews(executor: executor), inFull: inFull)
        let tags: any TagReading
        if let crew = DecodingProcess.crew {
            decoder = DecoderApart(crew, executor: executor, pixels: here, inFull: inFull)
            tags = TagsApart(crew, executor: executor)
        } else {
            decoder = here
            tags = Exiv2Tags(executor: executor, blocks: VipsTagBlocks(executor: executor))
        }
        facts = Exiv2FactReader(executor: executor, tags: tags)
    }
}
