import EvokeValues

/// A line as it is passed to the line reader.
struct LineView: Sendable {
    /// The margin around a line, relative to its height: the detector clips what is above and below letters, such as
    /// Thai vowels and the breve of й.
    private static let surroundings = 0.15

    let place: Rectangle
    let picture: Pixels
    let crop: LineCrop

    var upsideDown: LineView { LineView(place: place.upsideDown, picture: picture, crop: crop.upsideDown) }

    func grey(_ ink: Ink) -> GreyLine {
        // On a photo, the surroundings of the letters are only in the way.
        guard ink == .any else { return crop.grey(ink) }
        let margin = Self.surroundings * place.height
        let scale = 1 + 2 * Self.surroundings
        let wide = LineCrop(
            place.grown(by: margin), of: picture, height: Int(nearest: Double(LineCrop.height) * scale),
            longest: Int(nearest: Double(crop.width) + 2 * Self.surroundings * Double(LineCrop.height)))
        return wide.grey(ink)
    }
}
