import EvokeCCurl
import EvokeSystem
import EvokeValues

/// A web address, parsed by libcurl itself, so that Evoke's checks and the request see the same host.
struct Address: Equatable {
    /// Credentials may be sent to the same origin only.
    struct Origin: Hashable {
        let scheme: String
        let host: String
        let port: String
    }

    let text: String
    let origin: Origin
    /// For display: without the query, which may contain secrets.
    let shown: String

    /// Nil if it is not the address of a file on a web server, or contains a user name.
    init?(_ text: String) {
        // Anything else would need escaping in a request's first line.
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), text.utf8.count <= 8_192, let parts = curl_url()
        else { return nil }
        defer { curl_url_cleanup(parts) }
        guard curl_url_set(parts, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parts)?.lowercased(), scheme == "https" || scheme == "http",
            let host = Self.part(CURLUPART_HOST, of: parts)?.lowercased(),
            let port = Self.part(CURLUPART_PORT, of: parts, UInt32(CURLU_DEFAULT_PORT)),
            Self.part(CURLUPART_USER, of: parts) == nil, Self.part(CURLUPART_PASSWORD, of: parts) == nil,
            let whole = Self.part(CURLUPART_URL, of: parts)
        else { return nil }
        self.text = whole
        origin = Origin(scheme: scheme, host: host, port: port)
        shown = String(whole.prefix { $0 != "?" && $0 != "#" })
    }

    var isEncrypted: Bool { origin.scheme == "https" }

    /// Whether requests to it stay on this machine.
    var isLoopback: Bool {
        if origin.host == "localhost" || origin.host == "[::1]" { return true }
        return NetworkNumber.isLoopback(v4: origin.host)
    }

    private static func part(_ what: CURLUPart, of parts: OpaquePointer, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, what, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}

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
