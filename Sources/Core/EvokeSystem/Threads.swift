/// Runs `body` on a new thread; false if the system has none to spare.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(ThreadWork(body))
    let isStarted = Native.start(work)
    if !isStarted { work.release() }
    return isStarted
}

final class ThreadWork: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    /// Releases the work.
    static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        Unmanaged<ThreadWork>.fromOpaque(work!).takeRetainedValue().body()
        return nil
    }
}
