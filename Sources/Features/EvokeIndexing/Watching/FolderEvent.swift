package import EvokeValues

/// Something that happened in a watched folder.
package enum FolderEvent: Sendable, Hashable {
    /// A photo is being written.
    case writing(FilePath)
    /// A photo was written to its end, came, or went.
    case changed(FilePath)
    /// A photo's stamp or permissions are others; it may still be being written.
    case touched(FilePath)
    /// A folder came, went or was replaced, with everything below it.
    case tree(FilePath)
    /// More happened than the kernel has kept; nobody knows where.
    case overflow
}
