/// What became of the faces in a library since a state that it was in.
public struct FaceNews: Hashable, Sendable {
    /// The state of now.
    public let stamp: VectorStamp
    /// As that of ``PlacedPeople``; nil where the owner has said something since places were noted.
    public let version: Int64?
    /// Photos of which something has changed that others ask about; nil where that state is not remembered.
    public let changed: Set<PhotoID>?
    /// What the finder has found in these photos, where there are faces.
    public let photos: [PhotoFaces]
    /// Those of their contents of which something was said, or which have a place already.
    public let spoken: Set<ContentDigest>

    /// Made by whoever writes a catalogue.
    public init(
        stamp: VectorStamp, version: Int64?, changed: Set<PhotoID>?, photos: [PhotoFaces] = [],
        spoken: Set<ContentDigest> = []
    ) {
        (self.stamp, self.version, self.changed, self.photos, self.spoken) = (stamp, version, changed, photos, spoken)
    }
}
