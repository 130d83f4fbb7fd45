/// A photo that could not be read at the last attempt.
public struct FailedPhoto: Sendable, Hashable {
    /// The absolute path of its file.
    public let path: FilePath
    /// Why, as reported by the run that tried it.
    public let error: EvokeError

    /// Made by catalogs; programs get it from `LibraryStatus.failures`.
    public init(path: FilePath, error: EvokeError) {
        self.path = path
        self.error = error
    }
}
