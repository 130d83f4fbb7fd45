import EvokeValues

/// Takes in an answer while it comes, on libcurl's calls.
final class Reception {
    private(set) var head = Head()
    /// Why no more was taken.
    private(set) var stop: Stop?
    /// Enough has come of an answer that nobody wants.
    private(set) var isCutShort = false

    private let limits: Limits
    private let wants: (Head) throws(Stop) -> Bool
    private let receive: (UnsafeRawBufferPointer) throws(Stop) -> Void
    private var isWanted = false
    private var hasBody = false
    private var headerBytes = 0
    private var ignoredBytes = 0

    /// `wants` says of a head whether what follows is to be received.
    init(
        limits: Limits, wants: @escaping (Head) throws(Stop) -> Bool,
        receive: @escaping (UnsafeRawBufferPointer) throws(Stop) -> Void
    ) {
        self.limits = limits
        self.wants = wants
        self.receive = receive
    }

    /// False when the transfer is to end.
    func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= limits.headerBytes else {
            isCutShort = head.isComplete
            return false
        }
        // What comes after the body in its headers' form is none of them.
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

    /// Nothing has come for a while: whoever receives can say how far it is.
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
