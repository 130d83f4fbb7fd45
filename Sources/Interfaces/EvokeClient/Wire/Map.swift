package import EvokeValues

/// Photos on a map.
public struct MapAnswer: Codable, Hashable, Sendable {
    /// Photos that were taken near each other.
    public struct Cluster: Codable, Hashable, Sendable {
        /// How many there are.
        public let count: Int
        /// The mean of where they were taken, in degrees north and east.
        public let latitude, longitude: Double
        /// The two corners of what they all lie in, as `box:` has them in queries.
        public let box: String
        /// The one of them that was taken last.
        public let photo: SearchAnswer.Result

        package init(_ cluster: PhotoCluster, photo: SearchAnswer.Result) {
            count = cluster.count
            (latitude, longitude) = (cluster.middle.latitude, cluster.middle.longitude)
            box = "\(cluster.box)"
            self.photo = photo
        }
    }

    /// How many photos were asked for that say where they were taken.
    public let total: Int
    /// The zoom of the clusters; a smaller one than was asked for where there would be too many.
    public let zoom: Int
    /// How long it took, in milliseconds.
    public let tookMs: Double
    /// Those with the most photos first.
    public let clusters: [Cluster]
    /// The zoom of the dots; nil where none were asked for.
    public let dotsZoom: Int?
    /// Smaller squares with photos, those with the most first: of each its place in degrees north and east, and its count.
    public let dots: [[Double]]?
    /// The text that finds what is in the part of the map that was looked at; nil where all of it was.
    public let query: String?
    /// Another text for each state of the outlines of the world; nil where there are none.
    public let outlines: String?

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
