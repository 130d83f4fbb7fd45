import EvokeCCurl
import EvokeValues

/// How a connection failed, in words for people.
struct Failure {
    let code: CURLcode
    /// libcurl's own words. They name hosts, and of a proxy that cannot be used all there is to it, so they are shown
    /// only for what has to do with certificates.
    let message: String
    /// The status that a proxy answered with instead of opening a way.
    let proxyAnswer: Int
    /// Whether there was a connection at all.
    let isConnected: Bool

    func stop(_ address: Address) -> Stop {
        let words = String(cString: curl_easy_strerror(code))
        func error(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(
                kind, doing: "fetch", subject: address.shown, reason: reason, remedy: remedy,
                cause: EvokeError.Cause("curl", code: Int(code.rawValue), text: words))
        }
        func setback(_ reason: String, _ remedy: String = "") -> Stop {
            let advice = remedy.isEmpty ? "Check the network connection" : remedy
            return .setback(
                error(.unreachable, reason, "\(advice), then try again: what has come so far is kept."), after: nil)
        }
        let host = address.origin.host

        switch code {
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
            return .failed(
                error(
                    .notAllowed, "the certificate of \(host) is not to be trusted (\(certificateProblem))",
                    "Check the address, and this machine's date. Where it is a server of your own, put its authority "
                        + "among the system's (update-ca-certificates), or name its file in SSL_CERT_FILE."))
        case CURLE_SSL_CACERT_BADFILE:
            return .failed(
                error(
                    .unreadable, "the certificates of the authorities to trust cannot be read",
                    "Install ca-certificates; or check the file that SSL_CERT_FILE names, if it is set."))
        case _ where proxyAnswer == 407:
            return .failed(
                error(
                    .notAllowed, "the proxy asks for a name and a password",
                    "Put them into the proxy's address, in HTTPS_PROXY or ALL_PROXY: http://name:password@host:port"))
        case _ where proxyAnswer >= 300:
            return setback("the proxy did not let it through (\(proxyAnswer))", "Check HTTPS_PROXY")
        case CURLE_COULDNT_RESOLVE_PROXY:
            return setback("the proxy could not be found", "Check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY")
        case CURLE_COULDNT_RESOLVE_HOST: return setback("the host \(host) could not be found")
        case CURLE_COULDNT_CONNECT: return setback("no connection to \(host) could be made")
        case CURLE_OPERATION_TIMEDOUT where !isConnected: return setback("no connection to \(host) could be made")
        case CURLE_OPERATION_TIMEDOUT: return setback("too little came for too long")
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            return setback("the connection broke off")
        case CURLE_WRITE_ERROR:
            return .failed(error(.unreachable, "the server's answer has no end", "Check the address."))
        case CURLE_SSL_CONNECT_ERROR: return setback("no encrypted connection to \(host) could be made")
        default:
            return .failed(
                error(.unreachable, words.prefix(1).lowercased() + words.dropFirst(), "Check the address."))
        }
    }

    private var certificateProblem: String {
        let words = message.replacing("SSL certificate problem: ", with: "").replacing("SSL: ", with: "")
        return FilePath(words).display
    }
}
