/// What changed about the faces in a library since an earlier state.
public struct FaceNews: Hashable, Sendable {
    /// The current state.
    public let stamp: VectorStamp
    /// As in ``PlacedPeople``; nil if the owner made decisions since faces were assigned.
    public let version: Int64?
    /// Photos with changes that matter to others; nil if the earlier state is not remembered.
    public let changed: Set<PhotoID>?
    /// What the finder found in these photos, where there are faces.
    public let photos: [PhotoFaces]
    /// Those of their contents that the owner decided about, or whose faces are assigned already.
    public let spoken: Set<ContentDigest>

    /// Made by catalogs.
    public init(
        stamp: VectorStamp, version: Int64?, changed: Set<PhotoID>?, photos: [PhotoFaces] = [],
        spoken: Set<ContentDigest> = []
    ) {
        (self.stamp, self.version, self.changed, self.photos, self.spoken) = (stamp, version, changed, photos, spoken)
    }
}
