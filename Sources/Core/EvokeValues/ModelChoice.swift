/// The model that a user chose.
public struct ModelChoice: Hashable, Sendable {
    /// The name of an installed model, or the path of a folder.
    public var nameOrPath: String
    /// Which of the published precisions; nil for the best one installed.
    public var variant: String?
    /// The precision to compute with; nil for the fastest that is safe.
    public var precision: Precision?

    /// Anything with a slash is the path of a folder; otherwise it is a name.
    public init(_ nameOrPath: String, variant: String? = nil, precision: Precision? = nil) {
        self.nameOrPath = nameOrPath
        self.variant = variant
        self.precision = precision
    }
}
