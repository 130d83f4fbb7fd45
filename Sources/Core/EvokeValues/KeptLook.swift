/// What a catalogue keeps of a photo to find copies of it.
public struct KeptLook: Hashable, Sendable {
    /// What it is compared by.
    public let look: PhotoLook
    /// What tells quickly which others it may resemble.
    public let signature: LookSignature

    /// For those who keep it.
    public init(_ look: PhotoLook, _ signature: LookSignature) {
        (self.look, self.signature) = (look, signature)
    }
}
