package import EvokePorts
import EvokeSystem
package import EvokeValues

extension PhotoColumns {
    /// The visible photos with coordinates, grouped by the squares of a map. Nil photos stands for all visible ones, a
    /// nil box for the whole map.
    package func clusters(among photos: PhotoSet?, in box: CoordinateBox?, on grid: MapGrid) -> PhotoClusters {
        let box = box.map { MapBox($0) }
        var squares = MapSquares(zoom: grid.zoom)
        shown(among: photos).eachNumber { photo in
            let point = onMap[photo]
            guard point != .none, box?.contains(point) ?? true else { return }
            squares.add(photo, at: point, taken: taken[photo])
        }
        while squares.count > grid.most, squares.zoom > 0 { squares = squares.larger }
        return PhotoClusters(zoom: squares.zoom, clusters: squares.clusters)
    }
}

/// The squares of a map that contain photos.
private struct MapSquares {
    let zoom: Int
    private var all: [Square] = []
    private var places: [Square.Key: Int] = [:]
    /// Consecutive photos are often taken in the same place.
    private var last = 0

    init(zoom: Int) { self.zoom = zoom }

    var count: Int { all.count }

    mutating func add(_ photo: Int, at point: MapPoint, taken: Int64) {
        let shift = UInt32(32 - zoom)
        let key = Square.Key(right: point.longitude >> shift, down: point.down >> shift)
        let place = place(of: key)
        all[place].add(photo, at: point, taken: taken)
    }

    /// Merges groups of four squares.
    var larger: MapSquares {
        var larger = MapSquares(zoom: zoom - 1)
        for square in all {
            let place = larger.place(of: Square.Key(right: square.key.right >> 1, down: square.key.down >> 1))
            larger.all[place].add(square)
        }
        return larger
    }

    var clusters: [PhotoCluster] {
        all.sorted { ($0.count, $1.newest.photo) > ($1.count, $0.newest.photo) }.compactMap(\.cluster)
    }

    private mutating func place(of key: Square.Key) -> Int {
        if last < all.count, all[last].key == key { return last }
        if let known = places[key] {
            last = known
        } else {
            last = all.count
            places[key] = last
            all.append(Square(key))
        }
        return last
    }
}

/// One square, with the sums over its photos.
private struct Square {
    struct Key: Hashable {
        let right, down: UInt32
    }

    let key: Key
    private(set) var count = 0
    private(set) var newest = (taken: Int64.min, photo: -1)
    // No library has enough photos to overflow these sums.
    private var longitudes: UInt64 = 0
    private var latitudes: UInt64 = 0
    private var west = UInt32.max
    private var east: UInt32 = 0
    private var south = UInt32.max
    private var north: UInt32 = 0

    init(_ key: Key) { self.key = key }

    mutating func add(_ photo: Int, at point: MapPoint, taken: Int64) {
        count += 1
        if (taken, photo) > newest { newest = (taken, photo) }
        longitudes += UInt64(point.longitude)
        latitudes += UInt64(point.latitude)
        (west, east) = (min(west, point.longitude), max(east, point.longitude))
        (south, north) = (min(south, point.latitude), max(north, point.latitude))
    }

    mutating func add(_ other: Square) {
        count += other.count
        if other.newest > newest { newest = other.newest }
        longitudes += other.longitudes
        latitudes += other.latitudes
        (west, east) = (min(west, other.west), max(east, other.east))
        (south, north) = (min(south, other.south), max(north, other.north))
    }

    /// Nil if the square is empty, or if its center is exactly 0, 0, which stands for nowhere.
    var cluster: PhotoCluster? {
        guard count > 0,
            let middle = Coordinates(
                latitude: MapPoint.degrees(latitude: UInt32(latitudes / UInt64(count))),
                longitude: MapPoint.degrees(longitude: UInt32(longitudes / UInt64(count)))),
            let box = CoordinateBox(
                south: MapPoint.degrees(latitude: south), west: MapPoint.degrees(longitude: west),
                north: MapPoint.degrees(latitude: north), east: MapPoint.degrees(longitude: east))
        else { return nil }
        return PhotoCluster(count: count, middle: middle, box: box, photo: PhotoID(Int64(newest.photo)))
    }
}

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

/// A circle on the earth. Latitude alone rules out most points; the others take a few multiplications.
struct MapCircle {
    private static let metresToTheMiddle = 6_371_008.8
    /// One unit of a `MapPoint` as an angle: around the earth, and from pole to pole.
    private static let eastwards = 2 * Double.pi / Double(UInt32.max)
    private static let northwards = Double.pi / Double(UInt32.max)

    private let middle: MapPoint
    /// The length of a parallel there, relative to the equator.
    private let shrinking: Double
    private let latitudes: (from: Int64, to: Int64)
    /// The square of half the chord, on a unit sphere.
    private let most: Double

    init(_ middle: Coordinates, metres: Double) {
        self.middle = MapPoint(middle)
        shrinking = Self.shrinking(at: self.middle)
        // A negative radius contains nothing.
        let angle = metres >= 0 ? min(metres / Self.metresToTheMiddle, .pi) : 0
        let half = Mathematics.sin(angle / 2)
        most = metres >= 0 ? half * half : -1
        // Cannot fail: it is at most the way from pole to pole.
        let reach = Int64(angle / Self.northwards) + 2
        latitudes = (Int64(self.middle.latitude) - reach, Int64(self.middle.latitude) + reach)
    }

    @inline(__always)
    func contains(_ point: MapPoint) -> Bool {
        let latitude = Int64(point.latitude)
        guard latitudes.from <= latitude, latitude <= latitudes.to, point != .none else { return false }
        let northwards = Self.sine(abs(Double(latitude - Int64(middle.latitude))) * Self.northwards / 2)
        // The shorter way around.
        let difference = Int32(bitPattern: point.longitude &- middle.longitude)
        let eastwards = Self.sine(abs(Double(difference)) * Self.eastwards / 2)
        return northwards * northwards + shrinking * Self.shrinking(at: point) * eastwards * eastwards <= most
    }

    @inline(__always)
    private static func shrinking(at point: MapPoint) -> Double {
        let angle = Double(point.latitude) * northwards
        return sine(min(angle, .pi - angle))
    }

    /// For angles up to a right angle, accurate to some billionths. The C library's takes several times as long.
    @inline(__always)
    private static func sine(_ angle: Double) -> Double {
        let square = angle * angle
        var sum = 1 - square * (1 / 156.0)
        sum = 1 - square * (1 / 110.0) * sum
        sum = 1 - square * (1 / 72.0) * sum
        sum = 1 - square * (1 / 42.0) * sum
        sum = 1 - square * (1 / 20.0) * sum
        return angle * (1 - square * (1 / 6.0) * sum)
    }
}
