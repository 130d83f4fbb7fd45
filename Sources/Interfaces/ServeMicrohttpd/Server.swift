import EvokeSystem
package import EvokeValues
package import EvokeWebAPI
import EvokeWorkers

/// A certificate chain and its key, both as PEM.
package struct Certificate: Sendable {
    let chain: String
    let key: String
    /// Whether browsers must use encryption for this host, on every port, for a year.
    let isStrict: Bool

    package init(chain: DiskPath, key: DiskPath, isStrict: Bool) throws(EvokeError) {
        self.isStrict = isStrict
        self.chain = String(decoding: try FileSystem.read(chain, most: FileSystem.mostBytesOfText), as: UTF8.self)
        self.key = String(decoding: try FileSystem.read(key, most: FileSystem.mostBytesOfText), as: UTF8.self)
    }
}

/// Serves the API and the web app on sockets.
package final class Server: Sendable {
    let service: any Answering
    private let budget = UploadBudget(Limits.uploadsAtOnce)
    let silence = Silence()
    let daemons = Locked<[Daemon]>([])
    /// Those that no longer listen, but still answer what had arrived.
    let retired = Locked<[Daemon]>([])
    let librarySocket = Locked<OwnSocket?>(nil)
    private let watching = Locked<Task<Void, Never>?>(nil)
    let executor = BlockingExecutor(width: 1)
    private let mostWork: Duration
    private let ending = Locked<Deadlines.Ending?>(nil)

    package convenience init(_ service: any Answering) {
        self.init(service, mostWork: Limits.work)
    }

    init(_ service: any Answering, mostWork: Duration) {
        self.service = service
        self.mostWork = mostWork
        let task = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                self?.enforceDeadlines()
                self?.freePlaces()
                await self?.keepLibrarySocket()
                await self?.stopRetired()
            }
        }
        watching.withLock { $0 = task }
    }

    deinit {
        watching.withLock { $0?.cancel() }
    }

    /// Requests of this machine's own user need no token, if `owners` can identify the client; if the server listens to
    /// other machines, too, everyone needs it.
    package func listen(
        on socket: ListeningSocket, certificate: Certificate? = nil, toOthers: Bool,
        owners: any SocketOwnerReading = KernelSocketOwners()
    ) throws(EvokeError) {
        try add(
            socket,
            Daemon.Settings(
                way: .network(isEncrypted: certificate != nil), connections: 512,
                connectionsOfOneAddress: toOthers ? 128 : nil, certificate: certificate,
                owners: toOthers ? nil : owners))
    }

    func add(_ socket: ListeningSocket, _ settings: Daemon.Settings) throws(EvokeError) {
        let daemon = try Daemon(socket, settings, service, budget, silence)
        daemons.withLock { $0.append(daemon) }
    }

    private var connections: [Connection] {
        (daemons.withLock { $0 } + retired.withLock { $0 }).flatMap(\.open)
    }

    /// Accepts no more requests, answers those in progress, and ends. Responses have their usual time; requests that
    /// have arrived only in part have `patience`.
    package func stop(within patience: Duration = .seconds(10)) async {
        watching.withLock { $0?.cancel() }
        await watching.withLock { $0 }?.value
        let daemons = daemons.withLock { $0 }
        for daemon in daemons { daemon.quiesce() }
        service.endStreams()
        let ending = Deadlines.Ending(patience: patience)
        self.ending.withLock { $0 = ending }
        let last = ending.began + mostWork + Deadlines.sendingAtTheEnd + patience
        while busyCount > 0, ContinuousClock.now < last {
            enforceDeadlines()
            try? await Task.sleep(for: .milliseconds(10))
        }
        let all = daemons + retired.withLock { $0 }
        await executor.run { for daemon in all { daemon.stop() } }
        service.close()
        librarySocket.withLock { $0 }?.socket.removeFile()
    }

    /// Connections with something in progress.
    var busyCount: Int { connections.count(where: \.isBusy) }

    /// Requests being worked on.
    var workCount: Int {
        connections.count { if case .working = $0.stage.stage { true } else { false } }
    }

    private func enforceDeadlines() {
        let (now, ending) = (ContinuousClock.now, ending.withLock { $0 })
        for connection in connections {
            let (stage, since) = connection.stage
            guard let end = Deadlines.end(of: stage, since: since, mostWork: mostWork, ending), now > end else {
                continue
            }
            if case .working = stage {
                giveUp(on: connection, "It made no progress for \(mostWork.components.seconds) seconds.")
            } else {
                connection.cut()
            }
        }
    }

    private func freePlaces() {
        for daemon in daemons.withLock({ $0 }) { daemon.makeRoom() }
        for connection in connections where connection.isLeft { connection.cut() }
    }

    private func giveUp(on connection: Connection, _ reason: String) {
        guard case .working(let exchange) = connection.stage.stage else { return }
        exchange.giveUp(with: service.problem(status: 503, kind: "timeOut", detail: reason), on: connection)
    }
}

/// Time limits.
enum Deadlines {
    /// Without a byte in either direction.
    static let silenceInSeconds = 30
    static let idle = Duration.seconds(30)
    static let receiving = Duration.seconds(60)
    static let sending = Duration.seconds(600)
    static let sendingAtTheEnd = Duration.seconds(60)

    /// The server is shutting down.
    struct Ending {
        let began = ContinuousClock.now
        let patience: Duration
    }

    static func end(
        of stage: Connection.Stage, since: ContinuousClock.Instant, mostWork: Duration, _ ending: Ending?
    ) -> ContinuousClock.Instant? {
        let (usual, atTheEnd): (Duration?, Duration?) =
            switch stage {
            case .idle: (idle, nil)
            case .receiving: (receiving, ending?.patience)
            case .working: (mostWork, nil)
            case .sending: (sending, sendingAtTheEnd)
            case .streaming: (nil, sendingAtTheEnd)
            }
        let last = ending.flatMap { ending in atTheEnd.map { max(since, ending.began) + $0 } }
        return [usual.map { since + $0 }, last].compactMap { $0 }.min()
    }
}

extension Connection {
    var isBusy: Bool {
        switch stage.stage {
        case .idle: false
        default: true
        }
    }
}

/// The total size of uploads, shared by all.
final class UploadBudget: Sendable {
    private let free: Locked<Int>

    init(_ bytes: Int) {
        free = Locked(bytes)
    }

    func take(for request: Request) -> Bool {
        let count = Self.count(request)
        return free.withLock { free in
            guard count <= free else { return false }
            free -= count
            return true
        }
    }

    func giveBack(for request: Request) { free.withLock { $0 += Self.count(request) } }

    private static func count(_ request: Request) -> Int { Int(request.headers["content-length"] ?? "0") ?? 0 }
}

/// The socket in the library's folder, which `evoke search` uses.
extension Server {
    /// Listens on a socket in the library's folder, which is deleted at the end. If the folder goes away and comes
    /// back, the socket is made again, unless that `isGoodbye`.
    package func listen(
        onLibrarySocket file: DiskPath, whoseLossIsGoodbye isGoodbye: Bool = false
    ) throws(EvokeError) {
        let socket = try ListeningSocket.onFile(file)
        try listen(on: OwnSocket(file: file, socket: socket, isMadeAnew: !isGoodbye))
    }

    /// Listens on a socket in the library's folder that another process maintains.
    package func listen(onLibrarySocket socket: ListeningSocket) throws(EvokeError) {
        try add(socket, Self.ofLibrarySocket)
    }

    private static let ofLibrarySocket = Daemon.Settings(
        way: .librarySocket, connections: 64, connectionsOfOneAddress: nil, certificate: nil, owners: nil)

    private func listen(on own: OwnSocket) throws(EvokeError) {
        do throws(EvokeError) {
            try add(own.socket, Self.ofLibrarySocket)
        } catch {
            own.socket.removeFile()
            throw error
        }
        librarySocket.withLock { $0 = own }
    }

    /// Whether it is missing, or was when last checked.
    package var missesItsLibrarySocket: Bool { librarySocket.withLock { $0?.mayBeMissing ?? false } }

    /// Called every second.
    func keepLibrarySocket() async {
        let isThere = await service.libraryIsThere
        guard var own = librarySocket.withLock({ $0 }) else { return }
        if !isThere || !own.socket.isInPlace { own.mayBeMissing = true }
        librarySocket.withLock { $0 = own }
        guard own.mayBeMissing, isThere, own.isMadeAnew else { return }
        do throws(EvokeError) {
            let socket = try ListeningSocket.onFile(own.file)
            retireLibraryDaemons()
            try listen(on: OwnSocket(file: own.file, socket: socket, isMadeAnew: true))
        } catch {
            // Another process is listening there, or this server, if the folder was only moved away for a while.
            let isItself = error.kind == .libraryBusy && own.socket.isInPlace
            if isItself { librarySocket.withLock { $0?.mayBeMissing = false } }
        }
    }

    private func retireLibraryDaemons() {
        let old = daemons.withLock { daemons in
            let old = daemons.filter { $0.settings.way == .librarySocket }
            daemons.removeAll { $0.settings.way == .librarySocket }
            return old
        }
        for daemon in old { daemon.quiesce() }
        retired.withLock { $0 += old }
    }

    func stopRetired() async {
        guard retired.withLock({ $0.contains(where: \.open.isEmpty) }) else { return }
        await executor.run { [retired] in
            let done = retired.withLock { retired in
                let done = retired.filter(\.open.isEmpty)
                retired.removeAll { daemon in done.contains { $0 === daemon } }
                return done
            }
            for daemon in done { daemon.stop() }
        }
    }
}

/// The socket in the library's folder.
struct OwnSocket {
    let file: DiskPath
    let socket: ListeningSocket
    /// Whether it is made again after the folder was gone.
    let isMadeAnew: Bool
    /// The folder or the file was gone: what has the file's name now may lead nowhere.
    var mayBeMissing = false
}

/// How long the server has had no requests.
final class Silence: Sendable {
    private let since = Locked(ContinuousClock.now)

    var length: Duration { since.withLock { .now - $0 } }

    func end() { since.withLock { $0 = .now } }
}

extension Server {
    /// Returns once there was no request for that long, or once it is not `isWanted` anymore. The time does not start
    /// while a request is in progress, somebody listens to events, or `isAtWork`.
    package func waitForSilence(
        of time: Duration, lookingEvery pause: Duration = .seconds(1), isWanted: @Sendable () -> Bool = { true },
        isAtWork: @Sendable () async -> Bool
    ) async {
        while !Task.isCancelled, isWanted() {
            let isAtWork = await isAtWork()
            if isAtWork || busyCount > 0 {
                silence.end()
            } else if silence.length >= time {
                return
            }
            try? await Task.sleep(for: pause)
        }
    }
}
