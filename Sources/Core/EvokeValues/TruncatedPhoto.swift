/// A photo whose end is missing.
public struct TruncatedPhoto: Sendable, Hashable {
    /// Where its file is, absolute.
    public let path: FilePath
    /// How much of it is there, from 0 to 1; all of it where what came early shows the whole picture, if not sharply.
    public let share: Double

    /// Made by catalogues; programs get it from `LibraryStatus.cutPhotos`.
    ///
    /// - Parameter share: taken for the nearest number from 0 to 1, and for 0 where it is none.
    public init(path: FilePath, share: Double) {
        self.path = path
        // A damaged library may say anything.
        self.share = share >= 0 ? min(share, 1) : 0
    }
}
