import EvokeSystem
package import EvokeValues

extension PlaceTable {
    static let cellCount = 180 * 360
    private static let kilometresOfADegree = 111.2
    /// A photo that far from the edge of a city was taken in its country, but not in it.
    private static let farthestOfACity = 25.0
    private static let farthestOfACountry = 100.0
    /// The radius of the greatest city, in kilometres.
    private static let greatestRadius = 30.0

    /// The city that somebody is in, with its subdivision and its country; further out the country alone, and nothing where
    /// nobody lives for a hundred kilometres.
    ///
    /// A city is taken for a disc with ten thousand people on each square kilometre, and the nearest edge counts: so a park
    /// of London is in London, though its borough has a centre of its own. There are no borders in the table; a photo near
    /// one may be given to the neighbour's town.
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
        // Around the globe once at most.
        let columns = Self.degrees(point.longitude - wide, point.longitude + wide).prefix(360)
        for row in Self.degrees(point.latitude - reach, point.latitude + reach) where (-90..<90).contains(row) {
            for column in columns {
                let cell = (row + 90) * 360 + (column + 540) % 360
                let (start, end) = (Int(try cells.number(cell)), Int(try cells.number(cell + 1)))
                guard start <= end, end <= cellPlaces.count else { throw .damagedTable("its map goes beyond its end") }
                for number in start..<end {
                    let place = Int(try cellPlaces.number(number))
                    let distance = try kilometres(from: point, toEdgeOf: place)
                    if distance < nearest?.kilometres ?? .infinity { nearest = (place, distance) }
                }
            }
        }
        return nearest
    }

    /// On a map that is flat hereabouts.
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
