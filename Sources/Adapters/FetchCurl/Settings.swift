import EvokeValues

/// What is the same for all that a fetcher fetches.
struct Settings {
    let limits: Limits
    let proxies: Proxies
    /// A file with the certificates of those who are trusted, in place of the system's.
    let authorities: String?

    init(limits: Limits, environment variable: (String) -> String?) {
        self.limits = limits
        proxies = Proxies(environment: variable)
        authorities = variable("SSL_CERT_FILE")
    }
}
