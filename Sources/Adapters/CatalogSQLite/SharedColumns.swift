import EvokeCatalog
import EvokeValues
import EvokeWorkers

/// What conditions are looked for in, of a library that several connections of this process may have open: of a million
/// photos it is large, so that it is in memory once.
final class SharedColumns: Sendable {
    private struct Known: Sendable {
        weak var columns: SharedColumns?
    }

    private static let all = Locked<[FilePath: Known]>([:])

    /// Nil until somebody asks, and after anything went wrong there.
    let columns = Locked<PhotoColumns?>(nil)

    /// For a connection to that file. Should another file be in its place by now, its state tells that.
    static func of(_ file: FilePath) -> SharedColumns {
        all.withLock { all in
            if let known = all[file]?.columns { return known }
            let columns = SharedColumns()
            all = all.filter { $0.value.columns != nil }
            all[file] = Known(columns: columns)
            return columns
        }
    }
}
