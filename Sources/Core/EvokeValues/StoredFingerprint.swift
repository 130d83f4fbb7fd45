/// What a catalogue keeps of a photo to find copies of it.
public struct StoredFingerprint: Hashable, Sendable {
    /// What it is compared by.
    public let fingerprint: PhotoFingerprint
    /// What tells quickly which others it may resemble.
    public let signature: FingerprintSignature

    /// For those who keep it.
    public init(_ fingerprint: PhotoFingerprint, _ signature: FingerprintSignature) {
        (self.fingerprint, self.signature) = (fingerprint, signature)
    }
}
