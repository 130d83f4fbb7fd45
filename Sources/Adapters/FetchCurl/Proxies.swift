/// The proxies that the environment names, as other programs understand it. libcurl would read most of it itself, but
/// not `HTTP_PROXY`, and it would ask a proxy for what is on this machine.
struct Proxies {
    let http: String
    let https: String
    /// Hosts that are asked themselves.
    let exceptions: String

    init(environment variable: (String) -> String?) {
        func value(_ name: String) -> String? { variable(name.lowercased()) ?? variable(name) }
        let all = value("ALL_PROXY")
        http = value("HTTP_PROXY") ?? all ?? ""
        https = value("HTTPS_PROXY") ?? all ?? ""
        exceptions = value("NO_PROXY") ?? ""
    }

    /// Empty for none.
    func proxy(for address: Address) -> String {
        address.isLoopback ? "" : address.isEncrypted ? https : http
    }
}
