import Evoke
import EvokeLinux
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWebAPI
import EvokeWorkers
import Foundation
import Glibc
import Testing

@testable import ServeMicrohttpd

/// The server in this process, on a real socket: what its threads share is seen by the sanitizers.
@Suite struct ServerTests {
    @Test func answersManyAtOnce() async throws {
        let served = try await Served()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for client in 0..<12 {
                group.addTask {
                    let targets = [
                        "/api/search?q=a+\(client % 5)", "/api/photos/1/thumbnail", "/api/photos/1/original", "/",
                    ]
                    for target in targets {
                        guard try await served.get(target).hasPrefix("HTTP/1.1 200 ") else { return false }
                    }
                    return true
                }
            }
            for try await isGood in group { #expect(isGood) }
        }
        await served.server.stop()
    }

    @Test func manyRequestsShareAConnection() async throws {
        let served = try await Served()
        let one = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let last = "GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let text = try await served.send(String(repeating: one, count: 20) + last)
        #expect(text.ranges(of: "HTTP/1.1 200 OK").count == 21)
        await served.server.stop()
    }

    @Test func streamsEndWithTheServer() async throws {
        let served = try await Served(SmallLibrary())
        let streams = try (0..<2).map { _ in try served.ask("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        var texts: [String] = []
        for stream in streams { texts.append(try await served.text(from: stream, until: "event: library\n")) }
        await served.server.stop()
        for (stream, text) in zip(streams, texts) {
            #expect(text.hasPrefix("HTTP/1.1 200 OK") && text.contains("event: library\n"), "\(text)")
            #expect(try await served.text(from: stream).hasSuffix("0\r\n\r\n"))
            close(stream)
        }
    }

    /// A client that listens, reads nothing and goes away.
    @Test func listenersMayGo() async throws {
        let served = try await Served(SmallLibrary())
        for _ in 0..<20 {
            let descriptor = try served.connect()
            let request = Array("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
            _ = request.withUnsafeBytes { Sockets.sendAll($0, to: descriptor) }
            close(descriptor)
        }
        #expect(try await served.get("/api/health").hasPrefix("HTTP/1.1 200 "))
        await served.server.stop()
    }

    /// Whoever stops the server has no patience; what is worked on is whole all the same.
    @Test func workUnderWayHasItsTimeAtTheEnd() async throws {
        let isAllowed = Locked(false)
        let served = try await Served(mostWork: .seconds(1_200), embeddingOnce: isAllowed)
        let requests = (0..<4).map { _ in Task { try await served.embed() } }
        try await wait(for: "all requests", watching: { served.server.workCount }, until: { $0 == 4 })
        let end = Task { await served.server.stop(within: .zero) }
        try await wait(for: "the end of listening") { (try? served.connect()).map { close($0) } == nil }
        isAllowed.withLock { $0 = true }
        for request in requests {
            let text = try await request.value
            #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("}"), "\(text.prefix(300))")
        }
        await end.value
    }

    @Test func halfRequestsDoNotHoldUpTheEnd() async throws {
        let served = try await Served()
        var open: [Int32] = []
        for text in [
            "GET / HT",
            "POST /api/embed HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        ] {
            open.append(try served.ask(text))
        }
        // Of the other nothing is known yet but that there is a connection.
        try await wait(for: "half a request") { served.server.busyCount == 1 }
        // The half that is missing never comes: without the server's own limits, this would not end.
        await served.server.stop(within: .milliseconds(1))
        for descriptor in open {
            #expect(try await served.text(from: descriptor).isEmpty)
            close(descriptor)
        }
    }

    /// Of a thousand labels each batch has its time; what another request on the connection does, does not count.
    @Test func workThatGetsOnHasItsTimeAnew() throws {
        let handle = try #require(OpaquePointer(bitPattern: 8))
        let connection = Connection(handle, socket: -1, asking: nil)
        let (now, earlier) = (Exchange(target: "/"), Exchange(target: "/"))
        connection.enter(.working(now))
        let began = connection.stage.since
        connection.recordProgress(of: earlier)
        #expect(connection.stage.since == began)
        while ContinuousClock.now == began {}
        connection.recordProgress(of: now)
        #expect(connection.stage.since > began)
        connection.enter(.sending)
        let sending = connection.stage.since
        connection.recordProgress(of: now)
        #expect(connection.stage.since == sending)
    }

    @Test func whatIsRefusedIsToldAsAProblem() async throws {
        let served = try await Served()
        for head in [
            "GET /api/health HTTP/1.0", "GET /api/ health HTTP/1.1\r\nHost: localhost",
            "GET /api/health HTTP/1.1\r\n Host: localhost", "GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: evil",
            "POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked",
        ] {
            let text = try await served.send(head + "\r\nConnection: close\r\n\r\n")
            #expect(
                text.hasPrefix("HTTP/1.1 4") && text.contains("Content-Type: application/problem+json"),
                "\(head): \(text)")
        }
        await served.server.stop()
    }

    /// libmicrohttpd asks nobody about these, and ends the connection.
    @Test func whatIsNoRequestEndsTheConnection() async throws {
        let served = try await Served()
        for head in [
            "GET /\r\n", "GET / HTTP/9.9\r\nHost: localhost\r\n", "GET / HTTP/1.1\r\nHost localhost\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 60_000))\r\n",
        ] {
            let text = try await served.send(head + "\r\n")
            let isRefused = text.hasPrefix("HTTP/1.1 4") || text.hasPrefix("HTTP/1.1 505 ")
            #expect(isRefused && !text.contains("200 OK"), "\(head.prefix(60)): \(text)")
        }
        await served.server.stop()
    }

    /// Neither a page that listens to events nor work in the background is silence.
    @Test func whoeverWaitsForSilenceWaitsForAllThatIsUnderWay() async throws {
        let served = try await Served(SmallLibrary())
        let stream = try served.ask("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await served.text(from: stream, until: "event: library\n")
        let (fingerprints, isAtWork, isOver) = (Locked(0), Locked(true), Locked(false))
        let waiting = Task { [server = served.server] in
            await server.waitForSilence(of: .zero, lookingEvery: .milliseconds(1)) {
                fingerprints.withLock { $0 += 1 }
                return isAtWork.withLock { $0 }
            }
            isOver.withLock { $0 = true }
        }
        func lookTwice() async throws {
            let before = fingerprints.withLock { $0 }
            try await wait(for: "two looks") { fingerprints.withLock { $0 } > before + 2 }
        }
        try await lookTwice()
        isAtWork.withLock { $0 = false }
        try await lookTwice()
        #expect(!isOver.withLock { $0 }, "somebody listens")
        isAtWork.withLock { $0 = true }
        try await lookTwice()
        close(stream)
        // The server notices that when it has something to tell.
        let news = "{\"state\": \"running\"}"
        let telling = """
            PUT /api/library/indexing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
            Content-Type: application/json\r\nContent-Length: \(news.utf8.count)\r\n\r\n\(news)
            """
        try await wait(for: "the end of the stream") {
            let answer = try await served.send(telling)
            #expect(answer.hasPrefix("HTTP/1.1 202 "), "\(answer)")
            return served.server.busyCount == 0
        }
        #expect(!isOver.withLock { $0 }, "there is work")
        isAtWork.withLock { $0 = false }
        await waiting.value
        await served.server.stop()
    }

    @Test func aRequestEndsTheSilence() async throws {
        let served = try await Served()
        let before = ContinuousClock.now
        while ContinuousClock.now == before {}
        #expect(try await served.get("/api/health").hasPrefix("HTTP/1.1 200 "))
        #expect(served.server.silence.length < .now - before)
        // Nothing is waited for that nobody wants.
        await served.server.waitForSilence(of: .seconds(86_400), isWanted: { false }, isAtWork: { true })
        await served.server.stop()
    }

    @Test func uploadsShareTheirRoom() {
        let budget = UploadBudget(100)
        func request(_ bytes: Int) -> Request {
            Request(
                method: "POST", target: "/", headers: Headers([("Content-Length", "\(bytes)")]), way: .librarySocket)
        }
        #expect(budget.take(for: request(60)) && !budget.take(for: request(41)) && budget.take(for: request(40)))
        budget.giveBack(for: request(60))
        #expect(budget.take(for: request(60)))
    }

    /// Of a library that is put back from a copy, with the socket that lay in it, which nobody listens on, or without.
    @Test(arguments: [true, false]) func theLibrarySocketComesBackWithItsFolder(isInCopy: Bool) async throws {
        let served = try await Served(SmallLibrary())
        let (library, away) = (served.folder.path.appending("library"), served.folder.path.appending("away"))
        let file = library.appending("socket")
        try served.server.listen(onLibrarySocket: file)
        #expect(try await served.isServed(over: file))
        let removal = isInCopy ? "true" : "rm '\(away.display)/socket'"
        _ = try await BlockingExecutor(width: 1).run {
            try Shell.output(
                of: "mv '\(library.display)' '\(away.display)' && \(removal) && "
                    + "cp -a '\(away.display)' '\(library.display)'")
        }
        try await wait(for: "the socket") { try await served.isServed(over: file) }
        #expect(FileSystem.status(of: file).map { $0.permissions & 0o777 } == 0o600)
        await served.server.stop()
        #expect(FileSystem.status(of: file) == nil)
    }

    /// Where only the folder of a disk is left that is gone.
    @Test func noSocketIsMadeWhereThereIsNoLibrary() async throws {
        let served = try await Served(SmallLibrary())
        let (library, away) = (served.folder.path.appending("library"), served.folder.path.appending("away"))
        let file = library.appending("socket")
        try served.server.listen(onLibrarySocket: file)
        try FileSystem.move(library, to: away, doing: "test")
        try FileSystem.makeFolder(library)
        try await wait(for: "a look at it") { served.server.missesItsLibrarySocket }
        #expect(try FileSystem.names(in: library).isEmpty)
        // The socket that it made is the one that it finds again.
        try FileSystem.erase(library)
        try FileSystem.move(away, to: library, doing: "test")
        try await wait(for: "another look") { !served.server.missesItsLibrarySocket }
        #expect(try await served.isServed(over: file))
        await served.server.stop()
        #expect(FileSystem.status(of: file) == nil)
    }

    /// Whoever takes the socket of a server away that a search left behind has it end.
    @Test func aSocketWhoseLossIsGoodbyeIsNotMadeAnew() async throws {
        let served = try await Served(SmallLibrary())
        let file = served.folder.path.appending("library/socket")
        try served.server.listen(onLibrarySocket: file, whoseLossIsGoodbye: true)
        #expect(try await served.isServed(over: file))
        FileSystem.remove(file)
        await served.server.keepLibrarySocket()
        await served.server.keepLibrarySocket()
        #expect(served.server.missesItsLibrarySocket && FileSystem.status(of: file) == nil)
        await served.server.stop()
    }

    @Test func whatAnotherProgramMadeIsNotDeleted() throws {
        let folder = TemporaryFolder()
        let file = try folder.write("socket", "mine".utf8)
        #expect(throws: EvokeError.self) { try ListeningSocket.onFile(file) }
        #expect(try FileSystem.read(file) == Array("mine".utf8))

        // A socket of another program, which does not listen just now.
        folder.remove("socket")
        let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(UnixAddress.with(file) { bind(other, $0, $1) } == 0)
        #expect(file.withCString { chmod($0, 0o755) } == 0)
        close(other)
        let error = #expect(throws: EvokeError.self) { try ListeningSocket.onFile(file) }
        #expect(error?.kind == .notAllowed && FileSystem.status(of: file) != nil)

        // Its own is replaced when nobody listens on it, and deleted at the end; one that took its place is not.
        folder.remove("socket")
        close(try ListeningSocket.onFile(file).descriptor)
        let own = try ListeningSocket.onFile(file)
        own.removeFile()
        #expect(FileSystem.status(of: file) == nil)
        try folder.write("socket", "mine".utf8)
        own.removeFile()
        #expect(FileSystem.isFile(file))
        close(own.descriptor)
    }

    @Test func socketFilesOfLongPathsWork() async throws {
        let folder = TemporaryFolder()
        let deep = folder.path.appending(String(repeating: "d", count: 120))
        try FileSystem.makeFolder(deep)
        let file = deep.appending("socket")
        let first = try ListeningSocket.onFile(file)
        let error = #expect(throws: EvokeError.self) { try ListeningSocket.onFile(file) }
        #expect(error?.kind == .libraryBusy)
        close(first.descriptor)
        let second = try ListeningSocket.onFile(file)
        #expect(FileSystem.status(of: file).map { $0.permissions & 0o777 } == 0o600)
        close(second.descriptor)
    }
}
