import EvokeCApart
import EvokeSystem

/// How a helper confines itself before it opens any picture.
package enum Confinement {
    /// No valid photo needs more; machines with less memory have to swap.
    private static let leastMemory: UInt64 = 4 << 30

    /// Makes the kernel end this process along with the one that started it. Call it first; false if the starter has
    /// already ended.
    package static func endWithStarter() -> Bool { evoke_end_with_starter() != 0 }

    /// Hides the user's files from this process, which can then only read files that it receives open. Call it while
    /// there is a single thread, and before any decoder is loaded; false if the kernel can hide files but failed to.
    package static func hideFiles() -> Bool { evoke_hide_files() == 0 }

    /// Limits this process's resources and system calls; false if the kernel refused.
    package static func begin() -> Bool {
        evoke_limit_resources(max(leastMemory, Machine.memory)) == 0 && evoke_confine() == 0
    }
}
