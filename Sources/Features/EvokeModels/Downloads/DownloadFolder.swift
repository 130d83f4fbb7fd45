import EvokeSystem
import EvokeValues
import FoundationEssentials

/// Where a download keeps what has come and how far it is: `downloads/NAME` on the shelf.
struct DownloadFolder: Sendable {
    /// What somebody wants of a download that another process works on.
    enum Request: String {
        case pause, cancel
    }

    /// How one ended whose folder is gone.
    enum Ending: String {
        case succeeded, cancelled
    }

    /// The model's name, where that is the name of such a note.
    static func nameEnded(_ file: [UInt8]) -> String? {
        guard file.first == .dot, file.suffix(6).elementsEqual(".ended".utf8) else { return nil }
        let name = String(decoding: file.dropFirst().dropLast(6), as: UTF8.self)
        return ModelName.isPlain(name) ? name : nil
    }

    let path: FilePath
    /// Beside the folder, and hidden, so that it is no download.
    private let endingFile: FilePath
    private let leavingPath: FilePath

    init(of name: String, on modelStore: FilePath) {
        path = Self.all(on: modelStore).appending(name)
        endingFile = Self.all(on: modelStore).appending(".\(name).ended")
        leavingPath = Self.all(on: modelStore).appending(".\(name).leaving")
    }

    static func all(on modelStore: FilePath) -> FilePath { modelStore.appending(ModelName.downloads) }

    /// The model's folder as it will be.
    var model: FilePath { path.appending("model") }
    /// For what is compiled while the model is tried.
    var scratch: FilePath { path.appending("scratch") }
    private var lockFile: FilePath { path.appending("lock") }
    private var pendingRequestFile: FilePath { path.appending("wish") }
    private var requestFile: FilePath { path.appending("request.json") }
    private var stateFile: FilePath { path.appending("state.json") }
    private var fetchedFile: FilePath { path.appending("fetched.json") }

    var request: DownloadRequest? {
        get { read(requestFile) }
        nonmutating set { write(newValue, to: requestFile) }
    }

    /// As it was last written down: whoever wrote it may be gone.
    var state: ModelDownload? {
        get { (read(stateFile) as ModelDownload?).flatMap { $0.isPlausible ? $0 : nil } }
        nonmutating set { write(newValue, to: stateFile) }
    }

    /// The files that are there, whole and checked.
    var fetched: [ModelManifest.File] {
        get { read(fetchedFile) ?? [] }
        nonmutating set { write(newValue, to: fetchedFile) }
    }

    var pendingRequest: Request? {
        // There is none before somebody wishes.
        (try? FileSystem.read(pendingRequestFile)).flatMap { Request(rawValue: String(decoding: $0, as: UTF8.self)) }
    }

    func record(_ pendingRequest: Request) throws(EvokeError) {
        try FileSystem.replace(pendingRequestFile, with: Array(pendingRequest.rawValue.utf8))
    }

    /// Of the last download of that name, for those who watch from another process; nil while one is under way.
    var ending: Ending? {
        // There is none before one has ended.
        (try? FileSystem.read(endingFile)).flatMap { Ending(rawValue: String(decoding: $0, as: UTF8.self)) }
    }

    /// Tells one note from the next of the same words.
    var endingStamp: FileStamp? { FileSystem.status(of: endingFile).map(FileStamp.init) }

    /// Whether anything was noted, legible or not.
    var isRecorded: Bool { [requestFile, stateFile].contains(where: FileSystem.isFile) }

    /// Whether a process works on it.
    var isHeld: Bool { FileLock.isHeld(lockFile) }

    /// Notes what is to be fetched, and keeps others from it for as long as the lock is held.
    ///
    /// - Parameter check: whether it is still to be fetched, asked when nobody else can have fetched it any more.
    func take(
        for request: DownloadRequest, if check: () throws(EvokeError) -> Void = {}
    ) throws(EvokeError) -> FileLock {
        let lock = try lock(for: request)
        do throws(EvokeError) {
            try check()
        } catch {
            if self.request == nil { try? erase() }
            throw error
        }
        self.request = request
        FileSystem.remove(pendingRequestFile)
        try FileSystem.erase(endingFile)
        return lock
    }

    /// A download that ends takes its folder along, so another may have to be made.
    private func lock(for request: DownloadRequest) throws(EvokeError) -> FileLock {
        let end = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < end {
            try make()
            do throws(Errno) {
                let lock = try FileLock(file: lockFile)
                if lock.file.isStill(at: lockFile) { return lock }
            } catch {
                guard error.isHeldByAnother || error == .notThere else {
                    throw .system(error.code, doing: "lock the download", subject: path)
                }
                // Else somebody only looked whether it is held.
                if isHeld { break }
            }
            SystemClock.pause(.milliseconds(1))
        }
        throw EvokeError(
            .libraryBusy, doing: "fetch the model", subject: request.name,
            reason: "another process is fetching it already", remedies: [.showDownloads])
    }

    /// What is on the disk already, parts of files included.
    var bytes: Int64 {
        // For people who watch.
        FileSystem.size(of: ((try? FileSystem.filesBelow(model)) ?? []).map { model.appending($0.bytes) })
    }

    func make() throws(EvokeError) {
        try FileSystem.erase(leavingPath)
        try FileSystem.makeFolder(path.parent ?? path, isPrivate: true)
        try FileSystem.makeFolder(path, isPrivate: true)
        try FileSystem.makeFolder(model, isPrivate: true)
    }

    /// Deletes what has come.
    func forgetFiles() {
        // What stays is found to be damaged again.
        for place in [model, scratch, fetchedFile] { try? FileSystem.erase(place) }
    }

    /// All at once for others, who would take what is half deleted for something that was left.
    func erase() throws(EvokeError) {
        try FileSystem.erase(leavingPath)
        guard FileSystem.isFolder(path) else { return }
        try FileSystem.move(path, to: leavingPath, doing: "end the download")
        try FileSystem.erase(leavingPath)
    }

    /// Erases what is left, once it is noted how it ended.
    func end(_ ending: Ending) throws(EvokeError) {
        // Who watches is told less; the download has ended all the same.
        try? FileSystem.replace(endingFile, with: Array(ending.rawValue.utf8))
        try erase()
    }

    private func read<Value: Decodable>(_ file: FilePath) -> Value? {
        // What is not noted, or not legible, is not known.
        (try? FileSystem.read(file)).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) }
    }

    /// What cannot be written down is only not known to others, and to a later run.
    private func write(_ value: some Encodable, to file: FilePath) {
        // As said above.
        guard let data = try? JSONEncoder().encode(value) else { return }
        // As said above.
        try? FileSystem.replace(file, with: Array(data))
    }
}
