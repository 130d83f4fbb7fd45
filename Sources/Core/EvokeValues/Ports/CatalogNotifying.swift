/// What is heard of a catalogue that others write to. Times are by this process's clock.
package enum CatalogHeard: Sendable {
    /// What the catalogue is now. Until `since`, whoever listens had heard of all that was written. What is told of a
    /// standby is what it has: nobody knows what was written elsewhere meanwhile.
    case state(CatalogState, since: ContinuousClock.Instant, isOfStandby: Bool)
    /// Nothing was written after the last state that was heard of.
    case nothingMore
    /// Nothing is heard any more since then, until the next state is heard of.
    case lost(since: ContinuousClock.Instant)
}

/// A place that tells when somebody writes to its catalogue, so that nobody has to look again and again.
package protocol CatalogNotifying: CatalogPlace {
    /// Tells of the catalogue as it is, and of each change, until the task is cancelled. What `hear` throws counts as a
    /// loss: the state is told again after a while.
    ///
    /// - Parameter pause: how long nothing is told at the most; after that the catalogue is looked at.
    func tell(lookingEvery pause: Duration, _ hear: @Sendable (CatalogHeard) async throws -> Void) async

    /// A state that was told, with what this machine itself says of the catalogue now: that is told by nobody.
    func placed(_ told: CatalogState) -> CatalogState
}
