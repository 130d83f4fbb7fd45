import Evoke
import EvokeValues
import EvokeWire

extension Routes {
    static let search = [
        Route(
            .search, summary: "Find photos by words, or like others",
            parameters: [
                .init(name: "q", schema: .text(most: Limits.textCharacters), summary: "What the photos show"),
                .init(name: "not", schema: .text(most: Limits.textCharacters), summary: "What they do not show"),
                .init(
                    name: "like", schema: .list(of: .integer(1...Int(Int32.max)), 0...Limits.likes),
                    summary: "Photos that they are like; may be repeated"), top, offset,
            ],
            answer: .json(.named("Found")), problems: [404],
            handle: { call in
                let (top, offset) = try call.page()
                let likes = try call.integers("like").map { PhotoID(Int64($0)) }
                return try await call.find(
                    Wanted(text: call.text("q"), not: call.text("not"), like: likes, top: top, offset: offset))
            }),
        Route(
            .searchByExample,
            summary: "Find photos by words, like others, and like a picture",
            bodies: [
                .json(
                    .object([
                        .may("text", words), .may("not", words),
                        .may("like", .list(of: .integer(1...Int(Int32.max)), 0...Limits.likes)),
                        .may("vector", .list(of: .number, 1...Limits.embeddingWidth)),
                        .may("fingerprint", .words),
                        .may("top", .integer(Limits.top)), .may("offset", .integer(Limits.offset)),
                    ])),
                .form([
                    .may("picture", .file), .may("text", words), .may("not", words), .may("like", .words),
                    .may("top", .integer(Limits.top)), .may("offset", .integer(Limits.offset)),
                ]),
            ],
            answer: .json(.named("Found")), problems: [404, 422, 507],
            handle: { call in
                if let form = try await call.form() { return try await call.find(Wanted(form)) }
                let body = try call.json(SearchQuestion.self)
                if let path = body.likePath { return try await call.similar(to: path, body) }
                return try await call.find(Wanted(body))
            }),
    ]

    private static let words = Schema.text(most: Limits.textCharacters)
}

/// What a request asks for.
private struct Wanted {
    var text: String?
    var not: String?
    var like: [PhotoID] = []
    var picture: Form.Part?
    var vector: [Double]?
    var fingerprint: String?
    var top: Int
    var offset: Int

    init(text: String?, not: String?, like: [PhotoID], top: Int, offset: Int) {
        (self.text, self.not, self.like, self.top, self.offset) = (text, not, like, top, offset)
    }

    init(_ body: SearchQuestion) throws(Problem) {
        text = body.text
        not = body.not
        like = (body.like ?? []).map(PhotoID.init)
        (vector, fingerprint) = (body.vector, body.fingerprint)
        top = try Check.integer(body.top ?? Limits.usualTop, "top", Limits.top)
        offset = try Check.integer(body.offset ?? 0, "offset", Limits.offset)
    }

    init(_ form: Form) throws(Problem) {
        text = try form.text("text")
        not = try form.text("not")
        picture = try form.picture()
        if let text = try form.text("like") {
            for id in text.split(separator: ",") {
                guard let number = Int64(id) else { throw .wrongUsage("'like' is not a list of whole numbers") }
                like.append(PhotoID(number))
            }
        }
        top = try form.integer("top", Limits.top) ?? Limits.usualTop
        offset = try form.integer("offset", Limits.offset) ?? 0
    }
}

extension Call {
    fileprivate func similar(to path: String, _ body: SearchQuestion) async throws -> Response {
        guard request.way == .librarySocket, path.utf8.first == .slash, !path.utf8.contains(0) else {
            throw Problem.wrongUsage("photos are named by their numbers")
        }
        let top = try Check.integer(body.top ?? Limits.usualTop, "top", Limits.top)
        let clock = ContinuousClock()
        let started = clock.now
        let (photos, model) = try await service.host.similar(to: FilePath(path), top: top)
        return try .json(
            SearchAnswer(
                query: nil, model: model.name, tookMs: JSONText.milliseconds(clock.now - started),
                total: try await service.host.searchableCount(), results: photos.map { SearchAnswer.Result($0) }))
    }

    fileprivate func find(_ wanted: Wanted) async throws -> Response {
        var question = Question(
            words: try Check.text(wanted.text, "text"), avoided: try Check.text(wanted.not, "not"), photos: wanted.like)
        guard question.words != nil || !question.photos.isEmpty || wanted.picture != nil || wanted.vector != nil
        else {
            throw Problem.wrongUsage("it is not said what the photos are to show")
        }
        guard question.photos.count <= Limits.likes else {
            throw Problem.wrongUsage("'like' names more than \(Limits.likes) photos")
        }
        let clock = ContinuousClock()
        let started = clock.now
        if let picture = wanted.picture {
            let engine = try await service.host.current().engine
            question.pictures = [try await service.uploads.embedding(of: picture, by: engine)]
        }
        if let vector = wanted.vector {
            question.pictures.append(
                try Check.vector(
                    vector, fingerprint: wanted.fingerprint, of: await service.host.current().engine.modelID))
        }
        let (photos, model) = try await service.host.find(question, top: wanted.top, offset: wanted.offset)
        return try .json(
            SearchAnswer(
                query: question.words, model: model.name, tookMs: JSONText.milliseconds(clock.now - started),
                total: try await service.host.searchableCount(), results: photos.map { SearchAnswer.Result($0) }))
    }
}
