import Foundation

/// A value that one thread at a time can access.
///
/// The toolchain's `Mutex` would do, but under contention ThreadSanitizer does not see its ordering and reports races
/// where there are none.
// Sendable because the value is touched only while the mutex is held.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let mutex = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try body(&value)
    }
}
