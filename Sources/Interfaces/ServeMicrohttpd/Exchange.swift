import EvokeCMicrohttpd
import EvokeWebAPI
import EvokeWorkers

/// One request and its response. libmicrohttpd's thread drives it, except for the work itself.
final class Exchange: Sendable {
    enum Phase: Sendable {
        /// The request line has arrived.
        case begun
        case receiving(AdmittedRequest)
        /// The connection is suspended while a task prepares the response.
        case working
        case answered(Response)
        case done
    }

    let target: String
    private let phase = Locked(Phase.begun)
    private let task = Locked<Task<Void, Never>?>(nil)

    init(target: String) {
        self.target = target
    }

    var current: Phase { phase.withLock { $0 } }

    func receive(_ request: AdmittedRequest) { phase.withLock { $0 = .receiving(request) } }

    /// False if it exceeds the limit.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        phase.withLock { phase in
            guard case .receiving(var request) = phase else { return false }
            // So that there is one owner, and nothing is copied.
            phase = .begun
            defer { phase = .receiving(request) }
            return request.append(bytes)
        }
    }

    func work(_ body: @escaping @Sendable () async -> Void) {
        phase.withLock { $0 = .working }
        task.withLock { $0 = Task { await body() } }
    }

    func finish() { phase.withLock { $0 = .done } }

    /// Only the first response counts; it resumes the connection.
    func answer(_ response: Response, on connection: Connection) {
        let isFirst = phase.withLock { phase in
            guard case .working = phase else { return false }
            phase = .answered(response)
            return true
        }
        if isFirst { connection.resume() }
    }

    /// Responds instead of the work, which is canceled.
    func giveUp(with response: Response, on connection: Connection) {
        answer(response, on: connection)
        task.withLock { $0?.cancel() }
    }
}
