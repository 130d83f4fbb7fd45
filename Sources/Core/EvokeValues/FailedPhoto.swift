public struct FailedPhoto: Sendable, Hashable {
    public let path: FilePath
    public let error: EvokeError

    public init(path: FilePath, error: EvokeError) {
        self.path = path
        self.error = error
    }
}
