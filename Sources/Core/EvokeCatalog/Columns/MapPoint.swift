import EvokeSystem
import EvokeValues

/// Where a photo was taken, to the centimeter, as whole numbers that are fast to compare, shift and add up.
struct MapPoint: Equatable {
    /// Of the full circle, eastwards from the 180th meridian.
    let longitude: UInt32
    /// From the South Pole to the North Pole.
    let latitude: UInt32
    /// From the top of a Mercator map to its bottom; points nearer to a pole count as on its edge.
    let down: UInt32

    static let none = MapPoint(longitude: 0, latitude: 0, down: .max)
    private static let parts = Double(UInt32.max)

    private init(longitude: UInt32, latitude: UInt32, down: UInt32) {
        (self.longitude, self.latitude, self.down) = (longitude, latitude, down)
    }

    init(_ coordinates: Coordinates) {
        longitude = Self.longitude(coordinates.longitude)
        latitude = Self.latitude(coordinates.latitude)
        let sine = Mathematics.sin(coordinates.latitude * .pi / 180)
        let share = 0.5 - Mathematics.log((1 + sine) / (1 - sine)) / (4 * .pi)
        // Cannot fail: it is between 0 and 1. The greatest number stands for nowhere.
        down = UInt32(min(max(share.isNaN ? 1 : share, 0), 1) * (Self.parts - 1))
    }

    /// For valid coordinates, as all coordinates and boxes are.
    static func longitude(_ degrees: Double) -> UInt32 {
        // Cannot fail: it is a fraction of the whole.
        UInt32(((degrees + 180) / 360 * parts).rounded())
    }

    static func latitude(_ degrees: Double) -> UInt32 {
        // Cannot fail: the same.
        UInt32(((degrees + 90) / 180 * parts).rounded())
    }

    static func degrees(longitude: UInt32) -> Double { Double(longitude) / parts * 360 - 180 }
    static func degrees(latitude: UInt32) -> Double { Double(latitude) / parts * 180 - 90 }
}

/// A box in the same units.
struct MapBox {
    private let west, east, south, north: UInt32

    init(_ box: CoordinateBox) {
        (west, east) = (MapPoint.longitude(box.west), MapPoint.longitude(box.east))
        (south, north) = (MapPoint.latitude(box.south), MapPoint.latitude(box.north))
    }

    func contains(_ point: MapPoint) -> Bool {
        guard point != .none, south <= point.latitude, point.latitude <= north else { return false }
        let (isEastOfWest, isWestOfEast) = (west <= point.longitude, point.longitude <= east)
        return west <= east ? isEastOfWest && isWestOfEast : isEastOfWest || isWestOfEast
    }
}
