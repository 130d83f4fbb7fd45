import EvokeSystem
package import EvokeValues

extension PlaceTable {
    static let cellCount = 180 * 360
    private static let kilometresOfADegree = 111.2
    /// A photo farther than this from the edge of a city, in kilometers, is only assigned to its country.
    private static let farthestOfACity = 25.0
    private static let farthestOfACountry = 100.0
    /// The radius of the largest city, in kilometers.
    private static let greatestRadius = 30.0

    /// Returns the city at a point, with its subdivision and country; farther out, only the country; and nothing if
    /// nobody lives within a hundred kilometers.
    ///
    /// A city is modeled as a disc with ten thousand people per square kilometer, and the nearest edge wins, so that a
    /// park in London is in London, though its borough has its own center. The table has no borders, so a photo near
    /// one may be assigned to the neighboring town.
    package func place(at point: Coordinates) throws(EvokeError) -> PhotoPlace {
        guard let (row, distance) = try nearestCity(to: point), distance <= Self.farthestOfACountry else {
            return PhotoPlace()
        }
        let place = try photoPlace(ofRow: row)
        return distance <= Self.farthestOfACity ? place : PhotoPlace(country: place.country)
    }

    private func nearestCity(to point: Coordinates) throws(EvokeError) -> (row: Int, kilometres: Double)? {
        let reach = (Self.farthestOfACountry + Self.greatestRadius) / Self.kilometresOfADegree
        let shrink = max(Self.cosine(ofDegrees: min(abs(point.latitude) + reach, 90)), 0.001)
        let wide = min(reach / shrink, 180)
        var nearest: (row: Int, kilometres: Double)?
        // At most once around the globe.
        let columns = Self.degrees(point.longitude - wide, point.longitude + wide).prefix(360)
        for row in Self.degrees(point.latitude - reach, point.latitude + reach) where (-90..<90).contains(row) {
            for column in columns {
                let cell = (row + 90) * 360 + (column + 540) % 360
                let (start, end) = (Int(try cells.number(cell)), Int(try cells.number(cell + 1)))
                guard start <= end, end <= cellPlaces.count else { throw .damagedTable("its map is truncated") }
                for number in start..<end {
                    let place = Int(try cellPlaces.number(number))
                    let distance = try kilometres(from: point, toEdgeOf: place)
                    if distance < nearest?.kilometres ?? .infinity { nearest = (place, distance) }
                }
            }
        }
        return nearest
    }

    /// Treats the neighborhood of the point as flat.
    private func kilometres(from point: Coordinates, toEdgeOf place: Int) throws(EvokeError) -> Double {
        let (latitude, longitude) = (try latitude(ofRow: place), try longitude(ofRow: place))
        let people = Double(try places.number(place, 4))
        var east = abs(longitude - point.longitude)
        if east > 180 { east = 360 - east }
        let north = latitude - point.latitude
        east *= Self.cosine(ofDegrees: (latitude + point.latitude) / 2)
        let radius = min((people / (10_000 * Double.pi)).squareRoot(), Self.greatestRadius)
        return (north * north + east * east).squareRoot() * Self.kilometresOfADegree - radius
    }

    private static func degrees(_ first: Double, _ last: Double) -> ClosedRange<Int> {
        let start = Int(nearest: first.rounded(.down))
        return start...max(start, Int(nearest: last.rounded(.down)))
    }

    private static func cosine(ofDegrees angle: Double) -> Double {
        Double(Mathematics.cos(Float(angle * .pi / 180)))
    }
}
