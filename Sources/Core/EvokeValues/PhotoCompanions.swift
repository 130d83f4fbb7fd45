/// A photo's other files: its raw file, its export, and its sidecars.
public struct PhotoCompanions: Hashable, Sendable {
    /// Absolute paths of pictures of the same shot. They are not photos of their own.
    public let files: [FilePath]
    /// The photo's `.xmp` files, the most important first.
    public let sidecars: [FilePath]
    /// Changes whenever a sidecar comes, goes or changes, or a film comes or goes; 0 if there are none.
    public let sidecarStamp: Int64

    /// For a photo without other files.
    public static let none = PhotoCompanions(files: [], sidecars: [], sidecarStamp: 0)

    /// Made when folders are read; catalogs store it unchanged.
    public init(files: [FilePath], sidecars: [FilePath], sidecarStamp: Int64) {
        self.files = files
        self.sidecars = sidecars
        self.sidecarStamp = sidecarStamp
    }
}
