import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let marks = [
        Route(
            .marks, summary: "Albums, tags and the number of favorites",
            answer: .json(.named("Marks")),
            handle: { call in try await .json(MarksAnswer(call.service.host.marks())) }),
        Route(
            .mark,
            summary: "Add or remove favorites, ratings, captions, tags and albums, or hide photos",
            bodies: [
                .json(
                    .object([
                        .may("photos", .list(of: .photo, Limits.marked)),
                        .may("query", .text(most: Limits.textCharacters)), .may("literal", .flag),
                        .may(
                            "add",
                            .object([
                                .may("favourite", .flag), .may("rating", .integer(-1...5)),
                                .may("caption", .text(most: Mark.longestCaption)), .may("tags", names),
                                .may("albums", names), .may("hidden", .flag),
                            ])),
                        .may(
                            "remove",
                            .object([
                                .may("favourite", .flag), .may("rating", .flag), .may("caption", .flag),
                                .may("tags", names), .may("albums", names), .may("hidden", .flag),
                            ])),
                    ]))
            ],
            answer: .json(.named("Marked")), problems: [404],
            handle: { call in
                let body = try call.json(MarkRequest.self)
                for names in [body.add?.tags, body.add?.albums, body.remove?.tags, body.remove?.albums] {
                    try Check.names(names ?? [])
                }
                let (edit, host) = (MarkEdit(body), call.service.host)
                let photos = try await call.photos(of: body)
                let copies = try await host.copies(of: photos)
                var report = MarkReport(changed: 0, unread: 0)
                if edit.adding.count + edit.removing.count > 0 { report = try await host.mark(photos, edit) }
                return try .json(
                    MarkedAnswer(
                        photos: photos.count, copies: copies.count, changed: report.changed, unread: report.unread))
            }),
        Route(
            .undoMarks, summary: "Undo the last change to marks",
            answer: .json(.object([.may("photos", .count)])),
            handle: { call in try await .json(MarksUndoneAnswer(photos: call.service.host.undoMarks())) }),
    ]

    private static let names = Schema.list(of: .text(most: Mark.longestName, least: 1), 0...Limits.names)
}

extension Check {
    fileprivate static func names(_ names: [String]) throws(Problem) {
        guard names.count <= Limits.names else {
            throw .wrongUsage("a list can have at most \(Limits.names) names")
        }
        guard names.allSatisfy({ (1...Mark.longestName).contains($0.unicodeScalars.count) }) else {
            throw .wrongUsage("the name of a tag or an album must have 1 to \(Mark.longestName) characters")
        }
    }
}

extension Call {
    fileprivate func photos(of body: MarkRequest) async throws -> PhotoSet {
        switch (body.photos, body.query) {
        case (let photos?, nil): return PhotoSet(try Check.photos(photos, "photos", Limits.marked))
        case (nil, let query?):
            return try await service.host.photos(
                answering: self.query(SearchRequestBody(text: query, literal: body.literal)))
        default: throw Problem.wrongUsage("either 'photos' or 'query' is required")
        }
    }
}
