package import EvokeValues

/// The folder of what was made of models: compiled graphs and tokenizers, and notes on what was found out by trying. It
/// may be deleted at any time.
package struct GraphFolder: Sendable {
    package let path: FilePath
    /// How much may be kept of graphs, in bytes; what was used last stays, and what is in use.
    package let limit: Int64
    /// How long to wait for another process that compiles the same graph.
    package let patience: Duration
    /// Hears of what was kept and cannot be used.
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

    /// Deletes what was made of a model that is no longer there, by its digest.
    package func forget(modelOf digest: String, by runtime: any GraphRuntime) {
        runtime.forget(modelOf: digest, in: self)
        ModelTrialRecord.forget(modelOf: digest, in: self)
        TokenizerCache.forget(digest, in: path)
    }
}
