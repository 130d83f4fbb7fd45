/// The proxies in the environment, as other programs read them. libcurl would read most of it itself, but not
/// `HTTP_PROXY`, and it would use a proxy for this machine, too.
struct Proxies {
    let http: String
    let https: String
    /// Hosts that are reached without a proxy.
    let exceptions: String

    init(environment variable: (String) -> String?) {
        func value(_ name: String) -> String? { variable(name.lowercased()) ?? variable(name) }
        let all = value("ALL_PROXY")
        http = value("HTTP_PROXY") ?? all ?? ""
        https = value("HTTPS_PROXY") ?? all ?? ""
        exceptions = value("NO_PROXY") ?? ""
    }

    /// Empty if there is none.
    func proxy(for address: Address) -> String {
        address.isLoopback ? "" : address.isEncrypted ? https : http
    }
}
