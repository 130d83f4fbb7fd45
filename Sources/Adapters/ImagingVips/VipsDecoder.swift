import EvokeCResampling
package import EvokePorts
package import EvokeValues
package import EvokeWorkers

/// Decodes photos with libvips and scales them like Pillow.
package struct VipsDecoder: ImageDecoding {
    /// Starts libvips, which loads its libraries. If that fails, decoding reports the reason.
    package static func start() { _ = try? Vips.start() }

    let executor: BlockingExecutor
    private let previews: [PhotoFormat: any PreviewReading]
    let films: (any MomentReading)?
    private let inFull: Bool

    /// - Parameters:
    ///   - previews: reads previews of files that are not pictures themselves.
    ///   - films: reads moments of films; nil if they are not needed.
    ///   - inFull: whether every pixel is used. Otherwise, large photos are decoded at a reduced size if their format
    ///     allows it, which is much faster and changes the result slightly.
    package init(
        executor: BlockingExecutor, previews: [PhotoFormat: any PreviewReading], films: (any MomentReading)? = nil,
        inFull: Bool = false
    ) {
        self.executor = executor
        self.previews = previews
        self.films = films
        self.inFull = inFull
    }

    package func decode(_ file: DiskPath, for input: ImageInput, thumbnail: Bool) async throws -> PreparedImage {
        try await decode(file, named: file, for: input, thumbnail: thumbnail)
    }

    /// - Parameter name: the photo's name, whose extension identifies raw files and films.
    package func decode(
        _ file: DiskPath, named name: DiskPath, for input: ImageInput, thumbnail: Bool
    ) async throws -> PreparedImage {
        try input.check()
        let preview = try await preview(of: file, named: name, atLeast: max(input.size.width, input.size.height))
        return try await executor.runWhileWanted { try prepare(PhotoFile(file, preview), for: input, thumbnail) }
            .whileWanted()
    }

    /// Nil for files that are pictures themselves.
    func preview(of file: DiskPath, named name: DiskPath, atLeast side: Int) async throws -> FilePreview? {
        guard let reader = name.format.flatMap({ previews[$0] }) else { return nil }
        return try await reader.preview(of: file, atLeast: side)
    }

    func prepare(
        _ file: PhotoFile, for input: ImageInput, _ wantsThumbnail: Bool
    ) throws(EvokeError) -> PreparedImage {
        do throws(EvokeError) {
            return try prepare(file.open(), of: file, for: input, wantsThumbnail)
        } catch {
            let remains = try file.remains(after: error)
            return try prepare(remains.picture, of: file, for: input, wantsThumbnail, remains: remains)
        }
    }

    private func prepare(
        _ whole: VipsPicture, of file: PhotoFile, for input: ImageInput, _ wantsThumbnail: Bool, remains: Remains? = nil
    ) throws(EvokeError) -> PreparedImage {
        var picture = whole
        let orientation = file.orientation(of: picture)
        let stored = PixelSize(width: picture.width, height: picture.height)
        let original = orientation.display(stored)
        let geometry = Geometry(of: original, for: input)
        let small = wantsThumbnail ? Geometry(ofThumbnail: original, orientation) : nil
        let mayShrink = !inFull && remains == nil
        let shrink = mayShrink ? file.shrinkOnLoad(from: stored, to: orientation.display(geometry.scaled)) : 1
        if shrink > 1 { picture = try file.open(shrunkBy: shrink, of: picture) }

        let size = PixelSize(width: picture.width, height: picture.height)
        var views = [ScaledPart(geometry, of: original, shrink, as: size, orientation, input.kernel)]
        if let small { views.append(ScaledPart(small, of: original, shrink, as: size, orientation, .bilinear)) }
        // Missing rows are gray, which changes a vector least. But if the model would see almost nothing else, it gets
        // only the part that is present.
        if let remains, !views[0].shows(enoughOf: remains.rows), let rest = remains.withoutTheRest() {
            let part = try prepare(rest.picture, of: file, for: input, wantsThumbnail, remains: rest)
            return PreparedImage(
                tensor: part.tensor, original: file.original(original), thumbnail: part.thumbnail, share: remains.share,
                colors: part.colors)
        }
        let there = remains?.rows ?? 0..<size.height
        guard let source = picture.inRGB(), [3, 4].contains(source.bands),
            ScaledPart.fill(&views, from: source, there: there)
        else { throw file.failure() }
        let view = small.map {
            SmallView(
                views[1], $0.scaled, orientation, there: there, of: size.height, original: file.original(original))
        }
        return PreparedImage(
            tensor: Self.tensor(of: views[0].pixels, geometry, orientation, for: input),
            original: file.original(original),
            thumbnail: view?.thumbnail, share: remains?.share, colors: view?.colors)
    }

    private static func tensor(
        of pixels: [UInt8], _ geometry: Geometry, _ orientation: Orientation, for input: ImageInput
    ) -> [Float] {
        let (width, height) = (geometry.columns.count, geometry.rows.count)
        // Steps in the upright tensor for one pixel to the right and down in the file.
        let toRight = orientation.mirrorsAcross ? -1 : 1
        let toBelow = orientation.mirrorsDown ? -input.size.width : input.size.width
        let (step, line) = orientation.swapsSides ? (toBelow, toRight) : (toRight, toBelow)
        let (columns, rows) = orientation.swapsSides ? (height, width) : (width, height)
        let left = max(0, -geometry.left) + (orientation.mirrorsAcross ? width - 1 : 0)
        let top = max(0, -geometry.top) + (orientation.mirrorsDown ? height - 1 : 0)
        let first = top * input.size.width + left

        let plane = input.size.width * input.size.height
        let ground: Int = if case .pad(let level) = input.fit { Int(level) } else { 0 }
        return [Float](unsafeUninitializedCapacity: 3 * plane) { tensor, filled in
            for channel in 0..<3 {
                let values = (0..<256).map { (Float($0) / 255 - input.mean[channel]) / input.std[channel] }
                let base = channel * plane
                if width * height < plane {
                    tensor[base..<(base + plane)].initialize(repeating: values[ground])
                }
                values.withUnsafeBufferPointer { values in
                    pixels.withUnsafeBufferPointer { pixels in
                        for row in 0..<rows {
                            for column in 0..<columns {
                                tensor[base + first + row * line + column * step] =
                                    values[Int(pixels[3 * (row * columns + column) + channel])]
                            }
                        }
                    }
                }
            }
            filled = 3 * plane
        }
    }
}

extension VipsDecoder {
    /// Decoded pixels are treated like the preview of a raw file.
    package func decode(_ pixels: Pixels, for input: ImageInput) async throws -> PreparedImage {
        try input.check()
        return try await executor.runWhileWanted {
            let shown = FilePreview(
                content: .pixels(Self.onWhite(pixels), pixels.size), orientation: 1, original: pixels.size)
            return try prepare(PhotoFile(DiskPath("pixels"), shown), for: input, false)
        }.whileWanted()
    }

    private static func onWhite(_ pixels: Pixels) -> [UInt8] {
        guard pixels.hasAlpha else { return pixels.bytes }
        let count = pixels.bytes.count / 4
        return [UInt8](unsafeUninitializedCapacity: 3 * count) { opaque, filled in
            evoke_put_on_white(pixels.bytes, count, opaque.baseAddress)
            filled = 3 * count
        }
    }
}

extension VipsDecoder: ImageShowing {
    package func thumbnail(of file: DiskPath, named name: DiskPath, side: Int) async throws -> Thumbnail {
        try await view(at: file, named: name, preview: side) { _ in
            side
        } find: {
            $0.thumbnail
        }
    }

    package func colors(of file: DiskPath, named name: DiskPath) async throws -> PhotoColors {
        try await view(at: file, named: name, preview: Thumbnail.side) { _ in
            Thumbnail.side
        } find: {
            $0.colors
        }
    }

    /// The shorter side of a raw file's preview, large enough to read text of a usual size.
    private static let leastPreview = 1_000

    package func pixels(
        of file: DiskPath, named name: DiskPath, atMost count: Int, quickly: Bool
    ) async throws -> UprightPicture {
        try await view(at: file, named: name, preview: Self.leastPreview, quickly: quickly) {
            Geometry.longSide(of: $0, atMost: count)
        } find: {
            $0.upright
        }
    }

    package func moment(of film: DiskPath, from milliseconds: Int, atMost count: Int) async throws -> FilmMoment? {
        guard let films, let (preview, time) = try await films.moment(of: film, from: milliseconds) else { return nil }
        let picture = try await view(at: film, through: preview) {
            Geometry.longSide(of: $0, atMost: count)
        } find: {
            $0.upright
        }
        return FilmMoment(picture, at: time)
    }

    private func view<Result: Sendable>(
        at file: DiskPath, named name: DiskPath, preview least: Int, quickly: Bool = false,
        side: @escaping @Sendable (PixelSize) -> Int, find: @escaping @Sendable (SmallView) -> Result?
    ) async throws -> Result {
        try await view(
            at: file, through: preview(of: file, named: name, atLeast: least), quickly: quickly, side: side, find: find)
    }

    private func view<Result: Sendable>(
        at file: DiskPath, through preview: FilePreview?, quickly: Bool = false,
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

    package func size(of file: DiskPath) async throws -> PixelSize {
        try await size(of: file, named: file)
    }

    /// - Parameter name: the photo's name, whose extension identifies raw files and films.
    package func size(of file: DiskPath, named name: DiskPath) async throws -> PixelSize {
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
