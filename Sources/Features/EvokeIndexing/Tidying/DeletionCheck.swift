import EvokeSystem
import EvokeValues

/// What must be true right before a duplicate is removed.
struct DeletionCheck {
    private static let doing = "remove the duplicate"

    let roots: [DiskPath]

    /// What was seen before anything was moved.
    struct Seen {
        let files: PhotoFiles
        fileprivate let going, staying: FileStatus
        fileprivate let filesThatStay: PhotoFiles
    }

    /// Throws the reason not to remove it.
    ///
    /// - Parameter changes: what this run did before.
    func inspect(at step: TidyStep, after changes: OwnChanges) throws(EvokeError) -> Seen {
        let (goes, stays) = (step.goes, step.stays)
        try checkRoot(of: goes.path)
        try checkRoot(of: stays.path)
        guard let folder = goes.path.parent, FileSystem.canWrite(folder) else {
            throw refusal(goes.path, .readOnly, "its folder is not writable")
        }
        let (going, staying) = (try status(of: goes, changes), try status(of: stays, changes))
        guard !isOneName(goes.path, stays.path) else {
            throw refusal(goes.path, .notAllowed, "it is the photo to keep, under another path")
        }
        let (files, others) = (try PhotoFiles(of: goes.path), try PhotoFiles(of: stays.path))
        for companion in files.companions { try checkTwin(of: companion, at: companion, step, others) }
        return Seen(files: files, going: going, staying: staying, filesThatStay: others)
    }

    /// Throws unless the photo that stays still exists unchanged, once a file to be removed has lost its name. Two
    /// mounts may show one file as two, which would make it the last one.
    ///
    /// - Parameter aside: where it is now.
    func check(_ file: DiskPath, at aside: DiskPath, of step: TidyStep, _ seen: Seen) throws(EvokeError) {
        let stays = step.stays.path
        guard let folder = stays.parent else { return }
        // Mounts may cache what a path leads to; a folder's listing is read afresh.
        let names = Set(try FileSystem.names(in: folder, doing: Self.doing))
        let isOneFile = FileIdentity(seen.going) == FileIdentity(seen.staying)
        // A renamed file counts as changed.
        guard seen.filesThatStay.all.allSatisfy({ names.contains(Array($0.name)) }),
            let now = try? OpenFile(stays, .readItself, doing: Self.doing).status(),
            isOneFile
                ? FileStamp(now).resembles(FileStamp(seen.staying)) : FileStamp(now).fits(FileStamp(seen.staying))
        else { throw refusal(step.goes.path, .notAllowed, "the photo to keep disappeared with it, or has changed") }
        if seen.files.companions.contains(file) {
            try checkTwin(of: file, at: aside, step, seen.filesThatStay)
        } else if file == step.goes.path {
            guard let status = try? FileStatus(of: aside, followingLinks: false),
                FileStamp(status).resembles(FileStamp(seen.going))
            else { throw refusal(file, .notAllowed, "another program modified it in the meantime") }
            if step.isExact { try checkSame(aside, step) }
        }
    }

    /// Throws unless both photos have the same content.
    ///
    /// - Parameter file: where the one to be removed is now.
    func checkSame(_ file: DiskPath, _ step: TidyStep) throws(EvokeError) {
        guard try holdSame(file, step.stays.path) else {
            throw refusal(step.goes.path, .notAllowed, "its content differs from \(step.stays.path.display)")
        }
    }

    /// Two photos may have the same JPEG while only one has the raw file or the film.
    private func checkTwin(
        of companion: DiskPath, at place: DiskPath, _ step: TidyStep, _ others: PhotoFiles
    ) throws(EvokeError) {
        guard try hasTwin(place, among: others.companions) else {
            throw refusal(step.goes.path, .notAllowed, "there is no copy of its companion file \(companion.display)")
        }
    }

    private func checkRoot(of photo: DiskPath) throws(EvokeError) {
        guard let root = roots.first(where: { photo.isInside($0) }) else {
            throw refusal(photo, .notAllowed, "its folder is not in the library")
        }
        guard FileSystem.status(of: root) != nil, !FileSystem.isBareFolder(root) else {
            throw refusal(photo, .notFound, "the folder \(root.display) does not exist", "Connect its disk.")
        }
    }

    /// Throws unless the file is still as the library knows it.
    private func status(of photo: PhotoCard, _ changes: OwnChanges) throws(EvokeError) -> FileStatus {
        let status: FileStatus
        do throws(Errno) {
            status = try FileStatus(of: photo.path, followingLinks: false)
        } catch {
            throw .system(error.code, doing: Self.doing, subject: photo.path)
        }
        guard status.isFile, status.size > 0, changes.fits(status, photo.stamp) else {
            throw refusal(
                photo.path, .notAllowed, "it has changed since it was indexed", "Index its folder and try again.")
        }
        // A folder on the way may have become a link to the one with the other photo.
        guard FileSystem.resolve(photo.path) == photo.path else {
            throw refusal(photo.path, .notAllowed, "its path contains a link")
        }
        return status
    }

    /// Whether both paths lead to one name in one folder, as through two mounts.
    private func isOneName(_ first: DiskPath, _ second: DiskPath) -> Bool {
        guard first.name.elementsEqual(second.name),
            let folder = first.parent.flatMap(FileSystem.status), let other = second.parent.flatMap(FileSystem.status)
        else { return false }
        return FileIdentity(folder) == FileIdentity(other)
    }

    private func hasTwin(_ file: DiskPath, among others: [DiskPath]) throws(EvokeError) -> Bool {
        for other in others where FileSystem.isFile(other) && FileSystem.isFile(file) {
            if FileSystem.size(of: file) == FileSystem.size(of: other), try holdSame(file, other) { return true }
        }
        return false
    }

    /// Compares byte by byte.
    func holdSame(_ first: DiskPath, _ second: DiskPath) throws(EvokeError) -> Bool {
        let (first, second) = (
            try OpenFile(first, .readItself, doing: Self.doing), try OpenFile(second, .readItself, doing: Self.doing)
        )
        // Over a network, the system may first report outdated times.
        for _ in 0..<3 {
            let before = (FileStamp(try first.status()), FileStamp(try second.status()))
            guard before.0.size == before.1.size else { return false }
            var offset = 0
            while true {
                let bytes = try first.bytes(1 << 20, at: offset)
                guard try second.bytes(1 << 20, at: offset) == bytes else { return false }
                if bytes.isEmpty { break }
                offset += bytes.count
            }
            // Neither was written to meanwhile.
            let after = (FileStamp(try first.status()), FileStamp(try second.status()))
            if after == before { return true }
        }
        return false
    }

    private func refusal(
        _ photo: DiskPath, _ kind: EvokeError.Kind, _ reason: String, _ remedy: String = ""
    ) -> EvokeError {
        EvokeError(kind, doing: Self.doing, subject: photo.display, reason: reason, remedy: remedy)
    }
}

/// All files of a photo that its folder has now.
struct PhotoFiles {
    let photo: DiskPath
    /// The shot's other files: its raw file, and the film of a live photo.
    let companions: [DiskPath]
    /// Sidecars of this photo only: `a.xmp` may belong to both `a.jpg` and `a.png`.
    let sidecars: [DiskPath]
    /// Evoke's own, for any file in the folder: they exist for a moment, or a killed process left them.
    let drafts: [DiskPath]

    var all: [DiskPath] { [photo] + companions + sidecars }

    /// Throws if its folder cannot be read, or if the photo has become part of another one.
    init(of photo: DiskPath, doing: String = "remove the duplicate") throws(EvokeError) {
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
