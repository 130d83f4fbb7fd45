public import EvokeValues

/// What became of taking over what was said of photos in Immich.
public struct ImmichImport: Sendable {
    /// Why a photo of Immich's was left.
    public enum Miss: Sendable, Hashable {
        /// The library has no photo that it may be.
        case absent
        /// It may be one of several.
        case uncertain
        /// What it may be cannot be read, or was written to since it was indexed.
        case unreadable
    }

    /// A photo of Immich's that was left.
    public struct Missed: Sendable, Hashable {
        /// Where it is for Immich's server.
        public let path: FilePath
        /// Why it was left.
        public let reason: Miss
    }

    /// Photos that have something said of them in Immich, and that the library has.
    public internal(set) var photos = 0
    /// Photos that are favourites by this.
    public internal(set) var favourites = 0
    /// The names of the albums that got photos by this, in their order.
    public internal(set) var albums: [String] = []
    /// Photos that have a caption by this.
    public internal(set) var captions = 0
    /// Photos that have stars by this, or are rejected.
    public internal(set) var ratings = 0
    /// Photos that got tags by this.
    public internal(set) var tagged = 0
    /// Photos that are hidden by this.
    public internal(set) var hidden = 0
    /// Whose faces are where by this; nil where people are off.
    public internal(set) var people: PeopleExchange?
    /// How many faces have a name in Immich, in photos that the library has.
    public internal(set) var namedFaces = 0
    /// Photos that were left, in the order of their paths.
    public internal(set) var missed: [Missed] = []
}

/// How taking over from Immich goes.
public enum ImmichProgress: Sendable {
    /// So many bytes of the dump are read, of so many; of 0 where nobody knows.
    case reading(done: Int64, total: Int64)
    /// So many photos are compared with what Immich knows of their contents, of so many.
    case comparing(done: Int, total: Int)
}
