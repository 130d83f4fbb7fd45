import EvokeSystem
import EvokeValues

/// All files of a photo that its folder has now.
struct PhotoFiles {
    let photo: FilePath
    /// The shot's other files: its raw file, and the film of a live photo.
    let companions: [FilePath]
    /// Sidecars of this photo only: `a.xmp` may belong to both `a.jpg` and `a.png`.
    let sidecars: [FilePath]
    /// Evoke's own, for any file in the folder: they exist for a moment, or a killed process left them.
    let drafts: [FilePath]

    var all: [FilePath] { [photo] + companions + sidecars }

    /// Throws if its folder cannot be read, or if the photo has become part of another one.
    init(of photo: FilePath, doing: String = "remove the duplicate") throws(EvokeError) {
        func refusal(_ reason: String) -> EvokeError {
            EvokeError(
                .notAllowed, doing: doing, subject: photo.display, reason: reason,
                remedy: "Index its folder and try again.")
        }
        guard let folder = photo.parent else { throw refusal("it is not in a folder") }
        let files = try FileSystem.names(in: folder, doing: doing).map { folder.appending($0) }
        let groups = PhotoGroup.groups(
            of: files.filter(PhotoNames.isPhoto), sidecars: files.filter(PhotoNames.isSidecar))
        guard let own = groups.first(where: { $0.main == photo }) else {
            throw refusal("another file with its name has become the photo")
        }
        let others = Set(groups.filter { $0.main != photo }.flatMap(\.sidecars))
        self.photo = photo
        companions = own.others
        sidecars = own.sidecars.filter { !others.contains($0) }
        drafts = files.filter { $0.name.starts(with: ".evoke-".utf8) }
    }
}
