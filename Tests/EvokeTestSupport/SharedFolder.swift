import EvokeSystem
import EvokeValues
import Glibc

extension TemporaryFolder {
    private static let kept = Locked<[TemporaryFolder]>([])

    /// For what the tests of a process share; it goes when the process ends.
    public static func ofTheProcess() -> TemporaryFolder {
        let folder = TemporaryFolder()
        let count = kept.withLock { kept in
            kept.append(folder)
            return kept.count
        }
        if count == 1 {
            atexit {
                for folder in TemporaryFolder.kept.withLock({ $0 }) { try? FileSystem.erase(folder.path) }
            }
        }
        return folder
    }

    /// A cache that tests may share: a graph that is the same in many of them is compiled once.
    public static let cache = ofTheProcess()
}
