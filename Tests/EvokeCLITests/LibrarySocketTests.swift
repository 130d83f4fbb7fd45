import Evoke
import EvokeLinux
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWebAPI
import EvokeWorkers
import Glibc
import Testing

@testable import EvokeCLI

/// A command asks the server of the library, and waits for one that works.
@Suite struct LibrarySocketTests {
    private let folder = TemporaryFolder()
    private let said = Locked<[String]>([])
    /// One for the command, one for the server.
    private let threads = BlockingExecutor(width: 2)

    private static let head = "HTTP/1.1 200 OK\r\nEvoke-Version: \(evokeVersion)\r\n\r\n"
    private static let answer = #"{"order": "best", "model": "m", "took_ms": 1, "total": 0, "results": []}"#

    @Test func spacesBeforeTheAnswerAreSignsOfLife() async throws {
        let found = try await search(answeredWith: [Self.head, " ", " ", "  ", " ", Self.answer], silence: 600)
        #expect(found?.results.isEmpty == true && said.withLock { $0.isEmpty })
    }

    @Test(arguments: ["", "{\"kind\": \"notFound\"}"]) func whatIsNoAnswerIsDoneWithoutAWord(text: String) async throws
    {
        #expect(try await search(answeredWith: [Self.head, " ", text], silence: 600) == nil)
        #expect(said.withLock { $0.isEmpty })
    }

    /// Whatever is in a name.
    @Test func asksAServerToSaveAndToRemoveASearch() async throws {
        let list = "{\"searches\": [{\"name\": \"a/b ä\", \"query\": \"dog\"}]}"
        let search = SavedSearch(name: "a/b ä", query: "dog")
        let asked = try await asking(answeredWith: [Self.head, " ", list], silence: 600) { $0.save(search) }
        #expect(asked.result && asked.question.hasPrefix("PUT /api/searches/a%2Fb%20%C3%A4 HTTP/1.0\r\n"))
        let again = try await asking(answeredWith: [Self.head, list], silence: 600) { $0.removeSearch(search.name) }
        #expect(again.result && again.question.hasPrefix("DELETE /api/searches/a%2Fb%20%C3%A4 HTTP/1.0\r\n"))
        let problem = "{\"kind\": \"libraryBusy\"}"
        #expect(try await !asking(answeredWith: [Self.head, problem], silence: 600) { $0.save(search) }.result)
        #expect(said.withLock { $0.isEmpty })
    }

    /// One that is stuck: it takes the question, and says nothing or no more.
    @Test(arguments: [[], [head, " "]]) func aServerWithoutASignOfLifeIsGivenUp(pieces: [String]) async throws {
        #expect(try await search(answeredWith: pieces, silence: 0, holds: true) == nil)
        #expect(said.withLock { $0 }.count == 1 && said.withLock { $0 }[0].contains("not responding"))
    }

    /// One whose queue is full does not even take the connection.
    @Test func aFullQueueIsNotWaitedFor() async throws {
        let listener = try listen()
        defer { close(listener) }
        #expect(Glibc.listen(listener, 0) == 0)
        var waiting: [Int32] = []
        defer { for descriptor in waiting { close(descriptor) } }
        let file = folder.path.appending(LibrarySocket.fileName)
        var isTaken = true
        while isTaken {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            waiting.append(descriptor)
            isTaken = UnixAddress.with(file) { connect(descriptor, $0, $1) } == 0
        }
        #expect(try await ask(silence: 0) { $0.ask(Self.question) } == nil)
        #expect(said.withLock { $0 }.count == 1)
    }

    private func search(
        answeredWith pieces: [String], silence: Int, holds: Bool = false
    ) async throws -> SearchAnswer? {
        try await asking(answeredWith: pieces, silence: silence, holds: holds) { $0.ask(Self.question) }.result
    }

    /// Asks a server that sends these pieces, and then ends the connection, or holds it. Gives the head of what it was
    /// asked, too.
    private func asking<Result: Sendable>(
        answeredWith pieces: [String], silence: Int, holds: Bool = false,
        _ body: @escaping @Sendable (LibrarySocket) -> Result
    ) async throws -> (result: Result, question: String) {
        let listener = try listen()
        defer { close(listener) }
        async let connection = threads.run {
            let connection = accept(listener, nil, nil)
            var question: [UInt8] = []
            var byte: UInt8 = 0
            while !question.ends(with: Array("\r\n\r\n".utf8)), read(connection, &byte, 1) == 1 {
                question.append(byte)
            }
            for piece in pieces {
                _ = Array(piece.utf8).withUnsafeBytes { Sockets.sendAll($0, to: connection) }
            }
            if !holds { shutdown(connection, Int32(SHUT_WR)) }
            return (connection, String(decoding: question, as: UTF8.self))
        }
        let result = try await ask(silence: silence, body)
        let (descriptor, question) = await connection
        close(descriptor)
        return (result, question)
    }

    private static let question = SearchRequestBody(text: "x", top: 3)

    private func ask<Result: Sendable>(
        silence: Int, _ body: @escaping @Sendable (LibrarySocket) -> Result
    ) async throws -> Result {
        // Zero would be no limit at all.
        let limit: Duration = silence == 0 ? .milliseconds(50) : .seconds(silence)
        let configuration = LibraryConfiguration(library: folder.path, models: [], cache: folder.path)
        return await threads.run { [said] in
            body(LibrarySocket(configuration, silence: limit) { line in said.withLock { $0.append(line) } })
        }
    }

    private func listen() throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let file = folder.path.appending(LibrarySocket.fileName)
        // That of the server before.
        try FileSystem.erase(file)
        try #require(UnixAddress.with(file) { bind(descriptor, $0, $1) } == 0)
        try #require(Glibc.listen(descriptor, 8) == 0)
        return descriptor
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
