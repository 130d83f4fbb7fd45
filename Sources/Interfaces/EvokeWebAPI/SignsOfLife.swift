extension Response {
    /// A slow response, with a space now and then until it is ready: JSON may start with spaces, and the client sees
    /// that the server is working. The status is sent before the result is known, so the body has to tell success from
    /// failure.
    static func withKeepAlives(
        every pause: Duration = .milliseconds(500), while answer: @escaping @Sendable () async -> Response
    ) -> Response {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let space = [UInt8(ascii: " ")]
        continuation.yield(space)
        let signs = Task {
            // Even patient clients do not wait forever.
            let end = ContinuousClock.now + Limits.workWithSignBits
            while (try? await Task.sleep(for: pause)) != nil, ContinuousClock.now < end { continuation.yield(space) }
        }
        let answering = Task {
            let response = await answer()
            signs.cancel()
            if case .bytes(let bytes) = response.body { continuation.yield(bytes) }
            continuation.finish()
        }
        continuation.onTermination = { _ in
            signs.cancel()
            answering.cancel()
        }
        return Response(
            headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")], body: .stream(stream))
    }
}

extension Request {
    /// Requests keep-alives, in the header `Prefer`, for the owner's commands on this machine.
    package static let keepAlives = "signs-of-life"

    var wantsKeepAlives: Bool { way == .librarySocket && headers["prefer"] == Self.keepAlives }
}
