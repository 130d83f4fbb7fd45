/// Width and height of the upright photo, with its orientation applied.
public struct PixelSize: Hashable, Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int

    /// Not checked here.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
