/// What a catalog stores to find duplicates of a photo.
public struct StoredFingerprint: Hashable, Sendable {
    /// What it is compared by.
    public let fingerprint: PhotoFingerprint
    /// Quickly tells which others it may resemble.
    public let signature: FingerprintSignature

    /// For code that stores it.
    public init(_ fingerprint: PhotoFingerprint, _ signature: FingerprintSignature) {
        (self.fingerprint, self.signature) = (fingerprint, signature)
    }
}
