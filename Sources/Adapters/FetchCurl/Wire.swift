import EvokeCCurl
import EvokeSystem
import EvokeValues

/// Makes requests to web servers, over connections of its own. Used on one thread, which may block.
final class Wire {
    struct Answer {
        let head: Head
        /// The redirect's target.
        let redirect: String?
        /// How long the server asks to wait.
        let retryAfter: Duration?
    }

    private let handles = Handles()
    private let settings: Settings
    private let interruption: Interruption
    /// The time limit for a connection, in seconds.
    private let connecting: Int

    init(_ settings: Settings, _ interruption: Interruption, isFirst: Bool) {
        (self.settings, self.interruption) = (settings, interruption)
        connecting = isFirst ? settings.limits.connecting : settings.limits.connectingAgain
    }

    /// Makes one request, without following redirects.
    func ask(_ address: Address, _ fields: [String], headOnly: Bool, _ reception: Reception) throws(Stop) -> Answer {
        let list = fields.reduce(nil as UnsafeMutablePointer<curl_slist>?) { curl_slist_append($0, $1) }
        defer { curl_slist_free_all(list) }
        prepare(address, list, headOnly: headOnly, reception)
        let code = try handles.transfer(interruption, rest: reception.rest)
        if let stop = reception.stop { throw stop }
        guard code == CURLE_OK || reception.isCutShort else { throw failure(code, address) }
        let seconds = evoke_curl_offset(handles.easy, CURLINFO_RETRY_AFTER)
        return Answer(
            head: reception.head,
            redirect: evoke_curl_text(handles.easy, CURLINFO_REDIRECT_URL).map { String(cString: $0) },
            retryAfter: seconds > 0 ? .seconds(Int64(seconds)) : nil)
    }

    private func prepare(
        _ address: Address, _ fields: UnsafeMutablePointer<curl_slist>?, headOnly: Bool, _ reception: Reception
    ) {
        let limits = settings.limits
        var texts: [(CURLoption, String)] = [
            (CURLOPT_URL, address.text), (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_USERAGENT, "evoke"),
            (CURLOPT_PROXY, settings.proxies.proxy(for: address)), (CURLOPT_NOPROXY, settings.proxies.exceptions),
        ]
        if let authorities = settings.authorities { texts.append((CURLOPT_CAINFO, authorities)) }

        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NOBODY, headOnly ? 1 : 0), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            // For one file per connection, HTTP/2 has no advantage, and more can go wrong.
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)), (CURLOPT_CONNECTTIMEOUT, connecting),
            (CURLOPT_LOW_SPEED_LIMIT, limits.slowest),
            (CURLOPT_LOW_SPEED_TIME, limits.patience), (CURLOPT_BUFFERSIZE, 1 << 18),
            // No signals, since the process is not ours; and a name lookup need not be waited for at the end.
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_QUICK_EXIT, 1),
        ]
        handles.prepare(texts, numbers, fields)
        let easy = handles.easy
        let context = Unmanaged.passUnretained(reception).toOpaque()
        evoke_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        evoke_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        evoke_curl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            let reception = Unmanaged<Reception>.fromOpaque(context!).takeUnretainedValue()
            return reception.takeHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
        }
        evoke_curl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            let reception = Unmanaged<Reception>.fromOpaque(context!).takeUnretainedValue()
            return reception.takeBody(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
        }
    }

    private func failure(_ code: CURLcode, _ address: Address) -> Stop {
        Failure(
            code: code, message: handles.words,
            proxyAnswer: evoke_curl_number(handles.easy, CURLINFO_HTTP_CONNECTCODE),
            isConnected: evoke_curl_offset(handles.easy, CURLINFO_PRETRANSFER_TIME_T) > 0
        ).stop(address)
    }
}
