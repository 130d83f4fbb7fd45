import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI

/// A server that has the library open: asking it spares a command the loading of the model.
struct LibrarySocket {
    static let fileName = "socket"

    private let file: FilePath
    /// How long a server may give no sign of life; one that works gives two a second.
    private let silence: Duration
    private let say: (String) -> Void

    init(_ places: LibraryConfiguration, silence: Duration = .seconds(5), say: @escaping (String) -> Void) {
        file = places.library.appending(Self.fileName)
        (self.silence, self.say) = (silence, say)
    }

    /// What a server answers; nil when none of this version does, or when it says that something is wrong: the command
    /// then does it itself, and says so in its own words.
    func ask(_ question: SearchRequestBody) -> SearchAnswer? {
        guard let top = question.top, top <= Limits.top.upperBound,
            // Who cannot ask a server searches by itself.
            let body = try? JSONText.bytes(of: question),
            let answer = ask(.searchByExample, [], body, SearchAnswer.self),
            answer.results.allSatisfy({ $0.filePath != nil })
        else { return nil }
        return answer
    }

    /// Whether a server has saved it; else the command does it itself, as with a question.
    func save(_ search: SavedSearch) -> Bool {
        // Who cannot ask a server saves it by itself.
        guard let body = try? JSONText.bytes(of: SavedSearchRequest(query: search.query)) else { return false }
        return ask(.saveSearch, [search.name], body, SearchesAnswer.self) != nil
    }

    /// Whether a server has removed it.
    func removeSearch(_ name: String) -> Bool { ask(.removeSearch, [name], [], SearchesAnswer.self) != nil }

    /// Whether a server listens there.
    var isServed: Bool { (try? UnixConnection(to: file, patience: silence)) != nil }

    /// What the server says of itself; nil where there is none.
    func health() -> HealthAnswer? { ask(.health, [], [], HealthAnswer.self) }

    /// Where the server is reached; nil where there is none.
    func shares() -> SharesAnswer? { ask(.shares, [], [], SharesAnswer.self) }

    private func ask<Answer: Decodable>(
        _ operation: APIOperation, _ pieces: [String], _ body: [UInt8], _ type: Answer.Type
    ) -> Answer? {
        let head =
            "\(operation.method) \(operation.path(with: pieces)) HTTP/1.0\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nPrefer: \(Request.keepAlives)\r\n"
            + "Content-Length: \(body.count)\r\n\r\n"
        // As above.
        return exchange(Array(head.utf8) + body).flatMap { try? JSONText.value(type, of: $0) }
    }

    /// What follows the head of an answer that has succeeded.
    private func exchange(_ request: [UInt8]) -> [UInt8]? {
        let all: [UInt8]
        do throws(Errno) {
            // A server that is stuck must not hold up the command: not as it is asked, and not between its signs of life.
            let connection = try UnixConnection(to: file, patience: silence)
            try connection.send(request)
            all = try connection.receiveAll()
        } catch {
            if error == .notReady {
                say("The server of this library, 'evoke serve', gives no sign of life, so it is done without it.")
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
