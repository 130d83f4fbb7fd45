/// A face as recognizers were trained on: rotated, scaled, and cropped so that eyes and nose are always in the same
/// position.
struct FaceChip {
    /// Of the square.
    let side: Int
    /// Red, green, and blue, interleaved, from 0 to 255.
    let numbers: [Float]

    init(_ points: FacePoints, of pyramid: Pyramid, _ alignment: FaceAlignment, side: Int) {
        let places = alignment.places.map { $0 * Double(side) }
        self.side = side
        numbers = pyramid.square(Similarity(from: places, to: points.places(for: alignment)), side: side)
    }
}
