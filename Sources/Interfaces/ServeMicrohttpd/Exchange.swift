import Evoke
import EvokeCMicrohttpd
import EvokeSystem
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

extension Response {
    var isStream: Bool {
        switch body {
        case .stream, .download: true
        case .bytes, .file: false
        }
    }

    /// As libmicrohttpd's response, without headers; nil if memory or descriptors have run out.
    func made(for connection: Connection) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes):
            return bytes.withUnsafeBytes {
                MHD_create_response_from_buffer(
                    $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .file(let file, let range):
            // It closes the descriptor that it is given.
            guard let copy = Descriptors.duplicate(file.descriptor) else { return nil }
            let made = MHD_create_response_from_fd_at_offset64(UInt64(range.count), copy, UInt64(range.lowerBound))
            if made == nil { Descriptors.close(copy) }
            return made
        case .stream(let pieces): return made(StreamSource(pieces, isPatient: false, connection), block: 4_096)
        case .download(let pieces): return made(StreamSource(pieces, isPatient: true, connection), block: 1 << 16)
        }
    }

    private func made(_ source: StreamSource, block: Int) -> OpaquePointer? {
        MHD_create_response_from_callback(
            UInt64.max, block, StreamSource.read, Unmanaged.passRetained(source).toOpaque(), StreamSource.free)
    }
}

/// Passes the pieces of a stream to libmicrohttpd, and suspends the connection while there are none.
final class StreamSource: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        /// How many of these bytes were sent.
        var sent = 0
        var isSuspended = false
        var isOver = false
        /// Waits until all are sent.
        var patient: CheckedContinuation<Void, Never>?
    }

    /// With this many bytes waiting, the client is not reading, and the stream ends. A patient stream does not get that
    /// far: it requests nothing more until everything was sent.
    private static let mostWaiting = 4_000_000

    private let connection: Connection
    private let state = Locked(State())
    private let pulling = Locked<Task<Void, Never>?>(nil)

    /// - Parameter isPatient: whether the next piece is requested only when the previous one was sent.
    init(_ pieces: AsyncStream<[UInt8]>, isPatient: Bool, _ connection: Connection) {
        self.connection = connection
        let task = Task { [weak self] in
            for await piece in pieces {
                guard self?.add(piece) == true else { break }
                if isPatient { await self?.waitUntilSent() }
            }
            self?.end()
        }
        pulling.withLock { $0 = task }
    }

    private func add(_ piece: [UInt8]) -> Bool {
        change { state in
            state.waiting.removeFirst(state.sent)
            state.sent = 0
            state.waiting += piece
            return state.waiting.count <= Self.mostWaiting
        }
    }

    private func waitUntilSent() async {
        await withCheckedContinuation { continuation in
            let isSent = state.withLock { state in
                if !state.waiting.isEmpty, !state.isOver { state.patient = continuation }
                return state.patient == nil
            }
            if isSent { continuation.resume() }
        }
    }

    private func end() { change { $0.isOver = true } }

    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, wasSuspended) = state.withLock { state in
            let result = body(&state)
            defer { state.isSuspended = false }
            return (result, state.isSuspended)
        }
        if wasSuspended { connection.resume() }
        return result
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let (count, patient) = state.withLock { state -> (Int, CheckedContinuation<Void, Never>?) in
            guard !state.waiting.isEmpty else {
                if state.isOver || connection.isCut { return (-1, nil) }
                // While the lock is held, so that the next piece resumes it.
                connection.suspend()
                state.isSuspended = true
                return (0, nil)
            }
            let count = min(state.waiting.count - state.sent, buffer.count)
            buffer.copyBytes(from: state.waiting[state.sent..<(state.sent + count)])
            state.sent += count
            guard state.sent == state.waiting.count else { return (count, nil) }
            (state.waiting, state.sent) = ([], 0)
            return (count, state.patient.take())
        }
        patient?.resume()
        return count
    }

    /// The client stopped reading.
    private func stop() {
        pulling.withLock { $0?.cancel() }
        let patient = state.withLock { state in
            state.isOver = true
            return state.patient.take()
        }
        patient?.resume()
    }

    static let read: MHD_ContentReaderCallback = { me, _, buffer, most in
        guard let me, let buffer else { return -1 }
        return Unmanaged<StreamSource>.fromOpaque(me).takeUnretainedValue().read(
            into: UnsafeMutableRawBufferPointer(start: buffer, count: most))
    }

    static let free: MHD_ContentReaderFreeCallback = { me in
        guard let me else { return }
        Unmanaged<StreamSource>.fromOpaque(me).takeRetainedValue().stop()
    }
}
