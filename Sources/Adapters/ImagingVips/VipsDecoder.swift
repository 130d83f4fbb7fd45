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

    package func decode(_ file: FilePath, for input: ImageInput, thumbnail: Bool) async throws -> PreparedImage {
        try await decode(file, named: file, for: input, thumbnail: thumbnail)
    }

    /// - Parameter name: the photo's name, whose extension identifies raw files and films.
    package func decode(
        _ file: FilePath, named name: FilePath, for input: ImageInput, thumbnail: Bool
    ) async throws -> PreparedImage {
        try input.check()
        let preview = try await preview(of: file, named: name, atLeast: max(input.size.width, input.size.height))
        return try await executor.runWhileWanted { try prepare(PhotoFile(file, preview), for: input, thumbnail) }
            .whileWanted()
    }

    /// Nil for files that are pictures themselves.
    func preview(of file: FilePath, named name: FilePath, atLeast side: Int) async throws -> FilePreview? {
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
