import Foundation

/// What tells one state of a file from another without reading it.
struct FileIdentity {
    /// Written out: path, size, time of change, inode and device, one a line.
    let bytes: [UInt8]

    /// nil when there is no such file.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        let fields = [
            Int64(status.st_size), Int64(modified.tv_sec), Int64(modified.tv_nsec), Int64(status.st_dev),
        ]
        let numbers = fields.map(String.init) + [String(status.st_ino)]
        bytes = Array(([path] + numbers).joined(separator: "\n").utf8)
    }
}
