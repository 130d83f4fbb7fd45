import EvokeValues

extension CatalogChange {
    /// The path of the photo it changes; nil if it identifies the photo by number.
    var path: FilePath? {
        switch self {
        case .encoded(let path, _, _, _, _), .truncated(let path, _), .colored(let path, _), .failed(let path, _, _, _),
            .described(let path, _, _), .digested(let path, _), .moved(_, let path, _, _), .copied(let path, _, _):
            path
        case .unread, .seen, .edited, .vanished, .hidden: nil
        }
    }

    /// The path at which there is a photo after this change.
    var madePath: FilePath? {
        switch self {
        case .encoded, .failed, .moved, .copied: path
        case .truncated, .colored, .described, .digested, .unread, .seen, .edited, .vanished, .hidden: nil
        }
    }

    /// The number of the photo it changes; nil if it identifies the photo by path.
    var photo: Int64? {
        switch self {
        case .moved(let photo, _, _, _), .unread(let photo, _), .seen(let photo, _), .vanished(let photo),
            .hidden(let photo):
            photo.value
        case .encoded, .truncated, .colored, .failed, .described, .digested, .copied, .edited: nil
        }
    }
}

extension FilePath {
    /// The folder as the catalog has it.
    var folder: FilePath { parent ?? FilePath("/") }
}
