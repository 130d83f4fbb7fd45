/// The other files of a photo: its raw file, its export, and the sidecars that speak of it.
public struct PhotoCompanions: Hashable, Sendable {
    public let files: [FilePath]
    public let sidecars: [FilePath]
    /// Tells whether a sidecar has come, gone or changed; 0 where there is none.
    public let sidecarStamp: Int64

    public static let none = PhotoCompanions(files: [], sidecars: [], sidecarStamp: 0)

    public init(files: [FilePath], sidecars: [FilePath], sidecarStamp: Int64) {
        self.files = files
        self.sidecars = sidecars
        self.sidecarStamp = sidecarStamp
    }
}
