import EvokeValues

/// Receives an answer in libcurl's callbacks.
final class Reception {
    private(set) var head = Head()
    /// Why the transfer was stopped.
    private(set) var stop: Stop?
    /// Whether the rest of an unwanted answer was skipped.
    private(set) var isCutShort = false

    private let limits: Limits
    private let wants: (Head) throws(Stop) -> Bool
    private let receive: (UnsafeRawBufferPointer) throws(Stop) -> Void
    private var isWanted = false
    private var hasBody = false
    private var headerBytes = 0
    private var ignoredBytes = 0

    /// - Parameter wants: decides by the header whether the body is to be received.
    init(
        limits: Limits, wants: @escaping (Head) throws(Stop) -> Bool,
        receive: @escaping (UnsafeRawBufferPointer) throws(Stop) -> Void
    ) {
        self.limits = limits
        self.wants = wants
        self.receive = receive
    }

    /// False to end the transfer.
    func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= limits.headerBytes else {
            isCutShort = head.isComplete
            return false
        }
        // Trailers are not headers.
        guard !hasBody else { return true }
        head.take(line)
        guard head.isComplete else { return true }
        return unlessStopped { () throws(Stop) in isWanted = try wants(head) }
    }

    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hasBody = true
        if isWanted { return unlessStopped { () throws(Stop) in try receive(bytes) } }
        ignoredBytes += bytes.count
        isCutShort = ignoredBytes > limits.ignoredBytes
        return !isCutShort
    }

    /// Called when nothing has arrived for a while, so that progress can be reported.
    func rest() {
        guard hasBody, isWanted else { return }
        _ = unlessStopped { () throws(Stop) in try receive(UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    private func unlessStopped(_ body: () throws(Stop) -> Void) -> Bool {
        do throws(Stop) {
            try body()
            return true
        } catch {
            stop = error
            return false
        }
    }
}
