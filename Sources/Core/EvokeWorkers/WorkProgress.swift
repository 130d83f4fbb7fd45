/// Lets long work report progress, from which its time limit is counted.
package final class WorkProgress: Sendable {
    // An object, since optimized code has crashed on a function here (Swift 6.3).
    @TaskLocal package static var current: WorkProgress?

    package let record: @Sendable () -> Void

    package init(record: @escaping @Sendable () -> Void) {
        self.record = record
    }
}
