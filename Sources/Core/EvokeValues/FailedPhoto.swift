/// A photo that could not be read when that was tried last.
public struct FailedPhoto: Sendable, Hashable {
    /// Where its file is, absolute.
    public let path: FilePath
    /// Why, as it was told in the run that tried it.
    public let error: EvokeError

    /// Made by catalogues; programs get it from `LibraryStatus.failures`.
    public init(path: FilePath, error: EvokeError) {
        self.path = path
        self.error = error
    }
}
