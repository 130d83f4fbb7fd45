import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let duplicates = [
        Route(API.duplicates) { call in
            let (kinds, page) = (try call.kinds(), try call.page())
            let query = try await call.query()
            let duplicates = call.service.library.duplicates
            let known = try await duplicates.known()
            let groups =
                if let query { try await duplicates.groups(known.groups, answering: query) } else { known.groups }
            return DuplicateGroupsAnswer(known, groups: groups, kinds, top: page.top, offset: page.offset)
        },
        Route(API.trashDuplicates) { call, body in
            guard Limits.trashed.contains(body.steps.count) else {
                throw Problem.wrongUsage("'steps' must have 1 to \(Limits.trashed.upperBound) items")
            }
            let requests = try body.steps.map { step in
                TidyRequest(goes: try Check.photo(step.trash, "trash"), stays: try Check.photo(step.keep, "keep"))
            }
            return try await TrashAnswer(call.service.library.duplicates.tidy(requests))
        },
        Route(API.undoDuplicates) { call in try await UndoAnswer(call.service.library.duplicates.undo()) },
    ]
}

extension Call {
    fileprivate func kinds() throws(Problem) -> Set<DuplicateGroup.Kind> {
        var kinds: Set<DuplicateGroup.Kind> = []
        for word in target.values(of: "kind") {
            guard let kind = DuplicateGroup.Kind(rawValue: word) else {
                throw .wrongUsage("'kind' must be exact, same or burst")
            }
            kinds.insert(kind)
        }
        return kinds.isEmpty ? Set(DuplicateGroup.Kind.allCases) : kinds
    }
}
