import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// A face with some of what is round it, as a square in an upright picture.
struct FaceCrop: Hashable, Sendable {
    /// Pixels of a side, where the photo has as many.
    static let side = 192
    /// Of the longer side of the face.
    private static let surroundings = 1.8
    /// Small faces in large photos: so many pixels are decoded at most.
    private static let mostPixels = 12_600_000

    let square: Face.Box
    /// Of the picture that the square lies in.
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

    /// How many pixels the whole picture has to have for it.
    var pixels: Int {
        let scale = min(1, Double(Self.side) / Double(square.width))
        return max(1, min(Self.mostPixels, Int(nearest: Double(size.width) * scale * Double(size.height) * scale)))
    }

    /// Cuts it out of the picture, which may be smaller than the one it was made for.
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
        // Cannot fail: the bytes were counted out.
        return try? Pixels(bytes, size: PixelSize(width: length, height: length))
    }
}

extension LibraryHost {
    /// A face with some of what is round it: a square JPEG of 192 pixels a side, or of fewer where the photo has no more.
    ///
    /// Throws `EvokeError` of the kind `notFound` where nobody has found that face.
    ///
    /// - Parameter face: its number in the photo, from 1.
    public nonisolated func crop(ofFace face: Int, in card: PhotoCard) async throws -> [UInt8] {
        let found = try await reading { try await $0.faces(of: [card.content].compactMap(\.self)).values.first?.faces }
        guard let found, found.faces.indices.contains(face - 1) else {
            throw EvokeError(
                .notFound, doing: "show a face", subject: "\(card.id.value)",
                reason: "nobody has found a face of the number \(face) in it", remedy: "Look at the photo again.")
        }
        let crop = FaceCrop(of: found.faces[face - 1].box, in: found.size)
        return try await pictures.picture(for: PictureCache.Key(photo: card.id, stamp: card.stamp, square: crop.square))
        {
            [self] in
            let original = try await file(of: card)
            defer { withExtendedLifetime(original) {} }
            let picture = try await readers.decoder.pixels(
                of: original.opened, named: original.path, atMost: crop.pixels)
            let jpeg = await executor.run { crop.cut(from: picture.pixels).flatMap(PhotoReaders.jpeg) }
            guard let jpeg else {
                throw EvokeError(
                    .unreadable, doing: "show a face", subject: original.path.display,
                    reason: "its picture could not be cut out")
            }
            return jpeg
        }
    }
}
