import PhotoCore

/// How a photo of one size becomes a model's input: scaled to `scaled`, then `cut` out of or put on white.
/// All of it in the upright frame.
struct Geometry: Equatable {
    let scaled: PixelSize
    /// Where the input's corner lies in the scaled photo; negative where white is to be added.
    let left: Int
    let top: Int

    init(of photo: PixelSize, for input: ImageInput) {
        let target = input.size
        let across = Double(target.width) / Double(photo.width)
        let down = Double(target.height) / Double(photo.height)
        switch input.fit {
        case .squash:
            scaled = target
        case .shortest(let side):
            let scale = Double(side) / Double(min(photo.width, photo.height))
            scaled = PixelSize(
                width: max(side, Int(Double(photo.width) * scale)),
                height: max(side, Int(Double(photo.height) * scale)))
        case .pad:
            let scale = min(across, down)
            scaled = PixelSize(
                width: min(target.width, max(1, Int((Double(photo.width) * scale).rounded(.toNearestOrEven)))),
                height: min(target.height, max(1, Int((Double(photo.height) * scale).rounded(.toNearestOrEven)))))
        }
        left = Self.half(scaled.width - target.width)
        top = Self.half(scaled.height - target.height)
    }

    /// Half of it, ties to even, as Pillow and the models' own code round.
    private static func half(_ length: Int) -> Int {
        Int((Double(length) / 2).rounded(.toNearestOrEven))
    }
}
