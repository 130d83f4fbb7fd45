/// An area between two parallels and two meridians, including its edges.
public struct CoordinateBox: Hashable, Sendable {
    /// Degrees from -90, the South Pole, to 90; the south is at most the north.
    public let south, north: Double
    /// Degrees from -180 to 180. If west is greater than east, the box crosses the 180th meridian.
    public let west, east: Double

    /// Nil if this is not an area of the earth.
    public init?(south: Double, west: Double, north: Double, east: Double) {
        guard abs(south) <= 90, abs(north) <= 90, south <= north, abs(west) <= 180, abs(east) <= 180 else {
            return nil
        }
        (self.south, self.west, self.north, self.east) = (south, west, north, east)
    }

    /// Whether the coordinates are in it.
    public func contains(_ place: Coordinates) -> Bool {
        guard south <= place.latitude, place.latitude <= north else { return false }
        let (isEastOfWest, isWestOfEast) = (west <= place.longitude, place.longitude <= east)
        return west <= east ? isEastOfWest && isWestOfEast : isEastOfWest || isWestOfEast
    }
}

extension CoordinateBox: CustomStringConvertible {
    /// As in queries: the southwestern and the northeastern corner, `38.6,-9.3..38.8,-9`.
    public var description: String {
        "\(Self.text(south)),\(Self.text(west))..\(Self.text(north)),\(Self.text(east))"
    }

    private static func text(_ degrees: Double) -> String {
        let text = "\(degrees)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
