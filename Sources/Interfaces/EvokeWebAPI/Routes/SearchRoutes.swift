import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let search = [
        Route(
            API.search, visit: { try await $0.search() },
            handle: { call in
                let (top, offset) = try call.page()
                return try await call.search(
                    SearchRequestBody(
                        text: call.text("q"), not: call.text("not"), literal: call.flag("literal"),
                        count: call.flag("count"), like: call.integers("like").map { Int64($0) },
                        fold: call.flag("fold"), top: top, offset: offset))
            }),
        Route(
            API.searchByExample,
            form: { call, form in try await call.search(SearchRequestBody(form), picture: form.picture()) },
            handle: { call, body in try await call.search(body) }),
        Route(API.suggest) { call in
            let (text, top) = (try call.text("q") ?? "", try call.integer("top") ?? Limits.usualSuggestions)
            let started = ContinuousClock.now
            let typed = try call.text("field").map { QueryTyping.text(typing: text, of: $0) } ?? text
            let found = try await call.service.library.suggest(
                typed, top: top, languages: call.languages, tellsOfPeople: call.tellsOfPeople)
            return SuggestionsAnswer(
                tookMs: JSONText.milliseconds(ContinuousClock.now - started),
                suggestions: found.map(SuggestionsAnswer.Suggestion.init))
        },
    ]
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
    fileprivate static func isOfThisMachine(_ file: DiskPath, _ way: Request.Way) throws(Problem) {
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
        guard let question = try await questionInWords() else { return try await service.library.days(folds: folds) }
        return try await service.library.days(of: folding(question, folds))
    }

    /// The request in words; nil for all photos.
    func questionInWords() async throws -> SearchRequest? {
        let asked = try SearchRequestBody(text: text("q"), not: text("not"), literal: flag("literal"))
        guard asked.text != nil || asked.not != nil else { return nil }
        try asked.check(hasPicture: false, request.way)
        return try await SearchRequest(asked, read: read(asked, spells: true))
    }

    /// The request, for results in which stacks are folded.
    func folding(_ question: SearchRequest, _ folds: Bool) async -> SearchRequest {
        guard folds else { return question }
        var question = question
        question.stacks = await service.library.duplicates.stacks()
        return question
    }

    /// The query; nil if there is none.
    func query() async throws -> SearchQuery? {
        let asked = try SearchRequestBody(text: text("q"), literal: flag("literal"))
        return asked.text == nil ? nil : try await query(asked)
    }

    func query(_ asked: SearchRequestBody) async throws -> SearchQuery {
        try asked.check(hasPicture: false, request.way)
        guard let query = try await read(asked)?.query else {
            throw Problem.wrongUsage("the query is empty")
        }
        return query
    }

    func read(_ asked: SearchRequestBody, spells: Bool = false) async throws -> ParsedQuery? {
        let read = try await asked.read {
            try await service.library.read($0, now: .now, isLiteral: $1, tellsOfPeople: tellsOfPeople, spells: spells)
        }
        for case .file(let file) in read?.query.likes ?? [] { try Check.isOfThisMachine(file, request.way) }
        return read
    }

    fileprivate func search(_ asked: SearchRequestBody, picture: Form.Part? = nil) async throws -> SearchAnswer {
        try asked.check(hasPicture: picture != nil, request.way)
        let started = ContinuousClock.now
        let read = try await read(asked, spells: true)
        var vectors: [Embedding] = []
        if picture != nil || asked.vector != nil {
            let engine = try await service.library.engine
            if let picture { vectors.append(try await service.uploads.embedding(of: picture, by: engine)) }
            if let numbers = asked.vector {
                vectors.append(try Check.vector(numbers, fingerprint: asked.fingerprint, of: engine.modelID))
            }
        }
        var question = SearchRequest(asked, read: read, vectors: vectors)
        question.vectorsAreOfPictures = asked.vector == nil
        question.showsAll = true
        let (found, model, took, indexed) = try await service.library.searching {
            [question = await folding(question, asked.fold ?? false)] library in
            let (found, model) = (try await library.search([question])[0], try await library.model)
            return (found, model, ContinuousClock.now - started, try await library.indexedSoFar())
        }
        return SearchAnswer(to: asked, read: read, found, by: model, took: took, indexed: indexed, placeName: placeName)
    }
}

extension Routes {
    static let queries = [
        Route(
            API.query,
            visit: { visit in try await visit.call.changedQuery { try visit.read($0, isLiteral: $1) } },
            handle: { call in
                try await call.changedQuery { text, isLiteral in
                    let asked = SearchRequestBody(text: text, literal: isLiteral)
                    return try await call.read(asked) ?? ParsedQuery("", now: .now)
                }
            })
    ]
}

extension Call {
    /// The parsed query, with the requested change. `read` parses a text with what the caller may know.
    func changedQuery(_ read: (String, Bool) async throws -> ParsedQuery) async throws -> QueryAnswer {
        let isLiteral = try flag("literal")
        var before = try await read(text("q") ?? "", isLiteral)
        for part in try wordsBeside() { before = try await read(before.text(alsoAsking: part), isLiteral) }
        guard let change = try queryChange() else { return QueryAnswer(before, isLiteral: isLiteral) }
        let after = try before.changed(change, isLiteral: isLiteral)
        return try await QueryAnswer(read(after.text, after.isLiteral), isLiteral: after.isLiteral)
    }

    /// Criteria given in addition to the text, which become part of it.
    private func wordsBeside() throws(Problem) -> [SearchQuery.Part] {
        var parts: [SearchQuery.Part] = []
        if let words = try Check.text(text("not"), "not") { parts.append(.not(.words(words))) }
        for number in try integers("like") { parts.append(.like(.number(try Check.photo(Int64(number), "like")))) }
        return parts
    }

    private func queryChange() throws(Problem) -> QueryChange? {
        var changes: [QueryChange] = []
        let without = try integers("without")
        if !without.isEmpty { changes.append(.without(without)) }
        if try flag("clear") { changes.append(.clear) }
        if let number = try integer("words") { changes.append(.leaveToWords(number)) }
        let (isOpposite, place) = (try flag("opposite"), try integer("at"))
        if let field = try text("field") {
            changes.append(.put(field: field, values: target.values(of: "value"), isOpposite: isOpposite, at: place))
        }
        guard changes.count < 2 else { throw .wrongUsage("only one change at a time is possible") }
        return changes.first
    }
}

extension Routes {
    static let savedSearches = [
        Route(API.searches) { call in try await SearchesAnswer(call.searches()) },
        Route(API.saveSearch) { call, body in
            guard let query = try Check.text(body.query, "query") else {
                throw Problem.wrongUsage("the query is empty")
            }
            try await call.service.library.saved.save(SavedSearch(name: Target.text(of: call.pieces[0]), query: query))
            return try await SearchesAnswer(call.searches())
        },
        Route(API.removeSearch) { call in
            let search = try await call.searches().named(
                Target.text(of: call.pieces[0]), doing: "remove the saved search")
            try await call.service.library.saved.remove(search.name)
            return try await SearchesAnswer(call.searches())
        },
    ]
}

extension Call {
    /// Those that the caller may see.
    func searches() async throws -> [SavedSearch] {
        let all = try await service.library.saved.list()
        // A query that cannot be parsed might be about people, and is left out.
        return tellsOfPeople ? all : all.filter { (try? SearchQuery($0.query, now: .now))?.asksForPeople == false }
    }
}
