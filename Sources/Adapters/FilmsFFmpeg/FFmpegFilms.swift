import EvokeCFFmpeg
package import EvokePorts
import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Extracts pictures and metadata from films with FFmpeg's libraries.
package struct FFmpegFilms: PreviewReading, MomentReading, FilmTagReading {
    private let executor: BlockingExecutor

    package init(executor: BlockingExecutor) {
        self.executor = executor
    }

    /// The picture has the film's full size.
    package func preview(of file: DiskPath, atLeast _: Int) async throws -> FilePreview {
        try await executor.runWhileWanted { try Self.still(of: file) }.whileWanted()
    }

    package func moment(of film: DiskPath, from milliseconds: Int) async throws -> (FilePreview, milliseconds: Int)? {
        try await executor.runWhileWanted { try Self.moment(of: film, from: milliseconds) }.whileWanted()
    }

    package func tags(ofFilm file: DiskPath) async throws -> PhotoTags.Values {
        try await executor.run { () throws(EvokeError) in try Self.words(of: file) }
    }

    private static func still(of file: DiskPath) throws(EvokeError) -> FilePreview {
        let opened = try film(at: file, doing: "read the video")
        defer { withExtendedLifetime(opened) {} }
        var preview: FilePreview?
        let status = withUnsafeMutablePointer(to: &preview) { preview in
            evoke_film_still(
                opened.descriptor,
                { context, still in
                    context!.assumingMemoryBound(to: FilePreview?.self).pointee = FilePreview(still!.pointee)
                }, preview)
        }
        if let preview { return preview }
        throw failure(status, file)
    }

    private static func moment(
        of file: DiskPath, from milliseconds: Int
    ) throws(EvokeError) -> (FilePreview, milliseconds: Int)? {
        let opened = try film(at: file, doing: "read the video")
        defer { withExtendedLifetime(opened) {} }
        var found: (FilePreview, milliseconds: Int)?
        let microseconds = Int64(milliseconds).multipliedReportingOverflow(by: 1_000)
        guard !microseconds.overflow else { return nil }
        let status = withUnsafeMutablePointer(to: &found) { found in
            evoke_film_moment(
                opened.descriptor, microseconds.partialValue,
                { context, still, time in
                    // Rounded up, so that it is never before the requested time.
                    context!.assumingMemoryBound(to: (FilePreview, milliseconds: Int)?.self).pointee = (
                        FilePreview(still!.pointee), Int(time / 1_000) + (time % 1_000 > 0 ? 1 : 0)
                    )
                }, found)
        }
        if status == EVOKE_FILM_AT_ITS_END { return nil }
        if let found { return found }
        throw failure(status, file)
    }

    private static func words(of file: DiskPath) throws(EvokeError) -> PhotoTags.Values {
        let opened = try film(at: file, doing: "read the metadata of")
        defer { withExtendedLifetime(opened) {} }
        var length = Int64()
        var words: PhotoTags.Values = [:]
        let status = withUnsafeMutablePointer(to: &words) { words in
            evoke_film_words(
                opened.descriptor, &length,
                { context, key, value in
                    let words = context!.assumingMemoryBound(to: PhotoTags.Values.self)
                    words.pointee[PhotoTags.film(String(cString: key!)), default: []].append(
                        Array(String(cString: value!).utf8))
                }, words)
        }
        // Known metadata must not be lost because a disk fails.
        guard status != EVOKE_FILM_UNREADABLE, status != EVOKE_FILM_WITHOUT_LIBRARY else { throw failure(status, file) }
        if length > 0 { words[PhotoTags.lengthOfFilm] = [Array("\(Double(length) / 1_000_000)".utf8)] }
        return words
    }

    private static func film(at file: DiskPath, doing: String) throws(EvokeError) -> OpenFile {
        let opened = try OpenFile(file, .readAtOnce, doing: doing)
        let status = try opened.status()
        guard status.isFile else {
            throw error(.unsupported, file, "it is not a regular file", "Choose a video.")
        }
        guard status.size > 0 else {
            throw error(.damaged, file, "the file is empty", "Restore it from a backup.")
        }
        return opened
    }

    private static func failure(_ status: EvokeFilmStatus, _ file: DiskPath) -> EvokeError {
        switch status {
        case EVOKE_FILM_WITHOUT_LIBRARY:
            error(
                .unreadable, file, "FFmpeg's libraries are missing or have another version",
                "Install them (Debian's libavformat59 and libswscale6), and index again.")
        case EVOKE_FILM_UNSUPPORTED:
            error(
                .unsupported, file, "the format is not supported",
                "Evoke reads videos in MP4, QuickTime, Matroska, WebM, AVI and AVCHD.")
        case EVOKE_FILM_WITHOUT_PICTURE:
            error(.unsupported, file, "it has sound but no video", "Exclude it, or move it elsewhere.")
        case EVOKE_FILM_TOO_LARGE:
            error(
                .tooLarge, file, "its pictures need more memory than Evoke allows for a video",
                "Save it at a lower resolution.")
        case EVOKE_FILM_UNREADABLE:
            error(.unreadable, file, "the file cannot be read", "Check the disk.")
        default:
            error(.damaged, file, "the file is damaged or truncated", "Restore it from a backup.")
        }
    }

    private static func error(
        _ kind: EvokeError.Kind, _ file: DiskPath, _ reason: String, _ remedy: String
    ) -> EvokeError {
        EvokeError(kind, doing: "read the video", subject: file.display, reason: reason, remedy: remedy)
    }
}

extension FilePreview {
    fileprivate init(_ still: EvokeFilmStill) {
        let size = PixelSize(width: Int(still.width), height: Int(still.height))
        let bytes = Array(UnsafeBufferPointer(start: still.bytes, count: 3 * size.width * size.height))
        let isOnItsSide = still.orientation > 4
        self.init(
            content: .pixels(bytes, size), orientation: Int(still.orientation),
            original: isOnItsSide ? PixelSize(width: size.height, height: size.width) : size)
    }
}
