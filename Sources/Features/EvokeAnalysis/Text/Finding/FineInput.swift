import EvokeValues

/// The four parts of a picture with the most contrast, at full size and side by side.
struct FineInput {
    /// If a picture was reduced by less than this, its letters could still be seen.
    private static let leastReduction = 1.3
    private static let partsOfASide = 2

    let planes: Planes

    /// Nil if it would show no more than the reduced picture.
    init?(_ picture: Pixels, shape: PixelSize, scale: Double) {
        guard scale * Self.leastReduction < 1 else { return nil }
        let side = PixelSize(width: shape.width / Self.partsOfASide, height: shape.height / Self.partsOfASide)
        let parts = Part.grid(of: side, in: picture.size).map { (part: $0, contrast: $0.contrast(in: picture)) }
        var planes = Planes(shape)
        for (place, part) in parts.sorted(by: { $0.contrast > $1.contrast }).prefix(4).enumerated() {
            let (row, column) = place.quotientAndRemainder(dividingBy: Self.partsOfASide)
            planes.put(part.part, of: picture, at: (column * side.width, row * side.height))
        }
        self.planes = planes
    }
}
