package import EvokeValues

extension LibraryHost {
    /// The photos' own files as one ZIP, which is made while it is read.
    ///
    /// Throws `EvokeError` of the kind `notFound` where the library has none of them.
    package nonisolated func archive(of photos: [PhotoID]) async throws -> PhotoArchive {
        let (cards, roots) = try await reading { (try await $0.cards(of: photos), try await $0.roots()) }
        guard !cards.isEmpty else {
            throw EvokeError(
                .notFound, doing: "put photos into a ZIP", subject: "", reason: "the library has none of them",
                remedy: "Search again.")
        }
        return PhotoArchive(photos.compactMap { cards[$0] }, inside: roots)
    }
}
