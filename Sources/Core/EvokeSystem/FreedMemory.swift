import EvokeCFreedMemory

/// Memory that is no longer used, which the C library keeps for later.
package enum FreedMemory {
    private static let pause = Duration.seconds(5)
    /// Less, in a pause, is rest.
    private static let rest = Duration.milliseconds(50)
    /// After less, there is nothing to give back.
    private static let work = Duration.milliseconds(200)

    /// Each of the C library's heaps keeps up to so much at its end, which is not given back in a pause. Usually it is 64 MB
    /// once large blocks were freed, and there are eight heaps for each core.
    private static let keptAtEnds: Int32 = 8 << 20
    /// Blocks from this size on are given back when they are freed. That is the most that it comes to by itself.
    private static let largeBlocks: Int32 = 32 << 20
    /// What a process that decodes keeps. Photos take megabytes for a moment each: what is given back in between has to be
    /// cleared before it can be had again, which took a tenth of an index run.
    private static let keptBetweenPhotos: Int32 = 64 << 20

    /// For a process that decodes photos, before it begins.
    package static func keepBetweenPhotos() { evoke_freed_memory_keep(keptBetweenPhotos, largeBlocks) }

    /// Gives it back to the system whenever this process rests after work, until the task is cancelled. Only then: pages
    /// that are given back are cleared before they can be had again, which takes time from whoever works.
    package static func giveBackInPauses() async {
        evoke_freed_memory_keep(keptAtEnds, largeBlocks)
        var (last, given) = (OwnProcess.processorTime, Duration.zero)
        while (try? await Task.sleep(for: pause)) != nil {
            let now = OwnProcess.processorTime
            defer { last = now }
            guard now - last < rest, now - given > work else { continue }
            evoke_freed_memory_give_back()
            given = OwnProcess.processorTime
        }
    }
}
