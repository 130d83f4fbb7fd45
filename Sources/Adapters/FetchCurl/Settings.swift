import EvokeValues

/// Settings for all downloads of a fetcher.
struct Settings {
    let limits: Limits
    let proxies: Proxies
    /// A file with trusted certificates, in place of the system's.
    let authorities: String?

    init(limits: Limits, environment variable: (String) -> String?) {
        self.limits = limits
        proxies = Proxies(environment: variable)
        authorities = variable("SSL_CERT_FILE")
    }
}
