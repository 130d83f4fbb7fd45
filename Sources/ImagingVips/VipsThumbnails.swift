import CVips
public import PhotoCore
public import Workers

/// Makes small pictures of photos, as JPEGs in sRGB.
public struct VipsThumbnails: ThumbnailMaking {
    private static let quality: Int32 = 82

    private let executor: BlockingExecutor
    private let previews: any PreviewReading

    public init(executor: BlockingExecutor, previews: any PreviewReading) {
        self.executor = executor
        self.previews = previews
    }

    public func thumbnail(of file: FilePath, side: Int) async throws -> [UInt8] {
        let preview = file.isRaw ? try await previews.preview(of: file, atLeast: side) : nil
        return try await executor.run {
            let photo = try preview.map { try PhotoFile(file, $0) } ?? PhotoFile(file)
            guard let jpeg = try Self.jpeg(of: photo, side: side) else { throw photo.failure() }
            return jpeg
        }
    }

    private static func jpeg(of photo: PhotoFile, side: Int) throws(EvokeError) -> [UInt8]? {
        var picture = try photo.open()
        let orientation = photo.orientation(of: picture)
        let stored = PixelSize(width: picture.width, height: picture.height)
        let longest = max(stored.width, stored.height)
        let scaled = PixelSize(width: stored.width * side / longest, height: stored.height * side / longest)
        let shrink = photo.shrinkOnLoad(from: stored, to: scaled)
        if shrink > 1 { picture = try photo.open(shrunkBy: shrink) }

        // It is turned last, when it is small: a stream cannot be turned.
        guard let rgb = picture.inRGB(),
            let small = rgb.applying({ evoke_vips_thumbnail($0, $1, Int32(side)) })?.inMemory(),
            let opaque = small.bands == 4 ? small.applying(evoke_vips_put_on_white) : small
        else { return nil }
        vips_image_set_int(opaque.image, VIPS_META_ORIENTATION, Int32(orientation.rawValue))
        guard let upright = opaque.applying(evoke_vips_autorotate) else { return nil }

        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard evoke_vips_save_jpeg(upright.image, &bytes, &count, quality) == 0, let bytes else {
            vips_error_clear()
            return nil
        }
        defer { g_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
