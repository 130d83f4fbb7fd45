import Glibc

/// A mutex for a piece of work.
// Sendable because the mutex is the system's, for any thread, and only `deinit` frees it.
package struct ThreadLock: ~Copyable, @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() {
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func lock() { pthread_mutex_lock(mutex) }
    package func unlock() { pthread_mutex_unlock(mutex) }
}

/// Runs `body` on a new thread; false if the system has none to spare.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(ThreadWork(body))
    var thread = pthread_t()
    let status = pthread_create(
        &thread, nil,
        { work in
            Unmanaged<ThreadWork>.fromOpaque(work!).takeRetainedValue().body()
            return nil
        }, work.toOpaque())
    guard status == 0 else {
        work.release()
        return false
    }
    pthread_detach(thread)
    return true
}

private final class ThreadWork: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
