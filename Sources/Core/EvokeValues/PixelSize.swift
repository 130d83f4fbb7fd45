/// Width and height as the photo is looked at, its orientation applied.
public struct PixelSize: Hashable, Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int

    /// Any numbers: whoever takes a size checks it.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
