import EvokeCResampling
package import EvokeValues
import EvokeWorkers

extension VipsDecoder {
    /// Decoded pixels are treated like the preview of a raw file.
    package func decode(_ pixels: Pixels, for input: ImageInput) async throws -> PreparedImage {
        try input.check()
        return try await executor.runWhileWanted {
            let shown = FilePreview(
                content: .pixels(Self.onWhite(pixels), pixels.size), orientation: 1, original: pixels.size)
            return try prepare(PhotoFile(FilePath("pixels"), shown), for: input, false)
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
