import EvokeCFreedMemory
import EvokeSystem

/// Freed memory that the C library keeps for later.
package enum FreedMemory {
    private static let pause = Duration.seconds(5)
    /// A pause with less processor time than this is rest.
    private static let rest = Duration.milliseconds(50)
    /// After less work, there is nothing to give back.
    private static let work = Duration.milliseconds(200)

    /// Each heap of the C library keeps up to this much at its end, which is not given back in a pause. The default is
    /// 64 MB once large blocks were freed, with eight heaps for each core.
    private static let keptAtEnds: Int32 = 8 << 20
    /// Larger blocks are given back as soon as they are freed. This is the highest value that the C library itself
    /// adapts to.
    private static let largeBlocks: Int32 = 32 << 20
    /// What a decoding process keeps. Each photo takes megabytes for a moment; memory given back in between has to be
    /// cleared before it can be used again, which took a tenth of an index run.
    private static let keptBetweenPhotos: Int32 = 64 << 20

    /// For a process that decodes photos, before it begins.
    package static func keepBetweenPhotos() { evoke_freed_memory_keep(keptBetweenPhotos, largeBlocks) }

    /// Gives memory back whenever this process rests after work, until the task is cancelled. Only then, since returned
    /// pages have to be cleared before they can be used again, which would slow down work.
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
