import EvokeValues

extension PhotoLibrary {
    /// Finds the faces in photos in which this machine's finder has not looked, where the library's owner wants that, and
    /// keeps them as they come. Photos that cannot be read now are left to a later run. Then it finds out whose they are.
    ///
    /// Throws what the finder throws when it fails as such, and blames no photo then; and `CancellationError`.
    func findFaces(_ notify: @escaping @Sendable (IndexEvent) -> Void) async throws {
        try await faceWork(notify)? { true }
    }

    /// The same in as many pieces as somebody likes; nil where no faces are to be found here.
    func faceWork(_ notify: @escaping @Sendable (IndexEvent) -> Void) async throws -> LateWork? {
        let (catalog, engine, memory) = (try catalog, engine, places.faceFinders.memory)
        guard places.faceFinder != nil else { return nil }
        guard try await catalog.keepsPeople() else {
            memory.forget()
            return nil
        }
        guard let finding = try await places.faceFinder(of: catalog) else { return nil }
        let finder = try await catalog.finder(of: finding)
        let look = ContentAnalysis.faces(by: finding, finder, in: catalog, notify)
        let pass = ContentPass(
            look: look, count: { try await catalog.countWithoutFaces(by: finder) },
            waiting: { try await catalog.photosWithoutFaces(by: finder, after: $0, limit: $1) },
            keep: { try await catalog.record($0) }, notify: { notify(.findingFaces(done: $0, total: $1)) })
        return { isWanted in
            try await pass.run(by: engine) {
                // Whoever turns people off meanwhile is obeyed at once.
                guard await isWanted() else { return false }
                return try await catalog.keepsPeople()
            }
            try await memory.placeFaces(in: catalog, by: finder)
        }
    }

    /// The same as the end of a run of indexing: a finder that fails is a problem of the run, and does not end it.
    func findFaces(in report: inout IndexReport, _ notify: @escaping @Sendable (IndexEvent) -> Void) async {
        do {
            try await findFaces(notify)
        } catch is CancellationError {
            report.isInterrupted = true
        } catch let error as EvokeError {
            notify(.problem(error))
        } catch {
            notify(.problem(EvokeError(.inference, doing: "find faces in photos", subject: "", reason: "\(error)")))
        }
    }
}

extension ContentAnalysis<FoundFaces> {
    static func faces(
        by finding: any FaceFinding, _ finder: FaceFinderID, in catalog: any PhotoCatalog,
        _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) -> ContentAnalysis {
        ContentAnalysis(
            find: { card in
                // A copy of a photo, which came later.
                if let content = card.content, let known = try await catalog.faces(of: [content])[content],
                    known.finder == finder
                {
                    return known
                }
                return FoundFaces(try await finding.faces(in: card.path, named: card.path), by: finder)
            }, nothing: { FoundFaces(PictureFaces([], in: $0), by: finder) }, notify: notify)
    }
}
