import Dispatch
import Evoke
import Foundation

/// Part of a server, as somebody would write it: one library for all requests, an indexing run beside them, and an orderly
/// end on SIGTERM.
@main
struct Server {
    static func main() async throws {
        let library = try await PhotoLibrary.open()
        let run = Task { try await library.add(URL(filePath: CommandLine.arguments[1])) }
        let answered = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...100 {
                group.addTask { try await !library.search("a penguin", limit: number).isEmpty }
            }
            var answered = 0
            for try await isFound in group where isFound { answered += 1 }
            return answered
        }
        log("searches answered: \(answered)")
        await sigterm()
        run.cancel()
        let report = try await run.value
        log("interrupted: \(report.isInterrupted)")
        try await library.close()
    }

    private static func log(_ line: String) { try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8)) }

    private static func sigterm() async {
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM)
        await withCheckedContinuation { continuation in
            source.setEventHandler { continuation.resume() }
            source.resume()
        }
    }
}
