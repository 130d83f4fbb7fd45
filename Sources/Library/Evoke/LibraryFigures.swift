package import EvokeValues

/// Counts about a library, for monitoring.
package struct LibraryFigures: Sendable {
    package let summary: CatalogSummary
    /// Photos with a vector of the model in use.
    package let searchable: Int
    /// Photos not yet searched for faces; nil if people are off, or nothing finds faces.
    package let facesWaiting: Int?
    /// Nil for a library in a folder.
    package let queue: WorkQueue?
}

extension LibraryHost {
    /// Counting takes a while in large libraries.
    package func figures() async throws -> LibraryFigures {
        let fingerprint = engine.modelID.fingerprint
        return try await reading { [places] catalog in
            let summary = try await catalog.summary()
            let people = try await places.people(in: catalog, of: summary)
            return LibraryFigures(
                summary: summary, searchable: summary.models.first { $0.id.fingerprint == fingerprint }?.photos ?? 0,
                facesWaiting: people?.searched.map { summary.photos - $0 },
                queue: try await (catalog as? any WorkSharing)?.queue())
        }
    }
}

extension PhotoLibrary {
    /// The photos that wait for workers, and the workers.
    package func queue() async throws -> WorkQueue { try await Self.shared(catalog).queue() }
}
