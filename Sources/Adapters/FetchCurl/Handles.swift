import EvokeCCurl
import EvokeSystem
import EvokeValues

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
