/// Photos that may be shown as one: the same picture in several files, and the shots of one moment with their copies.
public struct PhotoStack: Hashable, Sendable {
    /// What they have in common; `burst` if there are different shots among them.
    public let kind: DuplicateGroup.Kind
    /// At least two, best first: the first stands for all.
    public let photos: [PhotoID]

    init(_ kind: DuplicateGroup.Kind, _ photos: [PhotoID]) {
        (self.kind, self.photos) = (kind, photos)
    }
}
