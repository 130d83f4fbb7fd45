/// A photo's number in its library; it survives re-indexing.
public struct PhotoID: Hashable, Sendable, Comparable {
    public let value: Int64

    public init(_ value: Int64) {
        self.value = value
    }

    public static func < (left: PhotoID, right: PhotoID) -> Bool { left.value < right.value }
}

/// What the file system says of a file. Two equal stamps at one path mean an unchanged file.
public struct FileStamp: Hashable, Sendable {
    public let size: Int64
    public let modifiedNanoseconds: Int64
    public let inode: UInt64
    /// When the file, its name or its permissions last changed, which nobody can set as they like. Nil where it was not
    /// recorded.
    public let changedNanoseconds: Int64?

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

    /// Whether a file that has this stamp now is as it was when `recorded` was taken.
    package func fits(_ recorded: FileStamp) -> Bool {
        resembles(recorded)
            && (recorded.changedNanoseconds == nil || recorded.changedNanoseconds == changedNanoseconds)
    }
}

/// Width and height as the photo is looked at, its orientation applied.
public struct PixelSize: Hashable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

public struct SearchHit: Hashable, Sendable {
    public let rank: Int
    /// The cosine between the query and the photo.
    public let score: Float
    public let id: PhotoID
    public let path: FilePath

    public init(rank: Int, score: Float, id: PhotoID, path: FilePath) {
        self.rank = rank
        self.score = score
        self.id = id
        self.path = path
    }
}
