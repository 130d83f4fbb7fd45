import Evoke
import EvokeLinux
import EvokeSystem
import EvokeValues
import EvokeWebAPI

/// Asks a running server, so that a command need not load the model.
struct LibrarySocket {
    static let fileName = "socket"

    private let file: DiskPath
    /// How long to wait for a sign of life; a working server sends two a second.
    private let silence: Duration
    private let warn: (String) -> Void

    init(_ configuration: LibraryConfiguration, silence: Duration = .seconds(5), warn: @escaping (String) -> Void) {
        file = configuration.library.appending(Self.fileName)
        (self.silence, self.warn) = (silence, warn)
    }

    /// The server's answer; nil if no server of this version runs, or if it reports an error. The command then does the
    /// work itself.
    func ask(_ question: SearchRequestBody) -> SearchAnswer? {
        guard let top = question.top, top <= Limits.top.upperBound,
            let answer = ask(API.searchByExample, json: question),
            answer.results.allSatisfy({ $0.filePath != nil })
        else { return nil }
        return answer
    }

    /// Whether a server saved it; otherwise the command does.
    func save(_ search: SavedSearch) -> Bool {
        ask(API.saveSearch, [search.name], json: SavedSearchRequest(query: search.query)) != nil
    }

    func removeSearch(_ name: String) -> Bool { ask(API.removeSearch, [name]) != nil }

    /// Whether a server listens there.
    var isServed: Bool { (try? UnixConnection(to: file, patience: silence)) != nil }

    /// The server's health; nil if none runs.
    func health() -> HealthAnswer? { ask(API.health) }

    /// The server's address and shares; nil if none runs.
    func shares() -> SharesAnswer? { ask(API.shares) }

    private func ask<Request, Answer>(
        _ operation: APIOperation<Request, Answer>, _ pieces: [String] = [], json question: Request? = nil
    ) -> Answer? {
        // Otherwise the command does it itself.
        guard let body = try? question.map(JSONText.bytes) ?? [] else { return nil }
        let head =
            "\(operation.method) \(operation.any.path(with: pieces)) HTTP/1.0\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nPrefer: \(EvokeWebAPI.Request.keepAlives)\r\n"
            + "Content-Length: \(body.count)\r\n\r\n"
        // As above.
        return exchange(Array(head.utf8) + body).flatMap { try? JSONText.value(Answer.self, of: $0) }
    }

    /// The body of a successful response.
    private func exchange(_ request: [UInt8]) -> [UInt8]? {
        let all: [UInt8]
        do throws(Errno) {
            // A server that hangs must not block the command.
            let connection = try UnixConnection(to: file, patience: silence)
            try connection.send(request)
            all = try connection.receiveAll()
        } catch {
            if error == .notReady {
                warn("The server is not responding; continuing without it.")
            }
            return nil
        }
        let gap = Array("\r\n\r\n".utf8)
        guard let end = all.firstRange(of: gap) else { return nil }
        let head = String(decoding: all[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let isGood = head.first?.split(separator: " ").dropFirst().first == "200"
        guard isGood, head.contains("Evoke-Version: \(evokeVersion)") else { return nil }
        return Array(all[end.upperBound...])
    }
}

/// The server that a search starts in the background, so that the next searches need not load the model. It listens on
/// the socket in the library's folder only, stops by itself, and makes way for 'evoke serve'.
struct BackgroundServer {
    let configuration: LibraryConfiguration
    private var lockFile: DiskPath { configuration.library.appending("resident") }
    private var socket: DiskPath { configuration.library.appending(LibrarySocket.fileName) }

    /// Held by the one that runs; nil if there is another.
    func lock() throws(EvokeError) -> FileLock? {
        do throws(Errno) {
            return try FileLock(file: lockFile)
        } catch {
            guard error.isHeldByAnother else { throw .system(error.code, doing: "lock", subject: lockFile) }
            return nil
        }
    }

    /// Starts one in the background, which ends at once if there is one already.
    func begin() {
        // As a variable, so that it is not in the list of processes.
        guard let library = configuration.address.string, let program = FileSystem.resolve(OwnProcess.program) else {
            return
        }
        // The next search is slower without it.
        _ = try? DetachedProgram.start(
            program, ["evoke", "serve", "--on-demand"], variables: ["EVOKE_LIBRARY": library])
    }

    /// Removes its socket, if there is one. It notices within two seconds, finishes its work, and ends.
    func end() {
        if FileLock.isHeld(lockFile) { FileSystem.remove(socket) }
    }
}

/// The program's file, as it was when the process began.
struct ProgramFile {
    private let path = FileSystem.resolve(OwnProcess.program)
    private let identity = FileSystem.status(of: OwnProcess.program).map(FileIdentity.init)

    var isReplaced: Bool { path.flatMap { FileSystem.status(of: $0) }.map(FileIdentity.init) != identity }
}
