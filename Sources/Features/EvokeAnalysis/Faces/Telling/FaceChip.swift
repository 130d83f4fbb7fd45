/// A face as a recogniser was trained on them: turned, scaled and cut out so that eyes and nose are where they always are.
struct FaceChip {
    /// Of the square.
    let side: Int
    /// Red, green and blue, pixel by pixel, from 0 to 255.
    let numbers: [Float]

    init(_ points: FacePoints, of pyramid: Pyramid, _ alignment: FaceAlignment, side: Int) {
        let places = alignment.places.map { $0 * Double(side) }
        self.side = side
        numbers = pyramid.square(Similarity(from: places, to: points.places(for: alignment)), side: side)
    }
}
