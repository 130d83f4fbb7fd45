import EvokeCMicrohttpd
import EvokeWebAPI
import EvokeWorkers

/// One request and its answer. libmicrohttpd's thread drives it, but for the work itself.
final class Exchange: Sendable {
    enum Phase: Sendable {
        /// The request line is there.
        case begun
        case receiving(AdmittedRequest)
        /// The connection is suspended, and a task looks for the answer.
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

    /// False when it is more than was allowed.
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

    /// The first answer counts; the connection then goes on.
    func answer(_ response: Response, on connection: Connection) {
        let isFirst = phase.withLock { phase in
            guard case .working = phase else { return false }
            phase = .answered(response)
            return true
        }
        if isFirst { connection.resume() }
    }

    /// Answers in the place of the work, which ends.
    func giveUp(with response: Response, on connection: Connection) {
        answer(response, on: connection)
        task.withLock { $0?.cancel() }
    }
}
