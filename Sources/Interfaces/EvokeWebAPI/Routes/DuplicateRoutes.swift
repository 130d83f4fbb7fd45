import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let duplicates = [
        Route(
            .duplicates, summary: "Groups of duplicate photos, the one to keep first",
            parameters: [
                .init(
                    name: "kind", schema: .list(of: .choice(kinds)),
                    summary: "Kinds of groups to list; may be repeated (default: all)"),
                .init(
                    name: "q", schema: .text(most: Limits.textCharacters),
                    summary: "Only photos that match this query"), literal, top, offset,
            ],
            answer: .json(.named("Duplicates")), problems: [404],
            handle: { call in
                let (kinds, page) = (try call.kinds(), try call.page())
                let query = try await call.query()
                let host = call.service.host
                let known = try await host.duplicates()
                let groups =
                    if let query { try await host.groups(known.groups, answering: query) } else { known.groups }
                return try .json(
                    DuplicateGroupsAnswer(known, groups: groups, kinds, top: page.top, offset: page.offset))
            }),
        Route(
            .trashDuplicates, summary: "Move duplicates to the trash, keeping another photo of each group",
            bodies: [
                .json(
                    .object([
                        .must(
                            "steps",
                            .list(of: .object([.must("trash", .photo), .must("keep", .photo)]), Limits.trashed))
                    ]))
            ],
            answer: .json(.named("Trashed")), problems: [507],
            handle: { call in
                let steps = try call.json(TrashRequest.self).steps
                guard Limits.trashed.contains(steps.count) else {
                    throw Problem.wrongUsage("'steps' must have 1 to \(Limits.trashed.upperBound) items")
                }
                let requests = try steps.map { step in
                    TidyRequest(goes: try Check.photo(step.trash, "trash"), stays: try Check.photo(step.keep, "keep"))
                }
                return try .json(TrashAnswer(await call.service.host.tidy(requests)))
            }),
        Route(
            .undoDuplicates, summary: "Restore the photos that were last moved to the trash",
            answer: .json(.named("PutBack")), problems: [507],
            handle: { call in try .json(UndoAnswer(await call.service.host.undoTidying())) }),
    ]

    private static let kinds = DuplicateGroup.Kind.allCases.map(\.rawValue)
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
