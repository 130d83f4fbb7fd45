import Foundation

/// Why a system call failed, by its number.
package struct Errno: Error, Hashable, Sendable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of the last failed call on this thread. Read it at once: the next call may change it.
    package static var last: Errno { Errno(code: errno) }

    package static let notThere = Errno(code: ENOENT)
    package static let nameTooLong = Errno(code: ENAMETOOLONG)
    package static let circleOfLinks = Errno(code: ELOOP)
    package static let notAllowed = Errno(code: EACCES)
    /// Also reported by a socket whose time limit passed.
    package static let notReady = Errno(code: EAGAIN)
    package static let refused = Errno(code: ECONNREFUSED)
    package static let addressInUse = Errno(code: EADDRINUSE)
    package static let noSuchAddress = Errno(code: EADDRNOTAVAIL)
    package static let tooManyOpen = Errno(code: EMFILE)
    package static let nameInUse = Errno(code: EEXIST)
    package static let damagedDisk = Errno(code: EIO)

    /// For a lock.
    package var isHeldByAnother: Bool { code == EWOULDBLOCK }

    /// In the system's words.
    package var words: String { String(cString: strerror(code)) }
}
