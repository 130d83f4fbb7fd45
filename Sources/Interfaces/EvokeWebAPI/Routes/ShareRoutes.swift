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
                let body = try call.json(ShareRequest.self)
                let days = try Check.integer(body.days ?? Shares.usualDays, "days", Shares.days)
                let part = try await call.part(of: body)
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
    fileprivate func part(of body: ShareRequest) async throws -> LibraryPart {
        switch (body.album, body.search) {
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

/// How an operation is handled for a visitor.
struct VisitorRoute: Sendable {
    /// The allowed parameters; with any other, the request is refused.
    let parameters: Set<String>
    let handle: @Sendable (Visit) async throws -> Response

    init(_ parameters: Set<String> = [], handle: @escaping @Sendable (Visit) async throws -> Response) {
        (self.parameters, self.handle) = (parameters, handle)
    }
}

/// A visitor's request, and the photos that are shared now.
struct Visit: Sendable {
    let call: Call
    let share: Share
    let photos: PhotoSet
}

/// All operations for visitors. Anything else is refused.
enum VisitorRoutes {
    static let all: [APIOperation: VisitorRoute] = [
        .access: VisitorRoute { visit in
            let isOwner = visit.call.service.isOfOwner(visit.call.request)
            return try .json(AccessAnswer(visit.share, isOwner: isOwner))
        },
        .photos: VisitorRoute(["top", "offset"]) { try await $0.list() },
        .search: VisitorRoute(["q", "literal", "count", "top", "offset"]) { try await $0.search() },
        .query: VisitorRoute(["q", "literal", "without", "clear", "words", "field", "value", "opposite", "at"]) {
            visit in
            try await visit.call.changedQuery { try visit.read($0, isLiteral: $1) }
        },
        .days: VisitorRoute(["q", "literal"]) { try await $0.days() },
        .photo: VisitorRoute { visit in
            try .json(PhotoAnswer(forVisitors: await visit.call.service.host.page(of: visit.photo())))
        },
        .thumbnail: VisitorRoute(["size", "v"]) { try await $0.file() },
        .original: VisitorRoute(["v"]) { visit in
            let card = try await visit.call.service.host.card(of: visit.photo())
            guard card.path.format == .video else { throw Problem.notShared }
            return try await visit.file()
        },
        .film: VisitorRoute(["v"]) { try await $0.file() },
    ]
}

extension Service {
    func visit(_ share: Share, _ call: Call) async throws -> Response {
        guard let route = VisitorRoutes.all[call.route.operation],
            call.target.names.isSubset(of: route.parameters)
        else { throw Problem.notShared }
        return try await route.handle(Visit(call: call, share: share, photos: host.photos(of: share.part)))
    }
}

extension Visit {
    /// The photo in the address; one that is not shared counts as missing.
    fileprivate func photo() throws(Problem) -> PhotoID {
        let photo = try call.photo()
        guard photos.contains(photo) else { throw .noSuchPhoto }
        return photo
    }

    /// As the owner gets it.
    fileprivate func file() async throws -> Response {
        _ = try photo()
        return try await call.route.handle(call)
    }

    fileprivate func list() async throws -> Response {
        let (top, offset) = try call.page()
        let found = try await host.search(confined(SearchRequest(order: .newest, top: top, offset: offset))).found
        return try .json(
            SearchAnswer(
                order: PhotoOrder.newest.rawValue, total: found.total,
                results: found.map { SearchAnswer.Result(forVisitors: $0.card) }))
    }

    fileprivate func search() async throws -> Response {
        let (top, offset) = try call.page()
        let clock = ContinuousClock()
        let started = clock.now
        guard let read = try reading() else { throw Problem.wrongUsage("the query is empty") }
        let question = SearchRequest(query: read.query, top: top, offset: offset, countsFitting: try call.flag("count"))
        let answer = try await host.search(confined(question))
        let understood = read.understood.map(SearchAnswer.Understood.init)
        return try .json(
            SearchAnswer(
                query: call.text("q"), canonical: "\(read.query)", understood: understood.isEmpty ? nil : understood,
                conditions: QueryAnswer.Condition.some(in: read),
                order: SearchAnswer.order(of: answer.found, read.query),
                showsAll: read.query.showsAll ? true : nil, model: answer.model.name,
                tookMs: JSONText.milliseconds(clock.now - started),
                total: answer.found.total, fitting: answer.found.fitting,
                results: answer.found.map {
                    SearchAnswer.Result(
                        forVisitors: $0.card, rank: $0.rank, score: $0.score, fits: $0.fits, moment: $0.moment)
                }))
    }

    fileprivate func days() async throws -> Response {
        var question = SearchRequest(order: .newest, top: 1)
        if let read = try reading() { question = SearchRequest(query: read.query, top: 1) }
        return try .json(DaysAnswer(await host.days(of: confined(question))))
    }

    private var host: LibraryHost { call.service.host }

    private func confined(_ question: SearchRequest) -> SearchRequest {
        var question = question
        (question.among, question.isOfFingerprintsAlone) = (photos, true)
        return question
    }

    /// The query, if there is one. Dates in plain words are recognized, but not places and people, which only the owner
    /// may know.
    private func reading() throws -> ParsedQuery? {
        try Check.text(call.text("q"), "q").map { try read($0, isLiteral: call.flag("literal")) }
    }

    fileprivate func read(_ text: String, isLiteral: Bool) throws -> ParsedQuery {
        let read: ParsedQuery
        do {
            read = try ParsedQuery(text, now: .now, isLiteral: isLiteral)
        } catch {
            throw Problem(error)
        }
        guard read.query.isForVisitors else {
            throw Problem(
                status: 403, kind: "notShared",
                detail: "Shared photos can be searched only by words, dates, file types, lengths, sizes, shapes and "
                    + "colors.", remedy: "Leave out the other parts of the query.")
        }
        return read
    }
}

extension AccessAnswer {
    fileprivate init(_ share: Share, isOwner: Bool) {
        self.init(
            role: "visitor", title: share.name, until: ShareAnswer.text(share.until), isOwner: isOwner ? true : nil)
    }
}
