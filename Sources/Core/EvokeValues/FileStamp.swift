/// What the file system says about a file. Two equal stamps at one path mean an unchanged file.
public struct FileStamp: Hashable, Sendable {
    /// In bytes.
    public let size: Int64
    /// The modification time: nanoseconds since 1970 UTC.
    public let modifiedNanoseconds: Int64
    /// The file's number in its file system.
    public let inode: UInt64
    /// When the file, its name or its permissions last changed, which users cannot set. Nil if not recorded.
    public let changedNanoseconds: Int64?

    /// Made from what the system says about a file, and by catalogs that stored it.
    public init(size: Int64, modifiedNanoseconds: Int64, inode: UInt64, changedNanoseconds: Int64? = nil) {
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.inode = inode
        self.changedNanoseconds = changedNanoseconds
    }

    /// Whether size, modification time and inode are equal, whatever else happened to the file.
    package func resembles(_ other: FileStamp) -> Bool {
        (size, modifiedNanoseconds, inode) == (other.size, other.modifiedNanoseconds, other.inode)
    }

    /// Fits no file, so that the next run reads the file again.
    package var doubted: FileStamp {
        FileStamp(size: size, modifiedNanoseconds: modifiedNanoseconds, inode: inode, changedNanoseconds: -1)
    }

    /// Whether a file with this stamp now is unchanged since `recorded`.
    package func fits(_ recorded: FileStamp) -> Bool {
        resembles(recorded)
            && (recorded.changedNanoseconds == nil || recorded.changedNanoseconds == changedNanoseconds)
    }
}
