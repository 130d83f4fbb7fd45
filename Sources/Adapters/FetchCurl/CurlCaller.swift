import EvokeCCurl
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Makes gRPC calls with libcurl, over HTTP/2. Encrypted connections stay open.
package struct CurlCaller: RemoteCalling {
    private let server: RemoteServer
    private let address: Address
    private let settings: Settings
    private let executor = BlockingExecutor(width: 8)
    private let free = Locked<[Idle]>([])

    // Sendable because only one thread at a time uses it.
    private struct Idle: @unchecked Sendable {
        let handles: Handles
    }

    /// Throws if the address is not that of a server, or if the token would be sent unencrypted.
    package init(_ server: RemoteServer) throws(EvokeError) {
        try self.init(server, limits: Limits()) { name in
            Environment.variable(name).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
    }

    init(_ server: RemoteServer, limits: Limits, environment: (String) -> String?) throws(EvokeError) {
        try Handles.start()
        guard let address = Address(server.url) else {
            throw EvokeError(
                .wrongUsage, doing: "connect to the server", subject: "", reason: "the server's address is invalid",
                remedy: "Use an address with a host and a port, without a user name or password.")
        }
        guard server.token == nil || address.isEncrypted || address.isLoopback else {
            throw EvokeError(
                .notAllowed, doing: "send the token to", subject: address.shownHost,
                reason: "the connection is not encrypted", remedy: "Use TLS, on the server and in the address.")
        }
        (self.server, self.address) = (server, address)
        settings = Settings(limits: limits, environment: environment)
    }

    package func call(_ procedure: String, _ message: [UInt8]) async throws -> [UInt8] {
        try await executor.runInterruptibly { interruption throws(Stop) in
            let idle = free.withLock { $0.popLast() } ?? Idle(handles: Handles())
            defer { free.withLock { $0.append(idle) } }
            return try ask(procedure, message, idle.handles, interruption)
        }
    }

    private func ask(
        _ procedure: String, _ message: [UInt8], _ handles: Handles, _ interruption: Interruption
    ) throws(Stop) -> [UInt8] {
        var fields = ["content-type: application/grpc", "te: trailers"]
        fields += server.fields.map { "\($0): \($1)" }
        if let token = server.token { fields.append("authorization: \(token.value)") }
        let list = fields.reduce(nil as UnsafeMutablePointer<curl_slist>?) { curl_slist_append($0, $1) }
        defer { curl_slist_free_all(list) }
        prepare(procedure, list, handles)
        let answer = CallAnswer(most: settings.limits.answerBytes)
        // The gRPC prefix: not compressed, and the length.
        let framed = [0] + withUnsafeBytes(of: UInt32(message.count).bigEndian, Array.init) + message
        let code = try framed.withUnsafeBufferPointer { bytes throws(Stop) in
            evoke_curl_set_number(handles.easy, CURLOPT_POSTFIELDSIZE, bytes.count)
            evoke_curl_set_pointer(
                handles.easy, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
            answer.receive(from: handles.easy)
            return try handles.transfer(interruption)
        }
        guard code == CURLE_OK else { throw .failed(failure(code, handles.words)) }
        return try forGood { () throws(EvokeError) in try answer.message(from: address) }
    }

    private func prepare(_ procedure: String, _ fields: UnsafeMutablePointer<curl_slist>?, _ handles: Handles) {
        let limits = settings.limits
        var texts: [(CURLoption, String)] = [
            (CURLOPT_URL, "\(address.origin.scheme)://\(address.origin.host):\(address.origin.port)/\(procedure)"),
            (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_USERAGENT, "evoke"),
            (CURLOPT_PROXY, settings.proxies.proxy(for: address)), (CURLOPT_NOPROXY, settings.proxies.exceptions),
        ]
        if let authorities = settings.authorities { texts.append((CURLOPT_CAINFO, authorities)) }
        let version = address.isEncrypted ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
        handles.prepare(
            texts,
            [
                (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_POST, 1), (CURLOPT_HTTP_VERSION, Int(version)),
                // libcurl 7.88 fails when it reuses such a connection (CURLE_HTTP2).
                (CURLOPT_FORBID_REUSE, address.isEncrypted ? 0 : 1),
                (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)), (CURLOPT_CONNECTTIMEOUT, limits.connecting),
                // A server that is silent for this long has stopped working on the call.
                (CURLOPT_LOW_SPEED_LIMIT, 1), (CURLOPT_LOW_SPEED_TIME, limits.patience), (CURLOPT_NOSIGNAL, 1),
                (CURLOPT_QUICK_EXIT, 1),
            ], fields)
    }

    private func failure(_ code: CURLcode, _ words: String) -> EvokeError {
        let library = String(cString: curl_easy_strerror(code))
        let reason =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST: "the host could not be found"
            case CURLE_COULDNT_CONNECT: "the connection was refused"
            case CURLE_OPERATION_TIMEDOUT: "it does not respond"
            case CURLE_WRITE_ERROR: "its answer is too long"
            case CURLE_PEER_FAILED_VERIFICATION: "its certificate is not trusted"
            default: library.lowercasedFirst
            }
        return EvokeError(
            code == CURLE_PEER_FAILED_VERIFICATION ? .notAllowed : .unreachable, doing: "query",
            subject: address.shownHost, reason: reason,
            remedy: "Check that the server is running and that the address is right, then try again.",
            cause: EvokeError.Cause("curl", code: Int(code.rawValue), text: library))
    }
}

extension Address {
    /// For display: only the host matters.
    fileprivate var shownHost: String { "\(origin.host):\(origin.port)" }
}

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
        case "grpc-message": words = DiskPath(String(value)).display
        default: break
        }
    }

    /// The message. Call it once the transfer has ended.
    func message(from address: Address) throws(EvokeError) -> [UInt8] {
        func error(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(
                kind, doing: "query", subject: address.shownHost, reason: reason, remedy: remedy,
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
