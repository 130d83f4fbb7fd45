import EvokeCMicrohttpd
import EvokeLinux
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import EvokeWorkers

/// libmicrohttpd on one listening socket: its callbacks, and their handle.
// Sendable because the handle is set once, before the object is shared, and can be used from any thread.
final class Daemon: @unchecked Sendable {
    struct Settings {
        let way: Request.Way
        let connections: Int
        let connectionsOfOneAddress: Int?
        let certificate: Certificate?
        /// Finds out who the client is; nil if the server's owner has no special access.
        let owners: (any SocketOwnerReading)?
    }

    let settings: Settings
    private let service: any Answering
    private let budget: UploadBudget
    private let silence: Silence
    private let connections = Locked<[ObjectIdentifier: Connection]>([:])
    private let isStopping = Locked(false)
    private var handle: OpaquePointer?

    init(
        _ socket: ListeningSocket, _ settings: Settings, _ service: any Answering, _ budget: UploadBudget,
        _ silence: Silence
    ) throws(EvokeError) {
        self.settings = settings
        self.service = service
        self.budget = budget
        self.silence = silence
        try LateLibrary.microhttpd.load()
        handle = start(socket)
        guard handle != nil else {
            throw EvokeError(
                .unreadable, doing: "start the server", subject: "",
                reason: settings.certificate == nil
                    ? "libmicrohttpd did not start" : "the certificate and its key were not accepted",
                remedy: settings.certificate == nil ? "" : "Both must be PEM files that belong together.")
        }
    }

    var open: [Connection] { connections.withLock { Array($0.values) } }

    /// Ends silent connections, the longest silent first, before all slots are taken; otherwise, others would have to
    /// wait for them.
    func makeRoom() {
        let open = open.filter { !$0.isCut }
        endSilence(of: open, in: settings.connections)
        guard let places = settings.connectionsOfOneAddress else { return }
        for some in Dictionary(grouping: open, by: \.address).values { endSilence(of: some, in: places) }
    }

    private func endSilence(of connections: [Connection], in places: Int) {
        let surplus = connections.count - places * 3 / 4
        guard surplus > 0 else { return }
        let silent = connections.filter(\.isSilent).sorted { $0.stage.since < $1.stage.since }
        for connection in silent.prefix(surplus) { connection.cut() }
    }

    /// Accepts no more connections, and no more requests on existing ones.
    func quiesce() {
        isStopping.withLock { $0 = true }
        if let handle { Descriptors.close(MHD_quiesce_daemon(handle)) }
    }

    func stop() {
        for connection in open { connection.resumeForGood() }
        if let handle { MHD_stop_daemon(handle) }
    }

    private func start(_ socket: ListeningSocket) -> OpaquePointer? {
        let me = Unmanaged.passUnretained(self).toOpaque()
        var options = [
            option(.LISTEN_SOCKET, Int(socket.descriptor)),
            option(.THREAD_POOL_SIZE, 2),
            option(.CONNECTION_LIMIT, settings.connections),
            option(.CONNECTION_TIMEOUT, Deadlines.silenceInSeconds),
            option(.CONNECTION_MEMORY_LIMIT, Self.headBytes),
            // Anything else it would refuse, such as a request without a host, is refused by the gate, with a reason.
            option(.STRICT_FOR_CLIENT, 0),
            option(.NOTIFY_CONNECTION, unsafeBitCast(Self.recordConnection, to: Int.self), me),
            option(.NOTIFY_COMPLETED, unsafeBitCast(Self.recordEnd, to: Int.self), me),
            option(.URI_LOG_CALLBACK, unsafeBitCast(Self.beginExchange, to: Int.self), me),
        ]
        if let most = settings.connectionsOfOneAddress {
            options.append(option(.PER_IP_CONNECTION_LIMIT, most))
        }
        var flags =
            MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue
            | MHD_ALLOW_SUSPEND_RESUME.rawValue
        guard let certificate = settings.certificate else { return launch(flags, options, me) }
        flags |= MHD_USE_TLS.rawValue
        let texts: [(MHD_OPTION, String)] = [
            (.HTTPS_MEM_CERT, certificate.chain), (.HTTPS_MEM_KEY, certificate.key),
            (.HTTPS_PRIORITIES, Self.encryption),
        ]
        return withCStrings(texts.map(\.1)) { copies in
            launch(flags, options + zip(texts, copies).map { option($0.0.0, 0, $0.1) }, me)
        }
    }

    private func launch(_ flags: UInt32, _ options: [MHD_OptionItem], _ me: UnsafeMutableRawPointer) -> OpaquePointer? {
        var options = options + [option(.END, 0)]
        return evoke_http_start(flags, Self.access, me, &options)
    }

    private func option(_ name: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil) -> MHD_OptionItem {
        MHD_OptionItem(option: name, value: value, ptr_value: pointer)
    }

    /// For the request line and headers, and for the buffers of reading and writing.
    private static let headBytes = 32_768

    /// GnuTLS's defaults, without outdated TLS versions and ciphers (CBC).
    private static let encryption =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM"

    // MARK: Callbacks of libmicrohttpd

    private static let recordConnection: MHD_NotifyConnectionCallback = { me, handle, context, event in
        guard let me, let handle, let context else { return }
        let daemon = Unmanaged<Daemon>.fromOpaque(me).takeUnretainedValue()
        switch event {
        case .CONNECTION_NOTIFY_STARTED:
            let connection = Connection(
                handle, socket: evoke_http_socket(handle), asking: daemon.settings.owners,
                isCounted: daemon.settings.connectionsOfOneAddress != nil)
            daemon.connections.withLock { $0[ObjectIdentifier(connection)] = connection }
            context.pointee = Unmanaged.passUnretained(connection).toOpaque()
            daemon.makeRoom()
        default:
            guard let known = context.pointee else { return }
            let connection = Unmanaged<Connection>.fromOpaque(known).takeUnretainedValue()
            connection.close()
            _ = daemon.connections.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
        }
    }

    private static let beginExchange:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            _, target, _ in
            // Anything that is not UTF-8 matches no route and no parameter.
            let text = target.flatMap { String(validatingCString: $0) } ?? "/%"
            return Unmanaged.passRetained(Exchange(target: text)).toOpaque()
        }

    private static let recordEnd: MHD_RequestCompletedCallback = { me, handle, context, _ in
        guard let me, let handle, let known = context?.pointee else { return }
        let daemon = Unmanaged<Daemon>.fromOpaque(me).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
        if case .receiving(let admitted) = exchange.current { daemon.budget.giveBack(for: admitted.request) }
        exchange.finish()
        context?.pointee = nil
        daemon.connection(of: handle)?.enter(.idle)
    }

    private static let access: MHD_AccessHandlerCallback = { me, handle, _, method, _, bytes, count, context in
        guard let me, let handle, let method, let count, let known = context?.pointee else { return .NO }
        let daemon = Unmanaged<Daemon>.fromOpaque(me).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
        guard let connection = daemon.connection(of: handle) else { return .NO }
        switch exchange.current {
        case .begun: return daemon.begin(exchange, String(cString: method), handle, connection)
        case .receiving(let admitted) where count.pointee == 0:
            daemon.work(on: admitted, exchange, connection)
            return .YES
        case .receiving:
            let isTaken = exchange.append(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
            count.pointee = 0
            return isTaken ? .YES : .NO
        case .working: return .YES
        case .answered(let response):
            exchange.finish()
            return daemon.send(response, handle, connection)
        case .done: return .NO
        }
    }

    // MARK: Handling requests

    private func connection(of handle: OpaquePointer) -> Connection? {
        evoke_http_context(handle).map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func begin(
        _ exchange: Exchange, _ method: String, _ handle: OpaquePointer, _ connection: Connection
    ) -> MHD_Result {
        let request = Request(
            method: method, target: exchange.target, headers: Self.headers(of: handle), way: settings.way,
            isOfOwner: connection.isOfOwner)
        // First, so that a stopping server sees it in case this does not see that the server is stopping.
        connection.enter(.receiving)
        silence.end()
        guard let refusal = refusal(of: request, exchange) else { return .YES }
        exchange.finish()
        return send(refusal, handle, connection)
    }

    private func refusal(of request: Request, _ exchange: Exchange) -> Response? {
        if isStopping.withLock({ $0 }) {
            return service.problem(status: 503, kind: "busy", detail: "The server is shutting down.")
        }
        switch service.admit(request) {
        case .refused(let response): return response
        case .taken(let admitted):
            // Without a length, there is no telling when it ends.
            guard request.headers["transfer-encoding"] == nil else {
                return service.problem(
                    status: 411, kind: "wrongUsage", detail: "The request must say how long its body is.")
            }
            let length = Int(request.headers["content-length"] ?? "0") ?? .max
            guard length <= admitted.bodyLimit else {
                return service.problem(
                    status: 413, kind: "tooLarge",
                    detail: "The body is larger than \(admitted.bodyLimit) bytes, the limit here.")
            }
            guard budget.take(for: request) else {
                return service.problem(status: 503, kind: "busy", detail: "Too much is being uploaded right now.")
            }
            exchange.receive(admitted)
            return nil
        }
    }

    private func work(on admitted: AdmittedRequest, _ exchange: Exchange, _ connection: Connection) {
        connection.enter(.working(exchange))
        connection.suspend()
        exchange.work { [service, budget] in
            let progress = WorkProgress { connection.recordProgress(of: exchange) }
            let response = await WorkProgress.$current.withValue(progress) { await service.respond(to: admitted) }
            budget.giveBack(for: admitted.request)
            exchange.answer(response, on: connection)
        }
    }

    private func send(_ response: Response, _ handle: OpaquePointer, _ connection: Connection) -> MHD_Result {
        connection.enter(response.isStream ? .streaming : .sending)
        guard let made = response.made(for: connection) else { return .NO }
        defer { MHD_destroy_response(made) }
        for (name, value) in response.headers { MHD_add_response_header(made, name, value) }
        if settings.certificate?.isStrict == true {
            MHD_add_response_header(made, "Strict-Transport-Security", "max-age=31536000")
        }
        if isStopping.withLock({ $0 }) { MHD_add_response_header(made, "Connection", "close") }
        return MHD_queue_response(handle, UInt32(response.status), made)
    }

    private static func headers(of handle: OpaquePointer) -> Headers {
        var headers = Headers()
        withUnsafeMutablePointer(to: &headers) { headers in
            _ = MHD_get_connection_values(
                handle, .HEADER_KIND,
                { headers, _, name, value in
                    if let headers, let name {
                        headers.assumingMemoryBound(to: Headers.self).pointee.add(
                            String(cString: name), value.map { String(cString: $0) } ?? "")
                    }
                    return .YES
                }, headers)
        }
        return headers
    }
}
