extension Response {
    /// An answer that takes its time, with a space every now and then until it is there: JSON may begin with spaces, and
    /// whoever waits sees that somebody works. That it went well cannot be said before, so its text has to show it.
    static func withKeepAlives(
        every pause: Duration = .milliseconds(500), while answer: @escaping @Sendable () async -> Response
    ) -> Response {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let space = [UInt8(ascii: " ")]
        continuation.yield(space)
        let signs = Task {
            // Even those who are patient are not kept waiting for ever.
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
    /// What asks for signs of life, in the header `Prefer`: for commands of this machine's owner.
    package static let keepAlives = "signs-of-life"

    var wantsKeepAlives: Bool { way == .librarySocket && headers["prefer"] == Self.keepAlives }
}
