public import PhotoCore
import Workers

extension VipsDecoder {
    /// The photo alone, upright, with so many pixels on its long side at most.
    public func thumbnail(of file: FilePath, side: Int) async throws -> Thumbnail {
        let preview = file.isRaw ? try await previews.preview(of: file, atLeast: side) : nil
        return try await executor.run {
            let photo = try preview.map { try PhotoFile(file, $0) } ?? PhotoFile(file)
            guard let thumbnail = try Self.thumbnail(of: photo, side: side) else { throw photo.failure() }
            return thumbnail
        }
    }

    /// The size of the picture as it is looked at. Of raw files, that of the preview: their own is not decoded.
    public func size(of file: FilePath) async throws -> PixelSize {
        let preview = file.isRaw ? try await previews.preview(of: file, atLeast: 1) : nil
        return try await executor.run {
            let photo = try preview.map { try PhotoFile(file, $0) } ?? PhotoFile(file)
            let picture = try photo.open()
            return photo.orientation(of: picture).display(PixelSize(width: picture.width, height: picture.height))
        }
    }

    private static func thumbnail(of file: PhotoFile, side: Int) throws(EvokeError) -> Thumbnail? {
        var picture = try file.open()
        let orientation = file.orientation(of: picture)
        let stored = PixelSize(width: picture.width, height: picture.height)
        let original = orientation.display(stored)
        let geometry = Geometry(ofThumbnail: original, orientation, side: side)
        let shrink = file.shrinkOnLoad(from: stored, to: orientation.display(geometry.scaled))
        if shrink > 1 { picture = try file.open(shrunkBy: shrink, of: picture) }

        let size = PixelSize(width: picture.width, height: picture.height)
        var views = [View(geometry, of: original, shrink, as: size, orientation, .bilinear)]
        guard let source = picture.inRGB(), [3, 4].contains(source.bands), View.fill(&views, from: source) else {
            return nil
        }
        return Thumbnail(of: views[0].pixels, as: geometry.scaled, orientation)
    }
}
