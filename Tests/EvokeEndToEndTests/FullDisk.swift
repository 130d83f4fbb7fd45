import EvokeTestSupport
import EvokeValues

/// A disk of sixteen megabytes in a world of its own, which is gone when the script is. Where nothing may be mounted, a
/// limit for the sizes of files has the same effect on who writes.
enum FullDisk {
    private static let namespace = "unshare --user --map-root-user --mount"

    /// Leaves so many kilobytes: some batches may fit into that, and not all of them.
    static func fill(leaving kilobytes: Int) -> String {
        let left = "$(( $(df --output=avail --block-size=1k . | tail -n 1) - \(kilobytes) ))"
        return canBeMounted ? "dd if=/dev/zero of=filler bs=1k count=\(left) 2>/dev/null" : ":"
    }
    static var fillWhole: String { canBeMounted ? "dd if=/dev/zero of=filler bs=4k 2>/dev/null" : ":" }
    static var limit: String { canBeMounted ? "" : "ulimit -f 2000;" }

    private static let canBeMounted =
        (try? Shell.output(of: "\(namespace) mount -t tmpfs none /mnt 2>/dev/null")) != nil

    static func script(in folder: DiskPath, _ lines: String) -> String {
        guard canBeMounted else { return "cd '\(folder.display)' && exec sh -c '\(lines)'" }
        return
            "cd '\(folder.display)' && exec \(namespace) sh -c 'mount -t tmpfs -o size=16m none . && cd \"$PWD\" || exit 99\n\(lines)'"
    }
}
