/// The squares by which a map groups photos.
public struct MapGrid: Hashable, Sendable {
    /// How finely a map can be divided; squares of zoom 24 are two meters wide at the equator.
    public static let zooms = 0...24

    /// A Mercator map of the world is 2^`zoom` squares wide. One of `zooms`.
    public let zoom: Int
    /// If more squares than this have photos, larger squares are used.
    public let most: Int

    /// Values out of range are clamped.
    public init(zoom: Int, most: Int) {
        self.zoom = min(max(zoom, Self.zooms.lowerBound), Self.zooms.upperBound)
        self.most = max(1, most)
    }
}

/// Photos taken near each other: in one square of a map.
public struct PhotoCluster: Hashable, Sendable {
    /// How many there are.
    public let count: Int
    /// The mean of their coordinates.
    public let middle: Coordinates
    /// The box that contains all of them.
    public let box: CoordinateBox
    /// The latest of them.
    public let photo: PhotoID

    /// Made by catalogs; programs get them from `LibraryHost.clusters`.
    public init(count: Int, middle: Coordinates, box: CoordinateBox, photo: PhotoID) {
        self.count = count
        self.middle = middle
        self.box = box
        self.photo = photo
    }
}

/// Photos as a map shows them.
public struct PhotoClusters: Hashable, Sendable {
    /// The zoom of their squares.
    public let zoom: Int
    /// The largest clusters first.
    public let clusters: [PhotoCluster]

    /// The total number of photos.
    public var total: Int { clusters.reduce(0) { $0 + $1.count } }

    /// Made by catalogs.
    public init(zoom: Int, clusters: [PhotoCluster]) {
        self.zoom = zoom
        self.clusters = clusters
    }
}
