import EvokeValues

/// SQL fragments about the queue of photos, `w`.
enum Queue {
    /// How long a worker may be silent, in seconds.
    static let lease: Int64 = 60
    /// A photo is set aside after this many tries.
    static let mostTries = 3
    /// How long a worker that stalls while recording may block others, which wait longer than this.
    static let mostIdle = "5s"

    static let until = "clock_timestamp() + \(lease) * interval '1 second'"
    /// Whether a worker holds it.
    static let isHeld = "coalesce(w.until > clock_timestamp(), false)"
    static let tries = "cardinality(w.tried)"
    static let isSetAside = "(\(tries) >= \(mostTries) AND NOT \(isHeld))"

    /// Whether it is encoded and waits to have its text read.
    static let isOfTexts = "(w.need = '\(PlannedPhoto.Need.read.rawValue)')"

    /// Of a worker `o`.
    static let isHeardOf = "o.seen > clock_timestamp() - \(lease) * interval '1 second'"

    /// Whether it is that path or inside it; the path ends with a slash.
    static func isInside(_ path: String) -> String {
        "substr(w.folder || '\\x2f'::bytea || w.name || '\\x2f'::bytea, 1, length(\(path))) = \(path)"
    }

    /// The digest of the innermost root that contains it.
    static let innermostRoot = """
        (SELECT r.digest FROM evoke.roots r,
            LATERAL (SELECT CASE r.path WHEN '\\x2f' THEN r.path ELSE r.path || '\\x2f'::bytea END AS path) AS i
        WHERE r.library = w.library AND \(isInside("i.path")) ORDER BY length(r.path) DESC LIMIT 1)
        """

    /// `$2` is the worker, `$3` the job kind, `$4` the roots that it reaches.
    static let isReached =
        "w.library = $1 AND w.model = $3 AND w.root = ANY(ARRAY(SELECT sha256(path) FROM unnest($4) AS path))"
    /// Whether the worker may take a free photo. A photo that it already tried goes to other workers if there are any;
    /// one that it did not find goes only to others.
    static let isForIt = """
        \(tries) < \(mostTries) AND ($2 <> ALL(w.tried) OR NOT w.lost AND NOT EXISTS (
            SELECT 1 FROM evoke.workers o
            WHERE o.library = $1 AND o.model = $3 AND o.worker <> ALL(w.tried) AND \(isHeardOf)))
        """
}

struct Blobs: Bindable {
    static var type: UInt32 { 1001 }
    private let blobs: [[UInt8]]

    init(_ blobs: some Sequence<[UInt8]>) { self.blobs = Array(blobs) }

    var binary: [UInt8]? {
        let dimensions: Int32 = blobs.isEmpty ? 0 : 1
        var bytes = dimensions.bigEndianBytes + Int32(0).bigEndianBytes + Blob.type.bigEndianBytes
        guard !blobs.isEmpty else { return bytes }
        // The length, and the lower bound.
        bytes += Int32(blobs.count).bigEndianBytes + Int32(1).bigEndianBytes
        for blob in blobs { bytes += Int32(blob.count).bigEndianBytes + blob }
        return bytes
    }
}
