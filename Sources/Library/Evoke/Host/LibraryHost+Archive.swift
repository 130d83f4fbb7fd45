package import EvokeValues

extension LibraryHost {
    /// The photos' files as one ZIP, which is made while it is being read.
    ///
    /// Throws `EvokeError` of the kind `notFound` if none of them is in the library.
    package nonisolated func archive(of photos: [PhotoID]) async throws -> PhotoArchive {
        let (cards, roots) = try await reading { (try await $0.cards(of: photos), try await $0.roots()) }
        guard !cards.isEmpty else {
            throw EvokeError(
                .notFound, doing: "make a ZIP of photos", subject: "", reason: "the library has none of them",
                remedy: "Search again.")
        }
        return PhotoArchive(photos.compactMap { cards[$0] }, inside: roots)
    }
}
