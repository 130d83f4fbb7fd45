import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let library = [
        Route(API.library) { call in try await call.library() },
        Route(API.failures) { call in
            let (top, offset) = try call.page()
            let failures = try await call.service.library.failures()
            let truncated = try await call.service.library.truncatedPhotos()
            return FailuresAnswer(
                total: failures.count,
                failures: failures.dropFirst(offset).prefix(top).map { FailuresAnswer.Failure($0) },
                cutTotal: truncated.count,
                cutPhotos: truncated.dropFirst(offset).prefix(top).map { FailuresAnswer.Truncated($0) })
        },
        Route(API.addRoot) { call, body in
            guard !body.path.utf8.contains(0), body.path.utf8.count <= RootRequest.longest else {
                throw Problem.wrongUsage("the path is invalid")
            }
            try await call.service.library.indexing.add(DiskPath(body.path))
            return try await call.library()
        },
        Route(API.removeRoot) { call in
            let roots = try await call.service.library.overview().summary.roots
            guard let root = roots.first(where: { Fingerprint.of($0.bytes) == call.pieces[0] }) else {
                throw Problem.notFound("No such folder in the library.", remedy: "See /api/library.")
            }
            try await call.service.library.indexing.remove(root)
            return try await call.library()
        },
        Route(API.folders) { call in
            let path = try call.text("path")
            guard path?.utf8.contains(0) != true else { throw Problem.wrongUsage("the path is invalid") }
            let (folder, inside) = try await call.service.library.indexing.folders(in: path.map { DiskPath($0) })
            return FoldersAnswer(
                path: JSONText.path(folder), parent: folder.parent.map(JSONText.path),
                folders: inside.map {
                    FoldersAnswer.Folder(name: String(decoding: $0.name, as: UTF8.self), path: JSONText.path($0))
                })
        },
        Route(API.useModel) { call, body in
            try await call.service.library.models.use(body.name)
            return try await call.library()
        },
        Route(API.setIndexing) { call, body in
            switch body.state {
            case .paused: await call.service.library.indexing.pause()
            case .running: try await call.service.library.indexing.resume()
            }
            return try await call.library()
        },
        Route(raw: API.events) { call in try await call.service.events() },
    ]
}

extension Call {
    fileprivate func library() async throws -> LibraryAnswer { try await LibraryAnswer(service.library.overview()) }
}
