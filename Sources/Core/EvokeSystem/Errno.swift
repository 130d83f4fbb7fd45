#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Why a call of the system failed, by its number.
package struct Errno: Error, Hashable, Sendable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// What the last call that failed on this thread left. To be asked at once: the next call may leave another.
    package static var last: Errno { Errno(code: errno) }

    package static let notThere = Errno(code: ENOENT)
    package static let nameTooLong = Errno(code: ENAMETOOLONG)
    package static let circleOfLinks = Errno(code: ELOOP)
    package static let notAllowed = Errno(code: EACCES)
    /// Of a socket with a limit of time, too.
    package static let notReady = Errno(code: EAGAIN)
    package static let refused = Errno(code: ECONNREFUSED)
    package static let addressInUse = Errno(code: EADDRINUSE)
    package static let noSuchAddress = Errno(code: EADDRNOTAVAIL)
    package static let tooManyOpen = Errno(code: EMFILE)
    package static let nameInUse = Errno(code: EEXIST)
    package static let damagedDisk = Errno(code: EIO)

    /// Of a lock.
    package var isHeldByAnother: Bool { code == EWOULDBLOCK }

    /// As the system says it.
    package var words: String { String(cString: strerror(code)) }
}
