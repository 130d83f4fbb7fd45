/// Evoke's own version.
public let evokeVersion = "0.1.0"
