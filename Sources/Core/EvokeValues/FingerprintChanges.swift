/// What became of the looks in a library since a state that it was in.
public struct FingerprintChanges: Sendable {
    /// The state of now.
    public let stamp: VectorStamp
    /// The photos with a look of which something has changed that others ask about; each with whether it was compared. Nil
    /// where that state is not remembered.
    public let traces: [(trace: PhotoTrace, isCompared: Bool)]?

    /// Made by whoever writes a catalogue.
    public init(stamp: VectorStamp, traces: [(trace: PhotoTrace, isCompared: Bool)]?) {
        (self.stamp, self.traces) = (stamp, traces)
    }
}
