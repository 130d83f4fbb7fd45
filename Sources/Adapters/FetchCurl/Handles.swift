import EvokeCCurl
import EvokeSystem
import EvokeValues

/// libcurl's handles, and with them the connections, which stay open from one transfer to the next. Used on one thread at a
/// time, which may block.
final class Handles {
    let easy: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Before anything is asked of libcurl.
    static func start() throws(EvokeError) { try started.get() }

    // Once, and never given back: other libraries of the process use it too.
    private static let started = Result { () throws(EvokeError) in
        try LateLibrary.curl.load()
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
            throw EvokeError(.unreadable, doing: "start", subject: "libcurl", reason: "it refuses")
        }
    }

    init() {
        guard let easy = curl_easy_init(), let multi = curl_multi_init() else {
            // As Swift itself, which ends where memory does.
            preconditionFailure("there is no memory for a connection")
        }
        (self.easy, self.multi) = (easy, multi)
        message.pointee = 0
    }

    deinit {
        // A connection says goodbye when it is closed, and whom it says it to may be gone.
        Signals.blockBrokenPipes()
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        message.deallocate()
    }

    /// libcurl's own words for the last failure; empty where it has none.
    var words: String { String(cString: message) }

    /// Forgets what was set for the transfer before.
    func prepare(
        _ texts: [(CURLoption, String)], _ numbers: [(CURLoption, Int)], _ fields: UnsafeMutablePointer<curl_slist>?
    ) {
        curl_easy_reset(easy)
        for (option, text) in texts { evoke_curl_set_text(easy, option, text) }
        for (option, number) in numbers { evoke_curl_set_number(easy, option, number) }
        evoke_curl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
        evoke_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    }

    /// libcurl's own loop would notice a cancelled task only after a second.
    ///
    /// - Parameter rest: is called when nothing has come for a while.
    func transfer(_ interruption: Interruption, rest: () -> Void = {}) throws(Stop) -> CURLcode {
        // Where OpenSSL writes to a connection that is gone, nobody may be killed for it. The thread is ours.
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
