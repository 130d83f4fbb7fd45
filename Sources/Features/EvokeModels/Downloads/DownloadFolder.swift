import EvokeSystem
import EvokeValues
import EvokeWorkers
import Foundation

/// The folder of a download's files and progress: `downloads/NAME` in the model store.
struct DownloadFolder: Sendable {
    /// A request about a download that another process is working on.
    enum Request: String {
        case pause, cancel
    }

    /// How a download ended whose folder is gone.
    enum Ending: String {
        case succeeded, cancelled
    }

    /// The model's name, if this is the name of an ending file.
    static func nameEnded(_ file: [UInt8]) -> String? {
        guard file.first == .dot, file.suffix(6).elementsEqual(".ended".utf8) else { return nil }
        let name = String(decoding: file.dropFirst().dropLast(6), as: UTF8.self)
        return ModelName.isPlain(name) ? name : nil
    }

    let path: DiskPath
    /// Next to the folder, and hidden, so that it isn't taken for a download.
    private let endingFile: DiskPath
    private let leavingPath: DiskPath

    init(of name: String, on modelStore: DiskPath) {
        path = Self.all(on: modelStore).appending(name)
        endingFile = Self.all(on: modelStore).appending(".\(name).ended")
        leavingPath = Self.all(on: modelStore).appending(".\(name).leaving")
    }

    static func all(on modelStore: DiskPath) -> DiskPath { modelStore.appending(ModelName.downloads) }

    /// The model's folder, as it will be installed.
    var model: DiskPath { path.appending("model") }
    /// For whatever is compiled while trying the model.
    var scratch: DiskPath { path.appending("scratch") }
    private var lockFile: DiskPath { path.appending("lock") }
    private var pendingRequestFile: DiskPath { path.appending("wish") }
    private var requestFile: DiskPath { path.appending("request.json") }
    private var stateFile: DiskPath { path.appending("state.json") }
    private var fetchedFile: DiskPath { path.appending("fetched.json") }

    var request: DownloadRequest? {
        get { read(requestFile) }
        nonmutating set { write(newValue, to: requestFile) }
    }

    /// As last recorded, possibly by a process that is gone.
    var state: ModelDownload? {
        get { (read(stateFile) as ModelDownload?).flatMap { $0.isPlausible ? $0 : nil } }
        nonmutating set { write(newValue, to: stateFile) }
    }

    /// The files that are complete and verified.
    var fetched: [ModelManifest.File] {
        get { read(fetchedFile) ?? [] }
        nonmutating set { write(newValue, to: fetchedFile) }
    }

    var pendingRequest: Request? {
        // The file doesn't exist until there is a request.
        (try? FileSystem.read(pendingRequestFile)).flatMap { Request(rawValue: String(decoding: $0, as: UTF8.self)) }
    }

    func record(_ pendingRequest: Request) throws(EvokeError) {
        try FileSystem.replace(pendingRequestFile, with: Array(pendingRequest.rawValue.utf8))
    }

    /// How the last download of that name ended, for other processes; nil while one is active.
    var ending: Ending? {
        // The file doesn't exist until a download has ended.
        (try? FileSystem.read(endingFile)).flatMap { Ending(rawValue: String(decoding: $0, as: UTF8.self)) }
    }

    /// Tells two endings with the same contents apart.
    var endingStamp: FileStamp? { FileSystem.status(of: endingFile).map(FileStamp.init) }

    /// Whether anything was recorded, readable or not.
    var isRecorded: Bool { [requestFile, stateFile].contains(where: FileSystem.isFile) }

    /// Whether a process is working on it.
    var isHeld: Bool { FileLock.isHeld(lockFile) }

    /// Records the request, and keeps others out for as long as the lock is held.
    ///
    /// - Parameter check: whether the download is still needed; called once nobody else can be working on it.
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

    /// A download that ends takes its folder with it, so the folder may have to be made again.
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
                // Otherwise, another process was only checking whether it is locked.
                if isHeld { break }
            }
            SystemClock.pause(.milliseconds(1))
        }
        throw EvokeError(
            .libraryBusy, doing: "download the model", subject: request.name,
            reason: "another process is already downloading it", remedies: [.showDownloads])
    }

    /// Bytes on disk, including partial files.
    var bytes: Int64 {
        // Shown to people, so errors are ignored.
        FileSystem.size(of: ((try? FileSystem.filesBelow(model)) ?? []).map { model.appending($0.bytes) })
    }

    func make() throws(EvokeError) {
        try FileSystem.erase(leavingPath)
        try FileSystem.makeFolder(path.parent ?? path, isPrivate: true)
        try FileSystem.makeFolder(path, isPrivate: true)
        try FileSystem.makeFolder(model, isPrivate: true)
    }

    /// Deletes what has been received.
    func forgetFiles() {
        // What remains will be found to be damaged again.
        for place in [model, scratch, fetchedFile] { try? FileSystem.erase(place) }
    }

    /// Atomic for other processes, which could otherwise mistake a half-deleted download for an interrupted one.
    func erase() throws(EvokeError) {
        try FileSystem.erase(leavingPath)
        guard FileSystem.isFolder(path) else { return }
        try FileSystem.move(path, to: leavingPath, doing: "end the download")
        try FileSystem.erase(leavingPath)
    }

    /// Records how it ended, then erases the folder.
    func end(_ ending: Ending) throws(EvokeError) {
        // Errors are ignored: observers learn less, but the download has ended anyway.
        try? FileSystem.replace(endingFile, with: Array(ending.rawValue.utf8))
        try erase()
    }

    private func read<Value: Decodable>(_ file: DiskPath) -> Value? {
        // A missing or unreadable record counts as absent.
        (try? FileSystem.read(file)).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) }
    }

    /// On failure, other processes and later runs just don't know.
    private func write(_ value: some Encodable, to file: DiskPath) {
        // Ignored, as above.
        guard let data = try? JSONEncoder().encode(value) else { return }
        // Ignored, as above.
        try? FileSystem.replace(file, with: Array(data))
    }
}

/// Reports a download's progress to the process that started it, and to others through its folder.
final class DownloadReport: Sendable {
    private struct State {
        var download: ModelDownload
        var started: ContinuousClock.Instant?
        /// Bytes from this run and from earlier ones.
        var fetched: Int64 = 0
        var current: Int64 = 0
        /// How much of the current file was there before; counted once.
        var resumed: Int64?
        var earlier: Int64 = 0
        var told: ContinuousClock.Instant?
        var written: ContinuousClock.Instant?
    }

    private let state: Locked<State>
    private let folder: DownloadFolder
    private let notify: @Sendable (ModelDownload) -> Void

    init(_ name: String, folder: DownloadFolder, notify: @escaping @Sendable (ModelDownload) -> Void) {
        state = Locked(State(download: ModelDownload(name: name, state: .running)))
        self.folder = folder
        self.notify = notify
    }

    func begin() {
        tell { state in
            state = State(download: ModelDownload(name: state.download.name, state: .running))
        }
    }

    func expect(total: Int64?) { tell { $0.download.total = total } }

    /// Adds a file that is complete.
    func add(_ bytes: Int64) {
        tell { state in
            if state.current == 0 { state.earlier += bytes }
            state.fetched += bytes
            state.current = 0
            state.resumed = nil
            state.download.received = state.fetched
        }
    }

    /// Updates the progress of the current file.
    func show(_ progress: FetchProgress) {
        tell(isUrgent: progress.setback != nil) { state in
            let now = ContinuousClock.now
            if state.resumed == nil {
                state.resumed = progress.resumedFrom
                state.earlier += progress.resumedFrom
            }
            let started = state.started ?? now
            state.started = started
            state.current = progress.received
            state.download.received = state.fetched + state.current
            state.download.problem = progress.setback
            let seconds = (now - started) / .seconds(1)
            let came = state.download.received - state.earlier
            state.download.bytesPerSecond = seconds >= 1 && came > 0 ? Double(came) / seconds : nil
        }
    }

    /// Records a setback before anything has been received.
    func record(_ setback: EvokeError) { tell { $0.download.problem = setback } }

    func wait(for obstacle: EvokeError) {
        tell { state in
            state.download.state = .waiting
            state.download.problem = obstacle
            state.download.bytesPerSecond = nil
        }
    }

    func check() {
        tell { state in
            state.download.state = .checking
            state.download.problem = nil
        }
    }

    func end(_ ending: ModelDownload.State, _ error: EvokeError? = nil) {
        tell { state in
            state.download.state = ending
            state.download.problem = error
            state.download.bytesPerSecond = nil
        }
    }

    private func tell(isUrgent: Bool = true, _ change: (inout State) -> Void) {
        let (download, isTold, isWritten) = state.withLock { state -> (ModelDownload, Bool, Bool) in
            change(&state)
            let now = ContinuousClock.now
            func isDue(_ last: ContinuousClock.Instant?, _ pause: Duration) -> Bool {
                isUrgent || last.map { now - $0 >= pause } ?? true
            }
            let (isTold, isWritten) = (
                isDue(state.told, .milliseconds(100)), isDue(state.written, .seconds(1))
            )
            if isTold { state.told = now }
            if isWritten { state.written = now }
            return (state.download, isTold, isWritten)
        }
        if isWritten { folder.state = download }
        if isTold { notify(download) }
    }
}
