/// The squares that photos on a map are put together by.
public struct MapGrid: Hashable, Sendable {
    /// How finely a map is divided; square 24 is two metres across at the equator.
    public static let zooms = 0...24

    /// The world, as Mercator draws it, is 2^`zoom` squares across. It is one of `zooms`.
    public let zoom: Int
    /// Where photos are in more squares than that, larger squares are taken.
    public let most: Int

    /// A zoom or a number that there is none of becomes the nearest one.
    public init(zoom: Int, most: Int) {
        self.zoom = min(max(zoom, Self.zooms.lowerBound), Self.zooms.upperBound)
        self.most = max(1, most)
    }
}

/// Photos that were taken near each other: in one square of a map.
public struct PhotoCluster: Hashable, Sendable {
    /// How many there are.
    public let count: Int
    /// The mean of where they were taken.
    public let middle: Coordinates
    /// What they all lie in.
    public let box: CoordinateBox
    /// The one of them that was taken last.
    public let photo: PhotoID

    /// Made by catalogues; programs get them from `LibraryHost.clusters`.
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
    /// Those with the most photos first.
    public let clusters: [PhotoCluster]

    /// How many photos there are in all.
    public var total: Int { clusters.reduce(0) { $0 + $1.count } }

    /// Made by catalogues.
    public init(zoom: Int, clusters: [PhotoCluster]) {
        self.zoom = zoom
        self.clusters = clusters
    }
}
