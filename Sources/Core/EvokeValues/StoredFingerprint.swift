/// What a catalogue keeps of a photo to find copies of it.
public struct StoredFingerprint: Hashable, Sendable {
    /// What it is compared by.
    public let look: PhotoFingerprint
    /// What tells quickly which others it may resemble.
    public let signature: FingerprintSignature

    /// For those who keep it.
    public init(_ look: PhotoFingerprint, _ signature: FingerprintSignature) {
        (self.look, self.signature) = (look, signature)
    }
}
