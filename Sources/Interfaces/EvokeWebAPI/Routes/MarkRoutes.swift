import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let marks = [
        Route(API.marks) { call in try await MarksAnswer(call.service.library.marks.overview()) },
        Route(API.mark) { call, body in
            for names in [body.add?.tags, body.add?.albums, body.remove?.tags, body.remove?.albums] {
                try Check.names(names ?? [])
            }
            let (edit, marks) = (MarkEdit(body), call.service.library.marks)
            let photos = try await call.photos(of: body)
            let copies = try await marks.copies(of: photos)
            var report = MarkReport(changed: 0, unread: 0)
            if edit.adding.count + edit.removing.count > 0 { report = try await marks.change(photos, edit) }
            return MarkedAnswer(
                photos: photos.count, copies: copies.count, changed: report.changed, unread: report.unread)
        },
        Route(API.undoMarks) { call in try await MarksUndoneAnswer(photos: call.service.library.marks.undo()) },
    ]
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
            return try await service.library.photos(
                answering: self.query(SearchRequestBody(text: query, literal: body.literal)))
        default: throw Problem.wrongUsage("either 'photos' or 'query' is required")
        }
    }
}
