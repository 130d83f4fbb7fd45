/// What the file system says of a file. Two equal stamps at one path mean an unchanged file.
public struct FileStamp: Hashable, Sendable {
    /// In bytes.
    public let size: Int64
    /// When its data was last written, as the file says: nanoseconds since 1970 UTC.
    public let modifiedNanoseconds: Int64
    /// The file's number in its file system.
    public let inode: UInt64
    /// When the file, its name or its permissions last changed, which nobody can set as they like. Nil where it was not
    /// recorded.
    public let changedNanoseconds: Int64?

    /// Made of what the system says of a file, and by catalogues that kept it.
    public init(size: Int64, modifiedNanoseconds: Int64, inode: UInt64, changedNanoseconds: Int64? = nil) {
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.inode = inode
        self.changedNanoseconds = changedNanoseconds
    }

    /// Whether it speaks of the same file with the same time, whatever else happened to it.
    package func resembles(_ other: FileStamp) -> Bool {
        (size, modifiedNanoseconds, inode) == (other.size, other.modifiedNanoseconds, other.inode)
    }

    /// Fits no file, so that the next run reads the one that it speaks of again.
    package var doubted: FileStamp {
        FileStamp(size: size, modifiedNanoseconds: modifiedNanoseconds, inode: inode, changedNanoseconds: -1)
    }

    /// Whether a file that has this stamp now is as it was when `recorded` was taken.
    package func fits(_ recorded: FileStamp) -> Bool {
        resembles(recorded)
            && (recorded.changedNanoseconds == nil || recorded.changedNanoseconds == changedNanoseconds)
    }
}
