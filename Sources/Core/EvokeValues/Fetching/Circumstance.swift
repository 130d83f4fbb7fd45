/// Reports conditions that large downloads may depend on.
package protocol CircumstanceReading: Sendable {
    /// Whether the connection is unmetered.
    func unmetered() async -> Circumstance
    /// Whether the machine runs on AC power.
    func onPower() async -> Circumstance
}

package enum Circumstance: Hashable, Sendable {
    case met
    /// With the reason: "the connection is metered".
    case notMet(String)
    /// Unknown, with the reason; counts as not met.
    case unknown(String)

    package var isMet: Bool { self == .met }
}
