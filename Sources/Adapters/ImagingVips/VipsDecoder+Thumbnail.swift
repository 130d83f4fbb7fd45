import EvokePorts
package import EvokeValues
import EvokeWorkers

extension VipsDecoder: ImageShowing {
    package func thumbnail(of file: FilePath, named name: FilePath, side: Int) async throws -> Thumbnail {
        let preview = name.isRaw ? try await previews.preview(of: file, atLeast: side) : nil
        return try await executor.run {
            let photo = try preview.map { try PhotoFile(file, $0) } ?? PhotoFile(file)
            do throws(EvokeError) {
                return try Self.thumbnail(of: photo, photo.open(), side: side)
            } catch {
                let remains = try photo.remains(after: error)
                return try Self.thumbnail(of: photo, remains.picture, side: side, remains: remains)
            }
        }
    }

    package func size(of file: FilePath) async throws -> PixelSize {
        try await size(of: file, named: file)
    }

    /// - Parameter name: that of the photo, whose ending tells raw files.
    package func size(of file: FilePath, named name: FilePath) async throws -> PixelSize {
        let preview = name.isRaw ? try await previews.preview(of: file, atLeast: 1) : nil
        return try await executor.run {
            let photo = try preview.map { try PhotoFile(file, $0) } ?? PhotoFile(file)
            let picture = try Self.header(of: photo)
            return photo.orientation(of: picture).display(PixelSize(width: picture.width, height: picture.height))
        }
    }

    private static func header(of photo: PhotoFile) throws(EvokeError) -> VipsPicture {
        do throws(EvokeError) {
            return try photo.open()
        } catch {
            return try photo.remains(after: error).picture
        }
    }

    private static func thumbnail(
        of file: PhotoFile, _ whole: VipsPicture, side: Int, remains: Remains? = nil
    ) throws(EvokeError) -> Thumbnail {
        var picture = whole
        let orientation = file.orientation(of: picture)
        let stored = PixelSize(width: picture.width, height: picture.height)
        let original = orientation.display(stored)
        let geometry = Geometry(ofThumbnail: original, orientation, side: side)
        let shrink = remains == nil ? file.shrinkOnLoad(from: stored, to: orientation.display(geometry.scaled)) : 1
        if shrink > 1 { picture = try file.open(shrunkBy: shrink, of: picture) }

        let size = PixelSize(width: picture.width, height: picture.height)
        var views = [ScaledPart(geometry, of: original, shrink, as: size, orientation, .bilinear)]
        guard let source = picture.inRGB(), [3, 4].contains(source.bands),
            ScaledPart.fill(&views, from: source, there: remains?.rows ?? 0..<size.height),
            let thumbnail = Thumbnail(of: views[0].pixels, as: geometry.scaled, orientation)
        else { throw file.failure() }
        return thumbnail
    }
}
