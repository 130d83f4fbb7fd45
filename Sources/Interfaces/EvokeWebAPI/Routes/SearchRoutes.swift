import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let search = [
        Route(
            .search, summary: "Find photos by words or similar photos",
            parameters: inWords + [
                .init(name: "count", schema: .flag, summary: "Whether to count all matching photos"),
                .init(
                    name: "like", schema: .list(of: .photo, 0...Limits.likes),
                    summary: "Photos to find similar ones to; may be repeated"), fold, top, offset,
            ],
            answer: .json(.named("Found")), problems: [404],
            handle: { call in
                let (top, offset) = try call.page()
                return try await call.search(
                    SearchRequestBody(
                        text: call.text("q"), not: call.text("not"), literal: call.flag("literal"),
                        count: call.flag("count"),
                        like: call.integers("like").map { Int64($0) }, fold: call.flag("fold"),
                        top: top, offset: offset))
            }),
        Route(
            .searchByExample,
            summary: "Find photos by words, similar photos and a picture",
            bodies: [
                .json(
                    .object([
                        .may("text", words), .may("not", words), .may("literal", .flag),
                        .may("count", .flag),
                        .may("like", .list(of: .photo, 0...Limits.likes)),
                        .may("vector", .list(of: .number, 1...Limits.embeddingWidth)),
                        .may("fingerprint", .words), .may("fold", .flag),
                        .may("top", .integer(Limits.top)), .may("offset", .integer(Limits.offset)),
                    ])),
                .form([
                    .may("picture", .file), .may("text", words), .may("not", words), .may("literal", .flag),
                    .may("count", .flag), .may("like", .words), .may("fold", .flag),
                    .may("top", .integer(Limits.top)), .may("offset", .integer(Limits.offset)),
                ]),
            ],
            answer: .json(.named("Found")), problems: [404, 422, 507],
            handle: { call in
                guard let form = try await call.form() else {
                    return try await call.search(call.json(SearchRequestBody.self))
                }
                return try await call.search(SearchRequestBody(form), picture: form.picture())
            }),
        Route(
            .suggest, summary: "Complete a query that is being typed",
            parameters: [
                .init(
                    name: "q", schema: .text(most: Limits.textCharacters),
                    summary: "The query up to the cursor"),
                .init(
                    name: "field", schema: .text(most: Limits.textCharacters),
                    summary: "A field; `q` is then the start of a value of it, without quotes"),
                .init(
                    name: "top", schema: .integer(Limits.suggestions),
                    summary: "How many to return at most (default: \(Limits.usualSuggestions))"),
            ],
            answer: .json(.named("Suggestions")),
            handle: { call in
                let (text, top) = (try call.text("q") ?? "", try call.integer("top") ?? Limits.usualSuggestions)
                let clock = ContinuousClock()
                let started = clock.now
                let typed = try call.text("field").map { QueryTyping.text(typing: text, of: $0) } ?? text
                let found = try await call.service.host.suggest(
                    typed, top: top, languages: call.languages, tellsOfPeople: call.tellsOfPeople)
                return try .json(
                    SuggestionsAnswer(
                        tookMs: JSONText.milliseconds(clock.now - started),
                        suggestions: found.map(SuggestionsAnswer.Suggestion.init)))
            }),
    ]

    /// The parameters of a request in words.
    static let inWords: [Route.Parameter] = [
        .init(
            name: "q", schema: .text(most: Limits.textCharacters),
            summary: "What the photos show, as a query"),
        .init(name: "not", schema: .text(most: Limits.textCharacters), summary: "What the photos do not show"), literal,
    ]

    static let literal = Route.Parameter(
        name: "literal", schema: .flag, summary: "Whether plain words are never read as dates, places or people"
    )

    static let fold = Route.Parameter(
        name: "fold", schema: .flag,
        summary: "Whether to fold stacks: the same picture, and shots of one moment")

    private static let words = Schema.text(most: Limits.textCharacters)
}

extension SearchRequestBody {
    fileprivate init(_ form: Form) throws(Problem) {
        var likes: [Int64] = []
        for id in try form.text("like")?.split(separator: ",") ?? [] {
            guard let number = Int64(id) else { throw .wrongUsage("'like' must be a list of whole numbers") }
            likes.append(number)
        }
        self.init(
            text: try form.text("text"), not: try form.text("not"), literal: try form.flag("literal"),
            count: try form.flag("count"), like: likes, fold: try form.flag("fold"),
            top: try form.integer("top", Limits.top), offset: try form.integer("offset", Limits.offset))
    }

    /// Checks what a server allows.
    fileprivate func check(hasPicture: Bool, _ way: Request.Way) throws(Problem) {
        let words = try Check.text(text, "text")
        _ = try Check.text(not, "not")
        if let top { _ = try Check.integer(top, "top", Limits.top) }
        if let offset { _ = try Check.integer(offset, "offset", Limits.offset) }
        if let likePath {
            guard likePath.utf8.first == .slash, let likeFile else { throw .filesAreNotNamed }
            try Check.isOfThisMachine(likeFile, way)
        }
        guard words != nil || like?.isEmpty == false || likePath != nil || vector != nil || hasPicture else {
            throw .wrongUsage("the query is empty")
        }
        if let like { _ = try Check.photos(like, "like", 0...Limits.likes) }
    }
}

extension Check {
    /// Only the owner's own commands may name a file, which must have the same path for them and for the server.
    fileprivate static func isOfThisMachine(_ file: FilePath, _ way: Request.Way) throws(Problem) {
        guard way == .librarySocket, file.bytes.first == .slash, !file.bytes.contains(0) else {
            throw .filesAreNotNamed
        }
    }
}

extension Problem {
    fileprivate static var filesAreNotNamed: Problem { .wrongUsage("photos are identified by numbers") }
}

extension Call {
    /// The number of photos per day: of all, or of those that match the request.
    func days() async throws -> [PhotoDay] {
        let folds = try flag("fold")
        guard let question = try await questionInWords() else { return try await service.host.days(folds: folds) }
        return try await service.host.days(of: question, folds: folds)
    }

    /// The request in words; nil for all photos.
    func questionInWords() async throws -> SearchRequest? {
        let asked = try SearchRequestBody(text: text("q"), not: text("not"), literal: flag("literal"))
        guard asked.text != nil || asked.not != nil else { return nil }
        try asked.check(hasPicture: false, request.way)
        return try await SearchRequest(asked, read: read(asked, spells: true))
    }

    /// The query; nil if there is none.
    func query() async throws -> Query? {
        let asked = try SearchRequestBody(text: text("q"), literal: flag("literal"))
        return asked.text == nil ? nil : try await query(asked)
    }

    func query(_ asked: SearchRequestBody) async throws -> Query {
        try asked.check(hasPicture: false, request.way)
        guard let query = try await read(asked)?.query else {
            throw Problem.wrongUsage("the query is empty")
        }
        return query
    }

    func read(_ asked: SearchRequestBody, spells: Bool = false) async throws -> ParsedQuery? {
        let read = try await asked.read {
            try await service.host.read($0, isLiteral: $1, tellsOfPeople: tellsOfPeople, spells: spells)
        }
        for case .file(let file) in read?.query.likes ?? [] { try Check.isOfThisMachine(file, request.way) }
        return read
    }

    fileprivate func search(_ asked: SearchRequestBody, picture: Form.Part? = nil) async throws -> Response {
        try asked.check(hasPicture: picture != nil, request.way)
        let clock = ContinuousClock()
        let started = clock.now
        let read = try await read(asked, spells: true)
        var vectors: [Embedding] = []
        if picture != nil || asked.vector != nil {
            let engine = try await service.host.current().engine
            if let picture { vectors.append(try await service.uploads.embedding(of: picture, by: engine)) }
            if let numbers = asked.vector {
                vectors.append(try Check.vector(numbers, fingerprint: asked.fingerprint, of: engine.modelID))
            }
        }
        var question = SearchRequest(asked, read: read, vectors: vectors)
        question.vectorsAreOfPictures = asked.vector == nil
        let answer = try await service.host.search(question, folds: asked.fold ?? false)
        let took = clock.now - started
        return try await .json(
            SearchAnswer(
                to: asked, read: read, answer.found, by: answer.model, took: took,
                indexed: service.host.current().indexedSoFar(), placeName: placeName))
    }
}
