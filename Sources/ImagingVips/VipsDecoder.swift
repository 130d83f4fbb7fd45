import CVips
public import PhotoCore
public import Workers

/// Decodes photos with libvips, at a reduced size where the format allows it.
public struct VipsDecoder: ImageDecoding {
    private let executor: BlockingExecutor

    public init(executor: BlockingExecutor) {
        self.executor = executor
    }

    public func decode(_ file: FilePath, for input: ImageInput) async throws -> PreparedImage {
        try await executor.run { try Self.prepare(PhotoFile(file), for: input) }
    }

    private static func prepare(_ file: PhotoFile, for input: ImageInput) throws(EvokeError) -> PreparedImage {
        var picture = try file.open()
        let orientation = picture.orientation
        let stored = PixelSize(width: picture.width, height: picture.height)
        let original = orientation.display(stored)
        let geometry = Geometry(of: original, for: input)
        let shrink = file.shrinkOnLoad(from: stored, to: orientation.display(geometry.scaled))
        if shrink > 1 { picture = try file.open(shrunkBy: shrink) }

        guard let upright = scaled(picture, geometry, orientation, input)?.inMemory()?.applying(evoke_vips_upright),
            let coloured = inSRGB(upright),
            let framed = framed(coloured, geometry, input)?.applying(evoke_vips_to_bytes),
            let tensor = tensor(of: framed, for: input)
        else { throw file.failure() }
        return PreparedImage(tensor: tensor, original: original)
    }

    /// On white, at the right scale, and no larger than the input; still as it lies in the file.
    private static func scaled(
        _ picture: VipsPicture, _ geometry: Geometry, _ orientation: Orientation, _ input: ImageInput
    ) -> VipsPicture? {
        let target = orientation.display(geometry.scaled)
        let kernel = input.kernel == .bicubic ? VIPS_KERNEL_CUBIC : VIPS_KERNEL_LINEAR
        let white = picture.white
        let opaque = picture.hasAlpha ? picture.applying { evoke_vips_flatten($0, $1, white) } : picture
        guard
            let resized = opaque?.applying({
                evoke_vips_resize($0, $1, Int32(target.width), Int32(target.height), kernel)
            })
        else { return nil }

        let box = PixelSize(
            width: min(input.size.width, geometry.scaled.width), height: min(input.size.height, geometry.scaled.height))
        if box == geometry.scaled { return resized }
        let corner = orientation.stored(
            left: max(0, geometry.left), top: max(0, geometry.top), box: box, upright: geometry.scaled)
        let storedBox = orientation.display(box)
        return resized.applying {
            evoke_vips_crop(
                $0, $1, Int32(corner.left), Int32(corner.top), Int32(storedBox.width), Int32(storedBox.height))
        }
    }

    private static func inSRGB(_ picture: VipsPicture) -> VipsPicture? {
        // A profile that does not fit its picture is ignored, as browsers do.
        if picture.hasProfile, let converted = picture.applying(evoke_vips_profile_to_srgb) { return converted }
        return picture.applying(picture.holdsInks ? evoke_vips_inks_to_srgb : evoke_vips_to_srgb)
    }

    private static func framed(_ picture: VipsPicture, _ geometry: Geometry, _ input: ImageInput) -> VipsPicture? {
        guard picture.width < input.size.width || picture.height < input.size.height else { return picture }
        return picture.applying {
            evoke_vips_embed_on_white(
                $0, $1, Int32(max(0, -geometry.left)), Int32(max(0, -geometry.top)),
                Int32(input.size.width), Int32(input.size.height))
        }
    }

    private static func tensor(of picture: VipsPicture, for input: ImageInput) -> [Float]? {
        let pixels = input.size.width * input.size.height
        var count = 0
        guard vips_image_get_bands(picture.image) == 3,
            let memory = vips_image_write_to_memory(picture.image, &count)
        else {
            vips_error_clear()
            return nil
        }
        defer { g_free(memory) }
        guard count == 3 * pixels else { return nil }

        let bytes = UnsafeRawBufferPointer(start: memory, count: count)
        return [Float](unsafeUninitializedCapacity: count) { tensor, filled in
            for channel in 0..<3 {
                let values = (0..<256).map { (Float($0) / 255 - input.mean[channel]) / input.std[channel] }
                values.withUnsafeBufferPointer { values in
                    for pixel in 0..<pixels {
                        tensor[channel * pixels + pixel] = values[Int(bytes[3 * pixel + channel])]
                    }
                }
            }
            filled = count
        }
    }
}
