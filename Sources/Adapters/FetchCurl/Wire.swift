import EvokeCCurl
import EvokeSystem
import EvokeValues

/// Owns libcurl's handles, and with them the connections. Used on one thread, which may block.
final class Wire {
    struct Answer {
        let head: Head
        /// Where the server points to.
        let redirect: String?
        /// How long it would like to be left alone.
        let retryAfter: Duration?
    }

    private let easy: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private let settings: Settings
    private let interruption: Interruption
    /// How long a connection may take, in seconds.
    private let connecting: Int

    // Once, and never given back: other libraries of the process use it too.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(_ settings: Settings, _ interruption: Interruption, isFirst: Bool) {
        guard Self.isReady, let easy = curl_easy_init(), let multi = curl_multi_init() else {
            preconditionFailure("there is no memory for a connection")
        }
        (self.easy, self.multi, self.settings, self.interruption) = (easy, multi, settings, interruption)
        connecting = isFirst ? settings.limits.connecting : settings.limits.connectingAgain
        message.pointee = 0
        // Where OpenSSL writes to a connection that is gone, nobody may be killed for it. The thread is ours.
        Signals.blockBrokenPipes()
        interruption.wakes(multi)
    }

    deinit {
        interruption.wakes(nil)
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        message.deallocate()
    }

    /// Asks once and follows nothing.
    func ask(_ address: Address, _ fields: [String], headOnly: Bool, _ reception: Reception) throws(Stop) -> Answer {
        let list = fields.reduce(nil as UnsafeMutablePointer<curl_slist>?) { curl_slist_append($0, $1) }
        defer { curl_slist_free_all(list) }
        prepare(address, list, headOnly: headOnly, reception)
        let code = try transfer(to: reception)
        if let stop = reception.stop { throw stop }
        guard code == CURLE_OK || reception.isCutShort else { throw failure(code, address) }
        let seconds = evoke_curl_offset(easy, CURLINFO_RETRY_AFTER)
        return Answer(
            head: reception.head, redirect: evoke_curl_text(easy, CURLINFO_REDIRECT_URL).map { String(cString: $0) },
            retryAfter: seconds > 0 ? .seconds(Int64(seconds)) : nil)
    }

    private func prepare(
        _ address: Address, _ fields: UnsafeMutablePointer<curl_slist>?, headOnly: Bool, _ reception: Reception
    ) {
        curl_easy_reset(easy)
        let limits = settings.limits
        let texts: [(CURLoption, String)] = [
            (CURLOPT_URL, address.text), (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_USERAGENT, "evoke"),
            (CURLOPT_PROXY, settings.proxies.proxy(for: address)), (CURLOPT_NOPROXY, settings.proxies.exceptions),
        ]
        for (option, text) in texts { evoke_curl_set_text(easy, option, text) }
        if let authorities = settings.authorities { evoke_curl_set_text(easy, CURLOPT_CAINFO, authorities) }

        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NOBODY, headOnly ? 1 : 0), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            // One file on one connection: a second version of the protocol brings nothing but more that can go wrong.
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)), (CURLOPT_CONNECTTIMEOUT, connecting),
            (CURLOPT_LOW_SPEED_LIMIT, limits.slowest),
            (CURLOPT_LOW_SPEED_TIME, limits.patience), (CURLOPT_BUFFERSIZE, 1 << 18),
            // No signals: the process is not ours. And a look-up of a name need not be waited for at the end.
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_QUICK_EXIT, 1),
        ]
        for (option, number) in numbers { evoke_curl_set_number(easy, option, number) }

        evoke_curl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
        evoke_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
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

    /// libcurl's own loop would notice a cancelled task only after a second.
    private func transfer(to reception: Reception) throws(Stop) -> CURLcode {
        message.pointee = 0
        curl_multi_add_handle(multi, easy)
        defer { curl_multi_remove_handle(multi, easy) }
        while true {
            if interruption.isSet { throw .cancelled }
            var running: Int32 = 0
            guard curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_OUT_OF_MEMORY }
            var left: Int32 = 0
            if let news = curl_multi_info_read(multi, &left), news.pointee.msg == CURLMSG_DONE {
                return news.pointee.data.result
            }
            var ready: Int32 = 0
            curl_multi_poll(multi, nil, 0, 1_000, &ready)
            if ready == 0 { reception.rest() }
        }
    }

    private func failure(_ code: CURLcode, _ address: Address) -> Stop {
        Failure(
            code: code, message: String(cString: message),
            proxyAnswer: evoke_curl_number(easy, CURLINFO_HTTP_CONNECTCODE),
            isConnected: evoke_curl_offset(easy, CURLINFO_PRETRANSFER_TIME_T) > 0
        ).stop(address)
    }
}
