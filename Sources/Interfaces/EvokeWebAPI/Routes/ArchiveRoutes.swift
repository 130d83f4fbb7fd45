import Evoke
import EvokeClient
import EvokeValues
import EvokeWorkers

extension Routes {
    static let archives = [
        Route(
            .makeArchive, summary: "Make a one-time download address for photos as a ZIP",
            bodies: [.json(.object([.must("photos", .list(of: .photo, Limits.marked))]))],
            answer: .json(.named("Archive")), problems: [404],
            handle: { call in
                let wish = try call.json(ArchiveRequest.self)
                let photos = Set(try Check.photos(wish.photos, "photos", Limits.marked)).sorted()
                let archive = try await call.service.host.archive(of: photos)
                let key = call.service.archives.keep(photos)
                return try .json(
                    ArchiveAnswer(
                        address: APIOperation.archive.path(with: [key]), photos: archive.count, bytes: archive.bytes))
            }),
        Route(
            .archive, summary: "Download photos as a ZIP, once",
            answer: .bytes("application/zip"), problems: [404],
            handle: { call in
                let archives = call.service.archives
                guard let turn = archives.turn() else {
                    throw Problem(
                        status: 503, kind: "busy", detail: "Too many downloads are running.",
                        headers: ["Retry-After": "5"])
                }
                guard let photos = archives.photos(at: call.pieces[0], isTaken: call.request.method == "GET") else {
                    throw Problem(
                        status: 404, kind: EvokeError.Kind.notFound.rawValue,
                        detail: "This download was already used, or replaced by a newer one.",
                        remedy: "Request the photos again.")
                }
                let archive = try await call.service.host.archive(of: photos)
                // The turn ends with the stream.
                let pieces = AsyncStream {
                    defer { withExtendedLifetime(turn) {} }
                    return await archive.next()
                }
                return Response(
                    headers: [
                        ("Content-Type", "application/zip"), ("Cache-Control", "no-store"),
                        ("Content-Disposition", "attachment; filename=\"photos.zip\""),
                    ], body: .download(pieces))
            }),
    ]
}

/// Photos that were requested as a ZIP, by addresses that cannot be guessed.
final class Archives: Sendable {
    /// Held while a ZIP is sent.
    final class Turn: Sendable {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }

    private struct State {
        var waiting: [(key: String, photos: [PhotoID])] = []
        var sent = 0
    }

    private let state = Locked(State())

    /// The oldest requests are dropped.
    func keep(_ photos: [PhotoID]) -> String {
        let key = Token.new().text
        state.withLock { state in
            state.waiting.append((key, photos))
            if state.waiting.count > Limits.archivesWaiting { state.waiting.removeFirst() }
        }
        return key
    }

    /// Nil if there are none at that address anymore. Once taken, they are removed.
    func photos(at key: String, isTaken: Bool) -> [PhotoID]? {
        state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0.key == key }) else { return nil }
            return isTaken ? state.waiting.remove(at: place).photos : state.waiting[place].photos
        }
    }

    /// Nil if the limit of concurrent downloads is reached.
    func turn() -> Turn? {
        let isFree = state.withLock { state in
            guard state.sent < Limits.archivesAtOnce else { return false }
            state.sent += 1
            return true
        }
        return isFree ? Turn { [self] in state.withLock { $0.sent -= 1 } } : nil
    }
}
