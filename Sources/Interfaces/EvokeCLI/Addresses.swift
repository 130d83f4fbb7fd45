import EvokeSystem

/// What this machine is called, and by which numbers others reach it.
enum Addresses {
    /// Whether other machines reach what listens there.
    static func isPublic(_ host: String) -> Bool { !["localhost", "127.0.0.1", "::1"].contains(host) }

    /// What requests may call the host that is listened on.
    static func names(of host: String) -> [String] {
        guard isPublic(host), let machine = Machine.name else { return [host] }
        return [host, machine, machine + ".local"]
    }

    /// What to type for the host that is listened on.
    static func forPeople(_ host: String) -> String {
        if host == "0.0.0.0" || host == "::" { return Machine.address ?? "localhost" }
        return host.contains(":") ? "[\(host)]" : host
    }
}
