/// A photo whose file lacks its end.
public struct TruncatedPhoto: Sendable, Hashable {
    /// The absolute path of its file.
    public let path: FilePath
    /// How much of it is there, from 0 to 1; 1 if the part shows the whole picture, though not sharply.
    public let share: Double

    /// Made by catalogs; programs get it from `LibraryStatus.cutPhotos`.
    ///
    /// - Parameter share: clamped to 0 to 1; 0 if it is not a number.
    public init(path: FilePath, share: Double) {
        self.path = path
        // A damaged library may contain anything.
        self.share = share >= 0 ? min(share, 1) : 0
    }
}
