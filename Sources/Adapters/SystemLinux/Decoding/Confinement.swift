import EvokeCApart
import EvokeSystem

/// What a helper does to itself before it sees a picture.
package enum Confinement {
    /// Photos that fill more are none; machines with less have to swap.
    private static let leastMemory: UInt64 = 4 << 30

    /// Has the kernel end this process when the one that started it ends. To be called first, and false where it has
    /// ended already.
    package static func endWithStarter() -> Bool { evoke_end_with_starter() != 0 }

    /// Hides the user's files from this process, which reads those alone that it is given open. To be called while it
    /// has one thread, and before it loads what decodes; false where the kernel can hide files and would not.
    package static func hideFiles() -> Bool { evoke_hide_files() == 0 }

    /// Limits what this process may use, and closes it off; false where the kernel would not.
    package static func begin() -> Bool {
        evoke_limit_resources(max(leastMemory, Machine.memory)) == 0 && evoke_confine() == 0
    }
}
