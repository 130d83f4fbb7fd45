import Evoke
import PhotoCore
import Workers

extension Service {
    /// A stream of server-sent events that begins with the library as it is.
    func events() async throws -> Response {
        let isFree = streams.withLock { streams in
            guard streams < Limits.eventStreams else { return false }
            streams += 1
            return true
        }
        guard isFree else {
            throw Problem(
                status: 503, kind: "busy", detail: "Too many listen to events already.", headers: ["Retry-After": "5"])
        }
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(1_000))
        let news = host.news.listen()
        let telling = Task { [host] in
            defer { continuation.finish() }
            continuation.yield(try ServerEvent.library(await host.overview()))
            for await event in news { continuation.yield(try await ServerEvent.bytes(of: event, host)) }
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

/// Events as they are written on the stream.
private enum ServerEvent {
    static func bytes(of event: LibraryNews.Event, _ host: LibraryHost) async throws -> [UInt8] {
        switch event {
        case .library: try library(await host.overview())
        case .progress(let progress): try bytes("progress", IndexingAnswer(progress))
        case .failed(let error): try bytes("failed", TroubleAnswer(error))
        case .problem(let error): try bytes("problem", TroubleAnswer(error))
        case .finished(let report): try bytes("finished", ReportAnswer(report))
        case .model(let event): try bytes("download", DownloadEventJSON(event))
        }
    }

    static func library(_ overview: LibraryOverview) throws -> [UInt8] {
        try bytes("library", LibraryAnswer(overview))
    }

    private static func bytes(_ name: String, _ data: some Encodable) throws -> [UInt8] {
        // JSON has no line breaks of its own, so one line holds it.
        Array("event: \(name)\ndata: ".utf8) + (try JSONText.bytes(of: data)) + Array("\n\n".utf8)
    }
}
