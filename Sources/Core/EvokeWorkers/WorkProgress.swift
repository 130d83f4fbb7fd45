/// Lets long work say that it gets on: whoever limits its time counts from there.
package final class WorkProgress: Sendable {
    // An object, since optimised code has crashed over a function here (Swift 6.3).
    @TaskLocal package static var current: WorkProgress?

    package let record: @Sendable () -> Void

    package init(record: @escaping @Sendable () -> Void) {
        self.record = record
    }
}
