/// Knows what large downloads may depend on.
package protocol CircumstanceReading: Sendable {
    /// Whether what is sent over the connection costs nothing extra.
    func unmetered() async -> Circumstance
    /// Whether the machine runs on mains power.
    func onPower() async -> Circumstance
}

package enum Circumstance: Hashable, Sendable {
    case met
    /// With the reason: "the connection is metered".
    case notMet(String)
    /// Nobody could tell, and why: counts as not met.
    case unknown(String)

    package var isMet: Bool { self == .met }
}
