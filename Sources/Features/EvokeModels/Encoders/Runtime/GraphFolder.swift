package import EvokeValues

/// The cache of what is made from models: compiled graphs, tokenizers, and trial findings. It may be deleted at any
/// time.
package struct GraphFolder: Sendable {
    package let path: FilePath
    /// The most bytes of graphs to keep; recently used graphs and those in use stay.
    package let limit: Int64
    /// How long to wait for another process that is compiling the same graph.
    package let patience: Duration
    /// Called with the error when a cached item cannot be used.
    package let notify: @Sendable (EvokeError) -> Void

    package init(
        _ path: FilePath, limit: Int64 = 8_000_000_000, patience: Duration = .seconds(5),
        notify: @escaping @Sendable (EvokeError) -> Void = { _ in }
    ) {
        self.path = path
        self.limit = limit
        self.patience = patience
        self.notify = notify
    }

    /// Deletes everything made from a model that was removed, by its digest.
    package func forget(modelOf digest: String, by runtime: any GraphRuntime) {
        runtime.forget(modelOf: digest, in: self)
        ModelTrialRecord.forget(modelOf: digest, in: self)
        TokenizerCache.forget(digest, in: path)
    }
}
