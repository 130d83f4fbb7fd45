import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// A face with its surroundings, as a square in an upright picture.
struct FaceCrop: Hashable, Sendable {
    /// Pixels per side, if the photo has that many.
    static let side = 192
    /// The side of the square, relative to the longer side of the face.
    private static let surroundings = 1.8
    /// The most pixels to decode for a small face in a large photo.
    private static let mostPixels = 12_600_000

    let square: Face.Box
    /// Of the picture that contains the square.
    let size: PixelSize

    init(of box: Face.Box, in size: PixelSize) {
        let wanted = Int(nearest: Double(max(box.width, box.height)) * Self.surroundings)
        let side = max(1, min(wanted, size.width, size.height))
        func start(_ middle: Int, _ end: Int) -> Int { max(0, min(middle - side / 2, end - side)) }
        self.size = size
        square = Face.Box(
            x: start(box.x + box.width / 2, size.width), y: start(box.y + box.height / 2, size.height), width: side,
            height: side)
    }

    /// How many pixels the whole picture needs for it.
    var pixels: Int {
        let scale = min(1, Double(Self.side) / Double(square.width))
        return max(1, min(Self.mostPixels, Int(nearest: Double(size.width) * scale * Double(size.height) * scale)))
    }

    /// Crops the square from the picture, which may be smaller than the one it was made for.
    func cut(from picture: Pixels) -> Pixels? {
        let scale = Double(picture.size.width) / Double(max(1, size.width))
        let length = max(1, min(Int(nearest: Double(square.width) * scale), picture.size.width, picture.size.height))
        let left = min(Int(nearest: Double(square.x) * scale), picture.size.width - length)
        let top = min(Int(nearest: Double(square.y) * scale), picture.size.height - length)
        let width = 3 * picture.size.width
        guard picture.bytes.count == width * picture.size.height else { return nil }
        var bytes: [UInt8] = []
        for row in top..<top + length {
            let start = row * width + 3 * left
            bytes += picture.bytes[start..<start + 3 * length]
        }
        // Cannot fail: the number of bytes is right.
        return try? Pixels(bytes, size: PixelSize(width: length, height: length))
    }
}

extension PhotoLibrary.People {
    /// A face with its surroundings: a square JPEG of 192 pixels per side, or fewer if the photo is smaller.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such face.
    ///
    /// - Parameter face: its number in the photo, from 1.
    package func crop(ofFace face: Int, in card: PhotoCard) async throws -> [UInt8] {
        let found = try await library.reading { try await $0.result(.faces, of: card)?.faces }
        guard let found, found.faces.indices.contains(face - 1) else {
            throw EvokeError(
                .notFound, doing: "show a face", subject: "\(card.id.value)",
                reason: "it has no face \(face)", remedy: "Open the photo again.")
        }
        let crop = FaceCrop(of: found.faces[face - 1].box, in: found.size)
        let (key, viewer) = (
            PictureCache.Key(photo: card.id, stamp: card.stamp, square: crop.square), await library.kept.viewer
        )
        return try await viewer.pictures.picture(for: key) {
            let original = try await library.file(of: card)
            defer { withExtendedLifetime(original) {} }
            let picture = try await viewer.readers.decoder.pixels(
                of: original.opened, named: original.path, atMost: crop.pixels)
            let jpeg = await viewer.executor.run { crop.cut(from: picture.pixels).flatMap(PhotoReaders.jpeg) }
            guard let jpeg else {
                throw EvokeError(
                    .unreadable, doing: "show a face", subject: original.path.display,
                    reason: "its picture could not be cropped")
            }
            return jpeg
        }
    }
}
