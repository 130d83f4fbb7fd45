package import EvokeValues
package import Glibc

/// The address of a socket file.
package enum UnixAddress {
    /// -1, with `errno`, if there is no such folder. Addresses hold only 107 bytes, so longer paths go through a
    /// descriptor of their folder.
    package static func with(
        _ file: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        if file.bytes.count < 108 { return address(file, body) }
        guard let folder = file.parent else { return -1 }
        let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return -1 }
        defer {
            let code = errno
            close(descriptor)
            errno = code
        }
        return address(FilePath("/proc/self/fd/\(descriptor)").appending(file.name), body)
    }

    /// The file of a socket; nil if it has none.
    package static func file(of socket: Int32) -> FilePath? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(socket, $0.baseAddress!, &length) }
        }
        guard status == 0, Int32(address.sun_family) == AF_UNIX else { return nil }
        let bytes = withUnsafeBytes(of: address.sun_path) { path in Array(path.prefix { $0 != 0 }) }
        // An abstract name begins with a zero, and no file controls who may connect.
        return bytes.isEmpty ? nil : FilePath(bytes: bytes)
    }

    private static func address(
        _ file: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: file.bytes.prefix(107)) }
        return withUnsafeBytes(of: &address) {
            body($0.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
