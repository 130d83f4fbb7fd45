import EvokeCCurl
import EvokeSystem
import EvokeValues

/// A failed connection, explained for people.
struct Failure {
    let code: CURLcode
    /// libcurl's message, shown only for problems with certificates: it contains host names, and the whole address of
    /// an unusable proxy.
    let message: String
    /// The proxy's status if it refused to connect; 0 otherwise.
    let proxyAnswer: Int
    /// Whether a connection was established at all.
    let isConnected: Bool

    func stop(_ address: Address) -> Stop {
        let words = String(cString: curl_easy_strerror(code))
        func error(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            address.fetchError(kind, reason, remedy, EvokeError.Cause("curl", code: Int(code.rawValue), text: words))
        }
        func failed(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> Stop {
            .failed(error(kind, reason, remedy))
        }
        func setback(_ reason: String, _ remedy: String = "") -> Stop {
            let advice = remedy.isEmpty ? "Check the network connection" : remedy
            return .setback(
                error(.unreachable, reason, "\(advice), then try again. The download will resume."), after: nil)
        }
        let host = address.origin.host

        switch code {
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
            return failed(
                .notAllowed, "the certificate of \(host) is not trusted (\(certificateProblem))",
                "Check the address and this machine's date. If the server is your own, add its certificate authority "
                    + "to the system's (update-ca-certificates), or set SSL_CERT_FILE to its file.")
        case CURLE_SSL_CACERT_BADFILE:
            return failed(
                .unreadable, "the trusted certificates cannot be read",
                "Install ca-certificates, or check the file in SSL_CERT_FILE if that is set.")
        case _ where proxyAnswer == 407:
            return failed(
                .notAllowed, "the proxy requires a user name and password",
                "Add them to the proxy's address in HTTPS_PROXY or ALL_PROXY: http://name:password@host:port")
        case _ where proxyAnswer >= 300:
            return setback("the proxy refused to connect (\(proxyAnswer))", "Check HTTPS_PROXY")
        case CURLE_COULDNT_RESOLVE_PROXY:
            return setback("the proxy could not be found", "Check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY")
        case CURLE_COULDNT_RESOLVE_HOST: return setback("the host \(host) could not be found")
        case CURLE_COULDNT_CONNECT: return setback("\(host) could not be reached")
        case CURLE_OPERATION_TIMEDOUT where !isConnected: return setback("\(host) could not be reached")
        case CURLE_OPERATION_TIMEDOUT: return setback("the connection is too slow")
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            return setback("the connection was lost")
        case CURLE_WRITE_ERROR: return failed(.unreachable, "the server's answer is too long", "Check the address.")
        case CURLE_SSL_CONNECT_ERROR: return setback("an encrypted connection to \(host) could not be established")
        default: return failed(.unreachable, words.lowercasedFirst, "Check the address.")
        }
    }

    private var certificateProblem: String {
        let words = message.replacing("SSL certificate problem: ", with: "").replacing("SSL: ", with: "")
        return DiskPath(words).display
    }
}
