import EvokeValues
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests, and passes on responses as they arrive.
final class Wire: Sendable {
    struct Head: Sendable {
        let status: Int
        /// By lower-case name.
        let headers: [String: String]
    }

    enum Piece: Sendable {
        case head(Head)
        case bytes(Data)
    }

    struct Silence: Error {}

    private let patience: Duration
    private let listener = Listener()
    private let session: URLSession

    init(patience: Duration) {
        self.patience = patience
        // No cookies, no cache: each request has the token.
        let configuration = URLSessionConfiguration.ephemeral
        // A stream of events keeps its connection; the server sets the limit.
        configuration.httpMaximumConnectionsPerHost = 128
        session = URLSession(configuration: configuration, delegate: listener, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    func send(_ request: URLRequest) -> AsyncThrowingStream<Piece, any Error> {
        AsyncThrowingStream { continuation in
            let task = session.dataTask(with: request)
            let hearing = Hearing(continuation)
            listener.listen(to: task, hearing)
            let watching = Task { [patience] in
                while let left = hearing.timeLeft(of: patience) { try await Task.sleep(for: left) }
                continuation.finish(throwing: Silence())
            }
            // Keeps the session open until the response has arrived.
            continuation.onTermination = { [self] _ in
                watching.cancel()
                task.cancel()
                listener.forget(task)
            }
            task.resume()
        }
    }
}

/// A pending response.
private final class Hearing: Sendable {
    let continuation: AsyncThrowingStream<Wire.Piece, any Error>.Continuation
    private let last = Locked(ContinuousClock.now)

    init(_ continuation: AsyncThrowingStream<Wire.Piece, any Error>.Continuation) {
        self.continuation = continuation
    }

    /// Data was sent or received.
    func moved() { last.withLock { $0 = .now } }

    /// Nil if nothing has moved for that long.
    func timeLeft(of patience: Duration) -> Duration? {
        let left = last.withLock { $0 } + patience - .now
        return left > .zero ? left : nil
    }
}

/// Dispatches the session's callbacks by request.
private final class Listener: NSObject, URLSessionDataDelegate, Sendable {
    private let hearings = Locked<[Int: Hearing]>([:])

    func listen(to task: URLSessionTask, _ hearing: Hearing) {
        hearings.withLock { $0[task.taskIdentifier] = hearing }
    }

    func forget(_ task: URLSessionTask) {
        hearings.withLock { $0[task.taskIdentifier] = nil }
    }

    private func hearing(of task: URLSessionTask) -> Hearing? {
        let hearing = hearings.withLock { $0[task.taskIdentifier] }
        hearing?.moved()
        return hearing
    }

    func urlSession(
        _ session: URLSession, dataTask task: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let hearing = hearing(of: task)
        if let response = response as? HTTPURLResponse {
            let headers = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
            hearing?.continuation.yield(
                .head(
                    Wire.Head(
                        status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { $1 }))))
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
        hearing(of: task)?.continuation.yield(.bytes(data))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData sent: Int64, totalBytesSent all: Int64,
        totalBytesExpectedToSend expected: Int64
    ) {
        _ = hearing(of: task)
    }

    /// Redirects are not followed: Evoke sends none, and the token is only for it.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        hearing(of: task)?.continuation.finish(throwing: error)
        forget(task)
    }
}
