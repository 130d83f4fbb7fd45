import EvokeCCurl
import EvokeLinux
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
            code: code, message: handles.words, proxyAnswer: evoke_curl_number(handles.easy, CURLINFO_HTTP_CONNECTCODE),
            isConnected: evoke_curl_offset(handles.easy, CURLINFO_PRETRANSFER_TIME_T) > 0
        ).stop(address)
    }
}

/// libcurl's handles, and with them its connections, which stay open between transfers. Used by one thread at a time,
/// which may block.
final class Handles {
    let easy: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Must be called before any other use of libcurl.
    static func start() throws(EvokeError) { try started.get() }

    // Once, and never cleaned up: other libraries in the process use libcurl, too.
    private static let started = Result { () throws(EvokeError) in
        try LateLibrary.curl.load()
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
            throw EvokeError(.unreadable, doing: "start", subject: "libcurl", reason: "initialization failed")
        }
    }

    init() {
        guard let easy = curl_easy_init(), let multi = curl_multi_init() else {
            // As Swift does when memory runs out.
            preconditionFailure("out of memory")
        }
        (self.easy, self.multi) = (easy, multi)
        message.pointee = 0
    }

    deinit {
        // Closing a connection may write to a socket whose other end is gone.
        Signals.blockBrokenPipes()
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        message.deallocate()
    }

    /// libcurl's message about the last failure; empty if there is none.
    var words: String { String(cString: message) }

    /// Resets the options of the previous transfer.
    func prepare(
        _ texts: [(CURLoption, String)], _ numbers: [(CURLoption, Int)], _ fields: UnsafeMutablePointer<curl_slist>?
    ) {
        curl_easy_reset(easy)
        for (option, text) in texts { evoke_curl_set_text(easy, option, text) }
        for (option, number) in numbers { evoke_curl_set_number(easy, option, number) }
        evoke_curl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
        evoke_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    }

    /// libcurl's own loop would notice cancellation only after a second.
    ///
    /// - Parameter rest: called when nothing has arrived for a while.
    func transfer(_ interruption: Interruption, rest: () -> Void = {}) throws(Stop) -> CURLcode {
        // OpenSSL may write to a closed connection, and that must not kill the process. The thread is ours.
        Signals.blockBrokenPipes()
        interruption.wakes(multi)
        defer { interruption.wakes(nil) }
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
            if ready == 0 { rest() }
        }
    }
}
