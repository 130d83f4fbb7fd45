import EvokeValues

extension PhotoLibrary {
    /// Finds faces in photos that this machine's finder has not searched, if the owner wants that, and stores them as
    /// they come. Photos that cannot be read now are left to a later run. Then it groups the faces.
    ///
    /// Throws errors of the finder that are not about a photo, and `CancellationError`.
    func findFaces(_ notify: @escaping @Sendable (IndexEvent) -> Void) async throws {
        try await faceWork(notify)? { true }
    }

    /// The same in pieces; nil if no faces are to be found here.
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
                // If people are turned off meanwhile, it stops at once.
                guard await isWanted() else { return false }
                return try await catalog.keepsPeople()
            }
            try await memory.placeFaces(in: catalog, by: finder)
        }
    }

    /// The same as the end of an indexing run: a failing finder is reported as a problem and does not end the run.
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
                // A copy of a photo that was added later.
                if let content = card.content, let known = try await catalog.faces(of: [content])[content],
                    known.finder == finder
                {
                    return known
                }
                return FoundFaces(try await finding.faces(in: card.path, named: card.path), by: finder)
            }, nothing: { FoundFaces(PictureFaces([], in: $0), by: finder) }, notify: notify)
    }
}
