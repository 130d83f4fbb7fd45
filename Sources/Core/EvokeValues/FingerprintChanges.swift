/// What changed about the perceptual fingerprints in a library since an earlier state.
public struct FingerprintChanges: Sendable {
    /// The current state.
    public let stamp: VectorStamp
    /// The photos with a fingerprint and changes that matter to others, each with whether it was compared. Nil if the
    /// earlier state is not remembered.
    public let traces: [(trace: PhotoTrace, isCompared: Bool)]?

    /// Made by catalogs.
    public init(stamp: VectorStamp, traces: [(trace: PhotoTrace, isCompared: Bool)]?) {
        (self.stamp, self.traces) = (stamp, traces)
    }
}
