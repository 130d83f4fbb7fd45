import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let search = [
        Route(
            .search, summary: "Find photos by words, or like others",
            parameters: inWords + [
                .init(name: "count", schema: .flag, summary: "Whether all photos that fit are counted"),
                .init(
                    name: "like", schema: .list(of: .photo, 0...Limits.likes),
                    summary: "Photos that they are like; may be repeated"), fold, top, offset,
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
            summary: "Find photos by words, like others, and like a picture",
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
            .suggest, summary: "How a query may go on whose last part is being typed",
            parameters: [
                .init(
                    name: "q", schema: .text(most: Limits.textCharacters),
                    summary: "The query up to the cursor, in the language of queries"),
                .init(
                    name: "field", schema: .text(most: Limits.textCharacters),
                    summary: "With it, `q` is how a value of that field begins, without quotes"),
                .init(
                    name: "top", schema: .integer(Limits.suggestions),
                    summary: "How many at most (default: \(Limits.usualSuggestions))"),
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

    /// A question in words.
    static let inWords: [Route.Parameter] = [
        .init(
            name: "q", schema: .text(most: Limits.textCharacters),
            summary: "What the photos show, in the language of queries"),
        .init(name: "not", schema: .text(most: Limits.textCharacters), summary: "What they do not show"), literal,
    ]

    static let literal = Route.Parameter(
        name: "literal", schema: .flag, summary: "Whether dates, places and people in plain words are left to the words"
    )

    static let fold = Route.Parameter(
        name: "fold", schema: .flag,
        summary: "Whether photos of one stack are one: the same picture, and shots of one moment")

    private static let words = Schema.text(most: Limits.textCharacters)
}

extension SearchRequestBody {
    fileprivate init(_ form: Form) throws(Problem) {
        var likes: [Int64] = []
        for id in try form.text("like")?.split(separator: ",") ?? [] {
            guard let number = Int64(id) else { throw .wrongUsage("'like' is not a list of whole numbers") }
            likes.append(number)
        }
        self.init(
            text: try form.text("text"), not: try form.text("not"), literal: try form.flag("literal"),
            count: try form.flag("count"), like: likes, fold: try form.flag("fold"),
            top: try form.integer("top", Limits.top), offset: try form.integer("offset", Limits.offset))
    }

    /// What a server answers.
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
            throw .wrongUsage("it is not said what the photos are to show")
        }
        if let like { _ = try Check.photos(like, "like", 0...Limits.likes) }
    }
}

extension Check {
    /// Only its owner's own commands name a file, and where it is for them as well as for the server.
    fileprivate static func isOfThisMachine(_ file: FilePath, _ way: Request.Way) throws(Problem) {
        guard way == .librarySocket, file.bytes.first == .slash, !file.bytes.contains(0) else {
            throw .filesAreNotNamed
        }
    }
}

extension Problem {
    fileprivate static var filesAreNotNamed: Problem { .wrongUsage("photos are named by their numbers") }
}

extension Call {
    /// How many photos each day has: of all, or of those that fit what is asked.
    func days() async throws -> [PhotoDay] {
        let folds = try flag("fold")
        guard let question = try await questionInWords() else { return try await service.host.days(folds: folds) }
        return try await service.host.days(of: question, folds: folds)
    }

    /// What is asked in words; nil where all photos are asked for.
    func questionInWords() async throws -> SearchRequest? {
        let asked = try SearchRequestBody(text: text("q"), not: text("not"), literal: flag("literal"))
        guard asked.text != nil || asked.not != nil else { return nil }
        try asked.check(hasPicture: false, request.way)
        return try await SearchRequest(asked, read: read(asked, spells: true))
    }

    /// What is asked in words; nil where nothing is.
    func query() async throws -> Query? {
        let asked = try SearchRequestBody(text: text("q"), literal: flag("literal"))
        return asked.text == nil ? nil : try await query(asked)
    }

    func query(_ asked: SearchRequestBody) async throws -> Query {
        try asked.check(hasPicture: false, request.way)
        guard let query = try await read(asked)?.query else {
            throw Problem.wrongUsage("it is not said what the photos are to show")
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
