package import EvokeValues
import Foundation

/// What the system reports about a file, a folder or anything else with a name.
package struct FileStatus: Sendable {
    private let raw: stat

    init(_ raw: stat) {
        self.raw = raw
    }

    /// Of the path's target, or of the link itself.
    package init(of path: DiskPath, followingLinks follows: Bool = true) throws(Errno) {
        var raw = stat()
        guard path.withSystemPath({ follows ? stat($0, &raw) : lstat($0, &raw) }) == 0 else { throw .last }
        self.raw = raw
    }

    package init(ofDescriptor descriptor: Int32) throws(Errno) {
        var raw = stat()
        guard fstat(descriptor, &raw) == 0 else { throw .last }
        self.raw = raw
    }

    package var isFile: Bool { kind == S_IFREG }
    package var isFolder: Bool { kind == S_IFDIR }
    package var isLink: Bool { kind == S_IFLNK }
    package var isSocket: Bool { kind == S_IFSOCK }
    private var kind: mode_t { raw.st_mode & S_IFMT }

    /// The permission bits of owner, group and others, including the setuid, setgid and sticky bits.
    package var permissions: UInt32 { UInt32(raw.st_mode & 0o7777) }
    package var isOpenToOthers: Bool { permissions & 0o077 != 0 }
    /// Whether users who can write to the folder still cannot remove others' files there.
    package var isSticky: Bool { raw.st_mode & S_ISVTX != 0 }
    package var owner: UInt32 { raw.st_uid }

    package var size: Int64 { FileStamp(self).size }
    /// The number of hard links.
    package var names: Int { Int(raw.st_nlink) }
    package var inode: UInt64 { UInt64(raw.st_ino) }
    package var device: UInt64 { UInt64(truncatingIfNeeded: raw.st_dev) }

    /// Since 1970.
    package var modified: (seconds: Int64, nanoseconds: Int) {
        (Int64(Native.modified(raw).tv_sec), Native.modified(raw).tv_nsec)
    }
    fileprivate var modifiedNanoseconds: Int64 { Native.modified(raw).nanoseconds }
    fileprivate var changedNanoseconds: Int64 { Native.changed(raw).nanoseconds }
    fileprivate var sizeAsTold: Int64 { Int64(raw.st_size) }
}

extension FileStamp {
    package init(_ status: FileStatus) {
        // File systems in user space may report negative values.
        self.init(
            size: max(0, status.sizeAsTold), modifiedNanoseconds: status.modifiedNanoseconds, inode: status.inode,
            changedNanoseconds: status.changedNanoseconds)
    }
}

/// Identifies a file or a folder, whatever links and mounts lead to it.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    package init(_ status: FileStatus) {
        (device, inode) = (status.device, status.inode)
    }
}

extension timespec {
    /// Since 1970, clamped to what 64 bits hold (1678 to 2262).
    var nanoseconds: Int64 {
        // Cannot fail: overflow is reported.
        let (whole, isTooMuch) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (all, isMore) = whole.addingReportingOverflow(Int64(tv_nsec))
        return isTooMuch || isMore ? (tv_sec < 0 ? .min : .max) : all
    }
}
