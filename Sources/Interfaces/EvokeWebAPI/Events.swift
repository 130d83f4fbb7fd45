import Evoke
import EvokeClient
import EvokeValues
import EvokeWorkers

extension Service {
    /// A stream of server-sent events that starts with the current state of the library.
    func events() async throws -> Response {
        let isFree = streams.withLock { streams in
            guard streams < Limits.eventStreams else { return false }
            streams += 1
            return true
        }
        guard isFree else {
            throw Problem(
                status: 503, kind: "busy", detail: "Too many clients listen to events.", headers: ["Retry-After": "5"])
        }
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(1_000))
        let news = host.news.listen()
        let telling = Task { [host] in
            defer { continuation.finish() }
            continuation.yield(try ServerEvent.library(LibraryAnswer(await host.overview())).bytes())
            for await event in news { continuation.yield(try await ServerEvent(event, host).bytes()) }
        }
        let keeping = Task {
            while (try? await Task.sleep(for: .seconds(15))) != nil { continuation.yield(Array(":\n\n".utf8)) }
        }
        continuation.onTermination = { [streams] _ in
            telling.cancel()
            keeping.cancel()
            streams.withLock { $0 -= 1 }
        }
        return Response(
            headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")], body: .stream(stream))
    }
}

extension ServerEvent {
    fileprivate init(_ event: LibraryNews.Event, _ host: LibraryHost) async throws {
        self =
            switch event {
            case .library: .library(LibraryAnswer(try await host.overview()))
            case .progress(let progress): .progress(IndexingAnswer(progress))
            case .failed(let error): .failed(FailureEvent(error))
            case .problem(let error): .problem(FailureEvent(error))
            case .finished(let report): .finished(ReportAnswer(report))
            case .model(let event): .download(DownloadEventJSON(event))
            case .finding(let progress): .duplicates(FindingAnswer(progress))
            }
    }
}
