import EvokeCLibRaw
package import EvokePorts
import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Extracts previews from raw files with LibRaw.
package struct LibRawPreviews: PreviewReading {
    private let executor: BlockingExecutor

    package init(executor: BlockingExecutor) {
        self.executor = executor
    }

    package func preview(of file: DiskPath, atLeast side: Int) async throws -> FilePreview {
        try await executor.runWhileWanted { try Self.read(file, side) }.whileWanted()
    }

    private static func read(_ file: DiskPath, _ side: Int) throws(EvokeError) -> FilePreview {
        let opened = try OpenFile(file, .readAtOnce, doing: doing)
        defer { withExtendedLifetime(opened) {} }
        let status = try opened.status()
        guard status.isFile else {
            throw error(.unsupported, file, "it is not a regular file", "Choose a photo.")
        }
        guard status.size > 0 else {
            throw error(.damaged, file, "the file is empty", "Restore it from a backup.")
        }

        var preview: FilePreview?
        let result = withUnsafeMutablePointer(to: &preview) { preview in
            evoke_raw_preview(
                opened.descriptor, Int32(side),
                { context, found in
                    context!.assumingMemoryBound(to: FilePreview?.self).pointee = FilePreview(found!.pointee)
                }, preview)
        }
        if let preview { return preview }
        switch result {
        case EVOKE_RAW_UNSUPPORTED:
            throw error(
                .unsupported, file, "LibRaw does not support this raw file or camera",
                "Convert it to DNG or JPEG with the camera maker's software.")
        case EVOKE_RAW_TOO_LARGE:
            throw error(.tooLarge, file, "it needs more memory than Evoke allows for a photo", "Convert it to JPEG.")
        case EVOKE_RAW_UNREADABLE:
            throw error(.unreadable, file, "the file cannot be read", "Check the disk.")
        default:
            throw error(.damaged, file, "the file is damaged or truncated", "Restore it from a backup.")
        }
    }

    private static let doing = "read the photo"

    private static func error(
        _ kind: EvokeError.Kind, _ file: DiskPath, _ reason: String, _ remedy: String
    ) -> EvokeError {
        EvokeError(kind, doing: doing, subject: file.display, reason: reason, remedy: remedy)
    }
}

extension FilePreview {
    fileprivate init(_ found: EvokeRawPreview) {
        let bytes = Array(UnsafeBufferPointer(start: found.bytes, count: found.count))
        let (width, height) = (Int(found.photo_width), Int(found.photo_height))
        self.init(
            content: found.width == 0
                ? .file(bytes) : .pixels(bytes, PixelSize(width: Int(found.width), height: Int(found.height))),
            orientation: Int(found.orientation),
            original: found.swaps_sides != 0
                ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height))
    }
}
