/// Lets long work say that it gets on: whoever limits its time counts from there.
package enum WorkProgress {
    @TaskLocal package static var note: @Sendable () -> Void = {}
}
