#if os(Linux)
import EvokeCFiles
import EvokeValues
import Glibc

/// Calls that differ between systems; `Darwin.swift` has the same.
enum Native {
    /// Swift does not import `UTIME_OMIT`.
    static let keepTime = (1 << 30) - 2

    static func modified(_ status: stat) -> timespec { status.st_mtim }
    static func changed(_ status: stat) -> timespec { status.st_ctim }

    static func sync(_ descriptor: Int32) -> Int32 { fsync(descriptor) }
    static func syncContent(_ descriptor: Int32) -> Int32 { fdatasync(descriptor) }

    static func renameWhereFree(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Int32 {
        evoke_file_rename_where_free(from, to)
    }

    static func exchange(_ first: UnsafePointer<CChar>, _ second: UnsafePointer<CChar>) -> Int32 {
        evoke_file_exchange(first, second)
    }

    /// -1 where files need a name from the start.
    static func makeNameless(in folder: UnsafePointer<CChar>) -> Int32 { evoke_file_make_nameless(folder) }

    static func name(_ descriptor: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        link(descriptor).withCString { linkat(AT_FDCWD, $0, AT_FDCWD, name, AT_SYMLINK_FOLLOW) }
    }

    static func path(of descriptor: Int32) -> DiskPath? { FileSystem.target(of: link(descriptor)) }

    private static func link(_ descriptor: Int32) -> DiskPath { DiskPath("/proc/self/fd/\(descriptor)") }

    /// 1 or 0; -1 if unknown.
    static func hasWriter(_ descriptor: Int32) -> Int32 { evoke_file_has_writer(descriptor) }

    /// 1 if the contents differ, -1 if their disk cannot share them.
    static func share(_ original: Int32, with file: Int32, _ bytes: Int64) -> Int32 {
        evoke_file_share(original, file, UInt64(bytes))
    }

    static func map(_ count: Int, of descriptor: Int32, atOnce: Bool) -> UnsafeMutableRawPointer? {
        mmap(nil, count, PROT_READ, atOnce ? MAP_PRIVATE | MAP_POPULATE : MAP_PRIVATE, descriptor, 0)
    }

    /// Dispatch installs its own handler, and an ignored signal would not reach it.
    static func leaveToDispatch(_ signal: Int32) {}

    static func start(_ work: Unmanaged<ThreadWork>) -> Bool {
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, { ThreadWork.run($0) }, work.toOpaque())
        if status == 0 { pthread_detach(thread) }
        return status == 0
    }
}
#endif
