import EvokeSystem
import EvokeValues

/// What tells one state of a file from another without reading it.
struct SourceState {
    /// Written out: path, size, time of change, device and inode, one a line.
    let bytes: [UInt8]

    /// nil when there is no such file.
    init?(of path: String) {
        guard let status = FileSystem.status(of: FilePath(path)) else { return nil }
        let fields = [
            status.size, status.modified.seconds, Int64(status.modified.nanoseconds), Int64(bitPattern: status.device),
        ]
        let numbers = fields.map(String.init) + [String(status.inode)]
        bytes = Array(([path] + numbers).joined(separator: "\n").utf8)
    }
}
