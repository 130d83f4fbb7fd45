import EvokeSystem
public import EvokeValues
import Glibc

/// A folder of its own for one test, removed with everything in it.
public final class TemporaryFolder: Sendable {
    public let path: DiskPath

    /// - Parameter isInMemory: where there is such a disk: nothing is waited for there.
    public init(isInMemory: Bool = false) {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let parent = isInMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : named
        var template = Array("\(parent)/evoke-test-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no temporary folder can be made in \(parent)")
        path = FileSystem.resolve(DiskPath(bytes: template.dropLast().map { UInt8(bitPattern: $0) }))!
    }

    deinit {
        Self.removeAll(path)
    }

    /// Writes a file, and the folders that it needs.
    @discardableResult
    public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> DiskPath {
        try write(DiskPath(name), bytes)
    }

    @discardableResult
    public func write(_ name: DiskPath, _ bytes: some Sequence<UInt8>) throws -> DiskPath {
        let file = path.appending(name.bytes)
        try FileSystem.makeFolder(file.parent!)
        try FileSystem.replace(file, with: Array(bytes))
        return file
    }

    public func copy(_ source: DiskPath, to name: String) throws -> DiskPath {
        try write(name, FileSystem.read(source))
    }

    /// A named pipe, which blocks whoever opens it as if it were a file.
    public func makePipe(_ name: String) throws -> DiskPath {
        let file = path.appending(name)
        let code = file.withCString { mkfifo($0, 0o600) }
        guard code == 0 else { throw EvokeError.system(errno, doing: "make a pipe", subject: file) }
        return file
    }

    public func remove(_ name: String) {
        _ = path.appending(name).withCString { unlink($0) }
    }

    public func move(_ name: String, to other: String) throws {
        let target = path.appending(other)
        try FileSystem.makeFolder(target.parent!)
        _ = path.appending(name).withCString { from in target.withCString { rename(from, $0) } }
    }

    private static func removeAll(_ folder: DiskPath) {
        guard let handle = folder.withCString({ opendir($0) }) else { return }
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name.0) { DiskPath(cString: $0).bytes }
            if name == [.dot] || name == [.dot, .dot] { continue }
            let path = folder.appending(name)
            if path.withCString({ unlink($0) }) != 0 { removeAll(path) }
        }
        closedir(handle)
        _ = folder.withCString { rmdir($0) }
    }
}
