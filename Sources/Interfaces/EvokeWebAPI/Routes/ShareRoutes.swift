import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let shares = [
        Route(
            .access, summary: "What the caller may do: everything, or view what is shared",
            answer: .json(.named("Access")), handle: { _ in try .json(AccessAnswer(role: "owner")) }),
        Route(
            .shares, summary: "Shared albums and saved searches, and until when",
            answer: .json(.named("Shares")), handle: { call in try await call.shared() }),
        Route(
            .makeShare, summary: "Share an album or a saved search",
            bodies: [
                .json(
                    .object([
                        .may("album", .text(most: Mark.longestName, least: 1)),
                        .may("search", .text(most: SavedSearch.longestName, least: 1)),
                        .may("days", .integer(Shares.days)),
                    ]))
            ],
            answer: .json(.named("ShareMade")), problems: [404, 422],
            handle: { call in
                let wish = try call.json(ShareRequest.self)
                let days = try Check.integer(wish.days ?? Shares.usualDays, "days", Shares.days)
                let part = try await call.part(of: wish)
                let now = Shares.now
                let (share, token) = try call.service.shares.add(part, until: now + Int64(days) * 86_400, now: now)
                let place = call.service.place
                return try .json(
                    ShareMadeAnswer(
                        share: ShareAnswer(share, now: now), link: (place?.address ?? "/") + token.asked,
                        isPublic: place?.isPublic ?? false))
            }),
        Route(
            .endShare, summary: "End a share immediately",
            answer: .json(.named("Shares")), problems: [404],
            handle: { call in
                guard let number = Int(call.pieces[0]), try call.service.shares.end(number) else {
                    throw Problem(
                        status: 404, kind: EvokeError.Kind.notFound.rawValue,
                        detail: "No share has that number.", remedy: "See /api/shares.")
                }
                return try await call.shared()
            }),
    ]
}

extension Call {
    fileprivate func shared() async throws -> Response {
        let (now, place) = (Shares.now, service.place)
        var shares = try service.shares.all()
        if !tellsOfPeople {
            let known = try await Set(searches().map { LibraryPart.search($0.name) })
            shares.removeAll { if case .search = $0.part { !known.contains($0.part) } else { false } }
        }
        return try .json(
            SharesAnswer(
                address: place?.address, isPublic: place?.isPublic ?? false,
                shares: shares.map { ShareAnswer($0, now: now) }))
    }

    /// The part to share, by its exact name.
    fileprivate func part(of wish: ShareRequest) async throws -> LibraryPart {
        switch (wish.album, wish.search) {
        case (let album?, nil):
            let albums = try await service.host.marks().albums.map(\.text)
            guard let name = albums.first(where: { $0.folded == album.folded }) else {
                throw EvokeError(
                    .notFound, doing: "share the album", subject: FilePath(album).display,
                    reason: "no album has that name", remedy: "Add photos to it first.")
            }
            return .album(name)
        case (nil, let search?):
            return .search(try await service.host.savedSearches().named(search, doing: "share the saved search").name)
        default: throw Problem.wrongUsage("either 'album' or 'search' is required")
        }
    }
}
