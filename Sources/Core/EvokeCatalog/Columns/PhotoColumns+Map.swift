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
