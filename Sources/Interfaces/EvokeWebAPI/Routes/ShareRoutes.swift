import Evoke
import EvokeClient
import EvokePorts
import EvokeValues

extension Routes {
    static let shares = [
        Route(
            API.access,
            visit: { visit in
                AccessAnswer(visit.share, isOwner: visit.call.service.isOfOwner(visit.call.request))
            },
            handle: { _ in AccessAnswer(role: "owner") }),
        Route(API.shares) { call in try await call.shared() },
        Route(API.makeShare) { call, body in
            let days = try Check.integer(body.days ?? Shares.usualDays, "days", Limits.shareDays)
            let part = try await call.part(of: body)
            let now = Shares.now
            let (share, token) = try call.service.shares.add(part, until: now + Int64(days) * 86_400, now: now)
            let place = call.service.place
            return ShareMadeAnswer(
                share: ShareAnswer(share, now: now), link: (place?.address ?? "/") + token.asked,
                isPublic: place?.isPublic ?? false)
        },
        Route(API.endShare) { call in
            guard let number = Int(call.pieces[0]), try call.service.shares.end(number) else {
                throw Problem.notFound("No share has that number.", remedy: "See /api/shares.")
            }
            return try await call.shared()
        },
    ]
}

extension Call {
    fileprivate func shared() async throws -> SharesAnswer {
        let (now, place) = (Shares.now, service.place)
        var shares = try service.shares.all()
        if !tellsOfPeople {
            let known = try await Set(searches().map { LibraryPart.search($0.name) })
            shares.removeAll { if case .search = $0.part { !known.contains($0.part) } else { false } }
        }
        return SharesAnswer(
            address: place?.address, isPublic: place?.isPublic ?? false,
            shares: shares.map { ShareAnswer($0, now: now) })
    }

    /// The part to share, by its exact name.
    fileprivate func part(of body: ShareRequest) async throws -> LibraryPart {
        switch (body.album, body.search) {
        case (let album?, nil):
            let albums = try await service.library.albums.all().map(\.text)
            guard let name = albums.first(where: { $0.folded == album.folded }) else {
                throw EvokeError(
                    .notFound, doing: "share the album", subject: DiskPath(album).display,
                    reason: "no album has that name", remedy: "Add photos to it first.")
            }
            return .album(name)
        case (nil, let search?):
            return .search(try await service.library.saved.list().named(search, doing: "share the saved search").name)
        default: throw Problem.wrongUsage("either 'album' or 'search' is required")
        }
    }
}

/// A visitor's request, and the photos that are shared now.
struct Visit: Sendable {
    let call: Call
    let share: Share
    let photos: PhotoSet
}

extension Service {
    func visit(_ share: Share, _ call: Call) async throws -> Response {
        guard case .visitors(let parameters) = call.route.askers, let visit = call.route.visit,
            call.target.names.isSubset(of: parameters)
        else { throw Problem.notShared }
        return try await visit(Visit(call: call, share: share, photos: library.photos(of: share.part)))
    }
}

extension Visit {
    /// The photo in the address; one that is not shared counts as missing.
    func photo() throws(Problem) -> PhotoID {
        let photo = try call.photo()
        guard photos.contains(photo) else { throw .noSuchPhoto }
        return photo
    }

    /// As the owner gets it.
    func file() async throws -> Response {
        _ = try photo()
        return try await call.route.handle(call)
    }

    func list() async throws -> SearchAnswer {
        let (top, offset) = try call.page()
        let found = try await library.search(confined(SearchRequest(order: .newest, top: top, offset: offset)))
        return SearchAnswer(
            order: PhotoOrder.newest.rawValue, total: found.total,
            results: found.map { SearchAnswer.Result($0.card, isWhole: false) })
    }

    func search() async throws -> SearchAnswer {
        let (top, offset) = try call.page()
        let started = ContinuousClock.now
        guard let read = try reading() else { throw Problem.wrongUsage("the query is empty") }
        let question = SearchRequest(query: read.query, top: top, offset: offset, countsFitting: try call.flag("count"))
        let (found, model) = try await library.searching { [question = confined(question)] in
            (try await $0.search([question])[0], try await $0.model)
        }
        let understood = read.understood.map(SearchAnswer.Understood.init)
        return SearchAnswer(
            query: try call.text("q"), canonical: "\(read.query)", understood: understood.isEmpty ? nil : understood,
            conditions: QueryAnswer.Condition.some(in: read), order: SearchAnswer.order(of: found, read.query),
            showsAll: read.query.showsAll ? true : nil, model: model.name,
            tookMs: JSONText.milliseconds(ContinuousClock.now - started), total: found.total, fitting: found.fitting,
            results: found.map { SearchAnswer.Result($0.card, $0, isWhole: false) })
    }

    func days() async throws -> DaysAnswer {
        var question = SearchRequest(order: .newest, top: 1)
        if let read = try reading() { question = SearchRequest(query: read.query, top: 1) }
        return try await DaysAnswer(library.days(of: confined(question)))
    }

    private var library: PhotoLibrary { call.service.library }

    private func confined(_ question: SearchRequest) -> SearchRequest {
        var question = question
        (question.among, question.isOfFingerprintsAlone, question.showsAll) = (photos, true, true)
        return question
    }

    /// The query, if there is one. Dates in plain words are recognized, but not places and people, which only the owner
    /// may know.
    private func reading() throws -> ParsedQuery? {
        try Check.text(call.text("q"), "q").map { try read($0, isLiteral: call.flag("literal")) }
    }

    func read(_ text: String, isLiteral: Bool) throws -> ParsedQuery {
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
