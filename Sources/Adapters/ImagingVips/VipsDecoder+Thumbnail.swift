package import EvokeValues
import EvokeWorkers

extension VipsDecoder: ImageShowing {
    package func thumbnail(of file: FilePath, named name: FilePath, side: Int) async throws -> Thumbnail {
        try await look(at: file, named: name, preview: side) { _ in
            side
        } find: {
            $0.thumbnail
        }
    }

    package func colors(of file: FilePath, named name: FilePath) async throws -> PhotoColors {
        try await look(at: file, named: name, preview: Thumbnail.side) { _ in
            Thumbnail.side
        } find: {
            $0.colors
        }
    }

    /// The shorter side of a raw file's preview, large enough to read text of a usual size.
    private static let leastPreview = 1_000

    package func pixels(
        of file: FilePath, named name: FilePath, atMost count: Int, quickly: Bool
    ) async throws -> UprightPicture {
        try await look(at: file, named: name, preview: Self.leastPreview, quickly: quickly) {
            Geometry.longSide(of: $0, atMost: count)
        } find: {
            $0.upright
        }
    }

    package func moment(of film: FilePath, from milliseconds: Int, atMost count: Int) async throws -> FilmMoment? {
        guard let films, let (preview, time) = try await films.moment(of: film, from: milliseconds) else { return nil }
        let picture = try await look(at: film, through: preview) {
            Geometry.longSide(of: $0, atMost: count)
        } find: {
            $0.upright
        }
        return FilmMoment(picture, at: time)
    }

    private func look<Result: Sendable>(
        at file: FilePath, named name: FilePath, preview least: Int, quickly: Bool = false,
        side: @escaping @Sendable (PixelSize) -> Int, find: @escaping @Sendable (SmallView) -> Result?
    ) async throws -> Result {
        try await look(
            at: file, through: preview(of: file, named: name, atLeast: least), quickly: quickly, side: side, find: find)
    }

    private func look<Result: Sendable>(
        at file: FilePath, through preview: FilePreview?, quickly: Bool = false,
        side: @escaping @Sendable (PixelSize) -> Int, find: @escaping @Sendable (SmallView) -> Result?
    ) async throws -> Result {
        try await executor.run {
            let photo = try PhotoFile(file, preview)
            let view: SmallView
            do throws(EvokeError) {
                view = try Self.view(of: photo, photo.open(), side: side, quickly: quickly)
            } catch {
                let remains = try photo.remains(after: error)
                view = try Self.view(of: photo, remains.picture, side: side, remains: remains)
            }
            guard let found = find(view) else { throw photo.failure() }
            return found
        }
    }

    package func size(of file: FilePath) async throws -> PixelSize {
        try await size(of: file, named: file)
    }

    /// - Parameter name: the photo's name, whose extension identifies raw files and films.
    package func size(of file: FilePath, named name: FilePath) async throws -> PixelSize {
        let preview = try await preview(of: file, named: name, atLeast: 1)
        return try await executor.run {
            let photo = try PhotoFile(file, preview)
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

    private static func view(
        of file: PhotoFile, _ whole: VipsPicture, side: (PixelSize) -> Int, quickly: Bool = false,
        remains: Remains? = nil
    ) throws(EvokeError) -> SmallView {
        var picture = whole
        let orientation = file.orientation(of: picture)
        let stored = PixelSize(width: picture.width, height: picture.height)
        let original = orientation.display(stored)
        let geometry = Geometry(ofThumbnail: original, orientation, side: side(original))
        let scaled = orientation.display(geometry.scaled)
        let shrink = remains == nil ? file.shrinkOnLoad(from: stored, to: scaled, quickly: quickly) : 1
        if shrink > 1 { picture = try file.open(shrunkBy: shrink, of: picture) }

        let size = PixelSize(width: picture.width, height: picture.height)
        var views = [ScaledPart(geometry, of: original, shrink, as: size, orientation, .bilinear)]
        let there = remains?.rows ?? 0..<size.height
        guard let source = picture.inRGB(), [3, 4].contains(source.bands),
            ScaledPart.fill(&views, from: source, there: there)
        else { throw file.failure() }
        return SmallView(
            views[0], geometry.scaled, orientation, there: there, of: size.height, original: file.original(original))
    }
}
