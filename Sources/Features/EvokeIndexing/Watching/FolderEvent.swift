package import EvokeValues

/// Something that happened in a watched folder.
package enum FolderEvent: Sendable, Hashable {
    /// A photo is being written.
    case writing(FilePath)
    /// A photo was completed, or came or went.
    case changed(FilePath)
    /// A photo's stamp or permissions changed; it may still be being written.
    case touched(FilePath)
    /// A folder came, went or was replaced, with everything below it.
    case tree(FilePath)
    /// The kernel lost events, so anything may have changed.
    case overflow
}
