import EvokeValues

/// A line as the reader of lines gets it.
struct LineView: Sendable {
    /// So much of the picture around a line, by its height: the detector cuts through what stands above and below letters,
    /// such as the vowels of Thai and the breve of й.
    private static let surroundings = 0.15

    let place: Rectangle
    let picture: Pixels
    let crop: LineCrop

    var upsideDown: LineView { LineView(place: place.upsideDown, picture: picture, crop: crop.upsideDown) }

    func grey(_ ink: Ink) -> GreyLine {
        // What is around the letters is in the way where a photo is their ground.
        guard ink == .any else { return crop.grey(ink) }
        let margin = Self.surroundings * place.height
        let scale = 1 + 2 * Self.surroundings
        let wide = LineCrop(
            place.grown(by: margin), of: picture, height: Int(nearest: Double(LineCrop.height) * scale),
            longest: Int(nearest: Double(crop.width) + 2 * Self.surroundings * Double(LineCrop.height)))
        return wide.grey(ink)
    }
}
