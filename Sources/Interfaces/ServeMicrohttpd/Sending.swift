import Evoke
import EvokeCMicrohttpd
import EvokeSystem
import EvokeWebAPI
import EvokeWorkers

extension Response {
    var isStream: Bool {
        if case .stream = body { true } else { false }
    }

    /// As libmicrohttpd wants it, still without headers; nil when there is no memory or no descriptor to spare.
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
        case .stream(let pieces):
            let source = StreamSource(pieces, connection)
            return MHD_create_response_from_callback(
                UInt64.max, 4_096, StreamSource.read, Unmanaged.passRetained(source).toOpaque(), StreamSource.free)
        }
    }
}

/// Hands the pieces of a stream to libmicrohttpd, and suspends the connection while there are none.
final class StreamSource: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var isSuspended = false
        var isOver = false
    }

    /// A client for whom so much waits does not read what it asked for.
    private static let mostWaiting = 4_000_000

    private let connection: Connection
    private let state = Locked(State())
    private let pulling = Locked<Task<Void, Never>?>(nil)

    init(_ pieces: AsyncStream<[UInt8]>, _ connection: Connection) {
        self.connection = connection
        let task = Task { [weak self] in
            for await piece in pieces {
                guard self?.add(piece) == true else { break }
            }
            self?.end()
        }
        pulling.withLock { $0 = task }
    }

    private func add(_ piece: [UInt8]) -> Bool {
        change { state in
            state.waiting += piece
            return state.waiting.count <= Self.mostWaiting
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
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                if state.isOver { return -1 }
                // While the lock is held: whoever has something next resumes it.
                connection.suspend()
                state.isSuspended = true
                return 0
            }
            let count = min(state.waiting.count, buffer.count)
            buffer.copyBytes(from: state.waiting.prefix(count))
            state.waiting.removeFirst(count)
            return count
        }
    }

    static let read: MHD_ContentReaderCallback = { me, _, buffer, most in
        guard let me, let buffer else { return -1 }
        return Unmanaged<StreamSource>.fromOpaque(me).takeUnretainedValue().read(
            into: UnsafeMutableRawBufferPointer(start: buffer, count: most))
    }

    static let free: MHD_ContentReaderFreeCallback = { me in
        guard let me else { return }
        let source = Unmanaged<StreamSource>.fromOpaque(me).takeRetainedValue()
        source.pulling.withLock { $0?.cancel() }
    }
}
