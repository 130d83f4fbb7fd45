import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let library = [
        Route(
            .library,
            summary: "Contents of the library and indexing progress",
            answer: .json(.named("Library")), handle: { call in try await call.library() }),
        Route(
            .failures,
            summary: "Photos that could not be read, with the reason, and truncated ones",
            parameters: [top, offset],
            answer: .json(.named("Failures")),
            handle: { call in
                let (top, offset) = try call.page()
                let failures = try await call.service.host.failures()
                let truncated = try await call.service.host.truncatedPhotos()
                return try .json(
                    FailuresAnswer(
                        total: failures.count,
                        failures: failures.dropFirst(offset).prefix(top).map { FailuresAnswer.Failure($0) },
                        cutTotal: truncated.count,
                        cutPhotos: truncated.dropFirst(offset).prefix(top).map { FailuresAnswer.Truncated($0) }
                    ))
            }),
        Route(
            .addRoot, summary: "Add a folder and start indexing it",
            bodies: [.json(.object([.must("path", .text(most: 4_096, least: 1, pattern: "^/[^\\x00]*$"))]))],
            answer: .json(.named("Library"), status: 202), problems: [404, 507],
            handle: { call in
                let path = try call.json(RootRequest.self).path
                guard !path.utf8.contains(0), path.utf8.count <= 4_096 else {
                    throw Problem.wrongUsage("the path is invalid")
                }
                try await call.service.host.add(root: FilePath(path))
                return try await call.library(status: 202)
            }),
        Route(
            .removeRoot,
            summary: "Remove a folder and its photos from the library; files stay",
            answer: .json(.named("Library")),
            problems: [404],
            handle: { call in
                let roots = try await call.service.host.overview().summary.roots
                guard let root = roots.first(where: { Fingerprint.of($0.bytes) == call.pieces[0] }) else {
                    throw Problem(
                        status: 404, kind: EvokeError.Kind.notFound.rawValue,
                        detail: "No such folder in the library.", remedy: "See /api/library.")
                }
                try await call.service.host.remove(root: root)
                return try await call.library()
            }),
        Route(
            .folders, summary: "Folders inside a folder on the server, to choose one to add",
            parameters: [
                .init(
                    name: "path", schema: .text(most: 4_096, pattern: "^/[^\\x00]*$"),
                    summary: "An absolute path without links (default: the home of the server's user)")
            ],
            answer: .json(.named("Folders")), problems: [404],
            handle: { call in
                let path = try call.text("path")
                guard path?.utf8.contains(0) != true else { throw Problem.wrongUsage("the path is invalid") }
                let (folder, inside) = try await call.service.host.folders(in: path.map { FilePath($0) })
                return try .json(
                    FoldersAnswer(
                        path: JSONText.path(folder), parent: folder.parent.map(JSONText.path),
                        folders: inside.map {
                            FoldersAnswer.Folder(
                                name: String(decoding: $0.name, as: UTF8.self), path: JSONText.path($0))
                        }))
            }),
        Route(
            .useModel, summary: "Switch the search model, and index photos it has not seen",
            bodies: [.json(.object([.must("name", .text(most: 200, least: 1))]))],
            answer: .json(.named("Library"), status: 202), problems: [404],
            handle: { call in
                try await call.service.host.use(model: call.json(ModelRequest.self).name)
                return try await call.library(status: 202)
            }),
        Route(
            .setIndexing, summary: "Pause or resume indexing",
            bodies: [.json(.object([.must("state", .choice(["paused", "running"]))]))],
            answer: .json(.named("Library"), status: 202),
            handle: { call in
                switch try call.json(IndexingRequest.self).state {
                case "paused": await call.service.host.pause()
                case "running": try await call.service.host.resume()
                default: throw Problem.wrongUsage("'state' must be 'paused' or 'running'")
                }
                return try await call.library(status: 202)
            }),
        Route(
            .events, summary: "Events as they happen",
            answer: .bytes("text/event-stream"), handle: { call in try await call.service.events() }),
    ]
}

extension Call {
    fileprivate func library(status: Int = 200) async throws -> Response {
        try .json(LibraryAnswer(await service.host.overview()), status: status)
    }
}
