/// The other files of a photo: its raw file, its export, and the sidecars that speak of it.
public struct PhotoCompanions: Hashable, Sendable {
    /// Pictures of the same shot, absolute paths. They are no photos of their own.
    public let files: [FilePath]
    /// The `.xmp` files that belong to the photo, the most important first.
    public let sidecars: [FilePath]
    /// Tells whether a sidecar has come, gone or changed, or a film come or gone; 0 where there is none.
    public let sidecarStamp: Int64

    /// A photo that is alone.
    public static let none = PhotoCompanions(files: [], sidecars: [], sidecarStamp: 0)

    /// Made when folders are read; catalogues keep it as it comes.
    public init(files: [FilePath], sidecars: [FilePath], sidecarStamp: Int64) {
        self.files = files
        self.sidecars = sidecars
        self.sidecarStamp = sidecarStamp
    }
}
