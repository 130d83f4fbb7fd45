/// Knows what large downloads may depend on.
public protocol CircumstanceReading: Sendable {
    /// Whether what is sent over the connection costs nothing extra.
    func unmetered() async -> Circumstance
    /// Whether the machine runs on mains power.
    func onPower() async -> Circumstance
}

public enum Circumstance: Hashable, Sendable {
    case met
    /// With the reason: "the connection is metered".
    case notMet(String)
    /// Nobody could tell, and why: counts as not met.
    case unknown(String)

    public var isMet: Bool { self == .met }
}
