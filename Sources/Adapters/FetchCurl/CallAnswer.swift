import EvokeCCurl
import EvokeValues

/// Receives the answer to a call: a message, and the headers and trailers, which report the call's status.
final class CallAnswer {
    private let most: Int
    private var bytes: [UInt8] = []
    private var httpStatus = 0
    private var status: Int?
    private var words = ""

    /// - Parameter most: the limit of the answer, in bytes.
    init(most: Int) {
        self.most = most
    }

    /// Receives from the transfer that is prepared on this handle.
    func receive(from easy: UnsafeMutableRawPointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        evoke_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        evoke_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        evoke_curl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            let answer = Unmanaged<CallAnswer>.fromOpaque(context!).takeUnretainedValue()
            answer.take(line: String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
            return count
        }
        evoke_curl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            let answer = Unmanaged<CallAnswer>.fromOpaque(context!).takeUnretainedValue()
            guard answer.bytes.count + count <= answer.most else { return -1 }
            answer.bytes += UnsafeRawBufferPointer(start: bytes, count: count)
            return count
        }
    }

    func take(line: String) {
        if line.hasPrefix("HTTP/") {
            httpStatus = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = line[line.index(after: colon)...].drop(while: \.isWhitespace).prefix { !$0.isNewline }
        switch line[..<colon].lowercased() {
        case "grpc-status": status = Int(value)
        case "grpc-message": words = FilePath(String(value)).display
        default: break
        }
    }

    /// The message. Call it once the transfer has ended.
    func message(from address: Address) throws(EvokeError) -> [UInt8] {
        func error(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(
                kind, doing: "query", subject: "\(address.origin.host):\(address.origin.port)", reason: reason,
                remedy: remedy,
                cause: status.map { EvokeError.Cause("grpc", code: $0, text: words) })
        }
        switch status {
        case 0: break
        case 7, 16: throw error(.notAllowed, "access denied (\(words))", "Check the token.")
        case .some: throw error(.unreachable, words, "Try again later, or check the server's log.")
        case nil:
            throw error(.unreachable, "unexpected answer (\(httpStatus))", "Check the address and the port.")
        }
        let length = bytes.prefix(5).dropFirst().reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count >= 5, bytes[0] == 0, bytes.count == 5 + length else {
            throw error(.unreachable, "the answer is incomplete", "Try again later.")
        }
        return Array(bytes.dropFirst(5))
    }
}
