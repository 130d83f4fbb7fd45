#if canImport(Darwin)
import Darwin
import EvokeValues

/// Calls that differ between systems; `Linux.swift` has the same.
enum Native {
    static let keepTime = Int(UTIME_OMIT)

    static func modified(_ status: stat) -> timespec { status.st_mtimespec }
    static func changed(_ status: stat) -> timespec { status.st_ctimespec }

    /// `fsync` leaves what it writes in the disk's own memory. Not every disk knows the other call.
    static func sync(_ descriptor: Int32) -> Int32 {
        fcntl(descriptor, F_FULLFSYNC) == -1 ? fsync(descriptor) : 0
    }

    static func syncContent(_ descriptor: Int32) -> Int32 { sync(descriptor) }

    static func renameWhereFree(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Int32 {
        renamex_np(from, to, UInt32(RENAME_EXCL))
    }

    static func exchange(_ first: UnsafePointer<CChar>, _ second: UnsafePointer<CChar>) -> Int32 {
        renamex_np(first, second, UInt32(RENAME_SWAP))
    }

    /// Files need a name from the start.
    static func makeNameless(in folder: UnsafePointer<CChar>) -> Int32 { unavailable() }
    static func name(_ descriptor: Int32, _ name: UnsafePointer<CChar>) -> Int32 { unavailable() }

    static func path(of descriptor: Int32) -> DiskPath? {
        var bytes = [CChar](repeating: 0, count: Int(MAXPATHLEN))
        return fcntl(descriptor, F_GETPATH, &bytes) == -1 ? nil : DiskPath(cString: bytes)
    }

    /// Unknown: leases are Linux's.
    static func hasWriter(_ descriptor: Int32) -> Int32 { unavailable() }

    /// A clone is a new file; two that are there cannot be joined.
    static func share(_ original: Int32, with file: Int32, _ bytes: Int64) -> Int32 { unavailable() }

    private static func unavailable() -> Int32 {
        errno = ENOTSUP
        return -1
    }

    static func map(_ count: Int, of descriptor: Int32, atOnce: Bool) -> UnsafeMutableRawPointer? {
        let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        if atOnce, start != MAP_FAILED { madvise(start, count, MADV_WILLNEED) }
        return start
    }

    static func leaveToDispatch(_ number: Int32) { signal(number, SIG_IGN) }

    static func start(_ work: Unmanaged<ThreadWork>) -> Bool {
        var thread: pthread_t?
        let status = pthread_create(&thread, nil, { ThreadWork.run($0) }, work.toOpaque())
        if let thread { pthread_detach(thread) }
        return status == 0
    }
}
#endif
