public import EvokeValues

/// The result of an import from Immich.
public struct ImmichImport: Sendable {
    /// Why a photo in Immich was skipped.
    public enum Miss: Sendable, Hashable {
        /// The library has no such photo.
        case absent
        /// Several photos could be it.
        case uncertain
        /// The candidate cannot be read, or has changed since it was indexed.
        case unreadable
    }

    /// A photo in Immich that was skipped.
    public struct Missed: Sendable, Hashable {
        /// Its path on Immich's server.
        public let path: FilePath
        /// Why it was skipped.
        public let reason: Miss
    }

    /// Photos in the library that have marks in Immich.
    public internal(set) var photos = 0
    /// Photos that became favorites.
    public internal(set) var favourites = 0
    /// The sorted names of the albums that gained photos.
    public internal(set) var albums: [String] = []
    /// Photos that gained a caption.
    public internal(set) var captions = 0
    /// Photos that gained a rating.
    public internal(set) var ratings = 0
    /// Photos that gained tags.
    public internal(set) var tagged = 0
    /// Photos that became hidden.
    public internal(set) var hidden = 0
    /// What was imported about faces; nil if people are off.
    public internal(set) var people: PeopleExchange?
    /// How many faces have a name in Immich, in photos that the library has.
    public internal(set) var namedFaces = 0
    /// Photos that were skipped, sorted by path.
    public internal(set) var missed: [Missed] = []
}

/// The progress of an import from Immich.
public enum ImmichProgress: Sendable {
    /// Bytes of the dump read so far; `total` is 0 if unknown.
    case reading(done: Int64, total: Int64)
    /// Photos whose contents have been compared with Immich's checksums.
    case comparing(done: Int, total: Int)
}
