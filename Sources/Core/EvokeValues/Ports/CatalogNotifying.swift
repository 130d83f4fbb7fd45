/// Events of a catalog that others write to. Times are by this process's clock.
package enum CatalogHeard: Sendable {
    /// The catalog's current state. Everything written until `since` had been reported. For a standby, this is the
    /// state that it has; writes elsewhere may be newer.
    case state(CatalogState, since: ContinuousClock.Instant, isOfStandby: Bool)
    /// Nothing was written after the last reported state.
    case nothingMore
    /// The connection has been lost since then, until the next state is reported.
    case lost(since: ContinuousClock.Instant)
}

/// A place that reports writes to its catalog, so that nobody has to poll.
package protocol CatalogNotifying: CatalogPlace {
    /// Reports the catalog's state, and each change, until the task is cancelled. An error that `hear` throws counts as
    /// a loss: the state is reported again after a while.
    ///
    /// - Parameter pause: the longest silence, after which the catalog is checked.
    func tell(lookingEvery pause: Duration, _ hear: @Sendable (CatalogHeard) async throws -> Void) async

    /// Adds to a reported state what only this machine knows about the catalog.
    func placed(_ told: CatalogState) -> CatalogState
}
