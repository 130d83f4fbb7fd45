/// The model that somebody asked for.
public struct ModelChoice: Hashable, Sendable {
    /// A name on the shelf, or the path of a directory.
    public var nameOrPath: String
    /// Which of the published precisions; nil for the best one there.
    public var variant: String?
    /// How exactly to compute; nil for the fastest that is safe.
    public var precision: Precision?

    /// What has a slash in it is taken for the path of a directory, all else for a name.
    public init(_ nameOrPath: String, variant: String? = nil, precision: Precision? = nil) {
        self.nameOrPath = nameOrPath
        self.variant = variant
        self.precision = precision
    }
}
