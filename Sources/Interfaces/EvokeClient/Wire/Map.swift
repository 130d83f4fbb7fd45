package import EvokePorts
import EvokeValues

/// Photos on a map.
package struct MapAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = [
        "zoom": .integer(MapGrid.zooms), "dots_zoom": .integer(MapGrid.zooms),
        "dots": .list(of: .list(of: .number, 3...3)),
    ]

    /// Photos that were taken near each other.
    package struct Cluster: Codable, Hashable, Sendable {
        /// The number of photos.
        package let count: Int
        /// The mean of their coordinates, in degrees north and east.
        package let latitude, longitude: Double
        /// Two corners of the box around all of them, as for `box:` in queries.
        package let box: String
        /// The newest of them.
        package let photo: SearchAnswer.Result

        package init(_ cluster: PhotoCluster, photo: SearchAnswer.Result) {
            count = cluster.count
            (latitude, longitude) = (cluster.middle.latitude, cluster.middle.longitude)
            box = "\(cluster.box)"
            self.photo = photo
        }
    }

    /// How many of the photos have coordinates.
    package let total: Int
    /// The zoom of the clusters; lower than requested if there would be too many.
    package let zoom: Int
    /// How long it took, in milliseconds.
    package let tookMs: Double
    /// Those with the most photos first.
    package let clusters: [Cluster]
    /// The zoom of the dots; nil if none were requested.
    package let dotsZoom: Int?
    /// Smaller squares with photos, those with the most first: each has its position in degrees north and east, and its
    /// count.
    package let dots: [[Double]]?
    /// The query that finds what is in the visible part of the map; nil for the whole map.
    package let query: String?
    /// Changes with the outlines of the world; nil if there are none.
    package let outlines: String?

    package init(
        total: Int, zoom: Int, tookMs: Double, clusters: [Cluster], dotsZoom: Int? = nil, dots: [[Double]]? = nil,
        query: String? = nil, outlines: String? = nil
    ) {
        self.total = total
        self.zoom = zoom
        self.tookMs = tookMs
        self.clusters = clusters
        self.dotsZoom = dotsZoom
        self.dots = dots
        self.query = query
        self.outlines = outlines
    }
}
