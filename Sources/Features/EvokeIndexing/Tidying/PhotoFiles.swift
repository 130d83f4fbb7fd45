import EvokeSystem
import EvokeValues

/// All files of a photo, as they lie in its folder now.
struct PhotoFiles {
    let photo: FilePath
    /// What else the shot left: its raw file, and the film of a live photo.
    let companions: [FilePath]
    /// Those that speak of it alone: `a.xmp` may speak of `a.jpg` and of `a.png`.
    let sidecars: [FilePath]
    /// Evoke's own, of whatever file in the folder: they are there for a moment, or a killed process left them.
    let drafts: [FilePath]

    var all: [FilePath] { [photo] + companions + sidecars }

    /// Throws where its folder cannot be read, or where the photo has become part of another one.
    init(of photo: FilePath, doing: String = "put away the photo") throws(EvokeError) {
        func refusal(_ reason: String) -> EvokeError {
            EvokeError(
                .notAllowed, doing: doing, subject: photo.display, reason: reason,
                remedy: "Index its folder, and ask again.")
        }
        guard let folder = photo.parent else { throw refusal("it is in no folder") }
        let files = try FileSystem.names(in: folder, doing: doing).map { folder.appending($0) }
        let groups = PhotoGroup.groups(
            of: files.filter(PhotoNames.isPhoto), sidecars: files.filter(PhotoNames.isSidecar))
        guard let own = groups.first(where: { $0.main == photo }) else {
            throw refusal("another file of its name has become the photo")
        }
        let others = Set(groups.filter { $0.main != photo }.flatMap(\.sidecars))
        self.photo = photo
        companions = own.others
        sidecars = own.sidecars.filter { !others.contains($0) }
        drafts = files.filter { $0.name.starts(with: ".evoke-".utf8) }
    }
}
