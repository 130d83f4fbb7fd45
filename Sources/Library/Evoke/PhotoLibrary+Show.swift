package import EvokePorts
import EvokeSystem
package import EvokeValues

package struct ShownPhoto: Sendable {
    /// Its file, metadata and marks, without exposure.
    package let page: PhotoPage
    /// Nil if its text has not been read.
    package let text: PictureText?
    /// Its faces, largest first; nil if people are off or it has not been searched for faces.
    package let faces: [KnownFace]?
    /// Where it was taken, in English: "Lisbon, Portugal"; nil if unknown or at no place.
    package let placeName: String?
}

extension PhotoLibrary {
    /// A photo by its path or its number.
    ///
    /// Throws `EvokeError` of the kind `notFound` if the library has no such photo that can be shown.
    package func show(_ photo: DiskPath) async throws -> ShownPhoto {
        let catalog = try await catalog
        var found = [Int64(photo.display).map { PhotoID($0) }].compactMap(\.self)
        for path in Self.candidates(for: photo) { found += [try await catalog.photo(at: path)].compactMap(\.self) }
        let cards = try await catalog.cards(of: found)
        // A file of that name takes precedence over a number.
        guard let card = found.reversed().lazy.compactMap({ cards[$0] }).first else {
            throw EvokeError(
                .notFound, doing: "find the photo", subject: photo.display, reason: "it is not in the library",
                remedies: [.advice("Check the spelling."), .showLibrary])
        }
        return ShownPhoto(
            page: try await catalog.page(of: card), text: try await catalog.result(.text, of: card),
            faces: try await catalog.keepsPeople()
                ? try await catalog.foundFaces(in: card.path, catalog.placedPeople(), catalog.people())?.known : nil,
            placeName: try card.place.flatMap { try configuration.name(of: $0, in: "en") })
    }
}

extension PhotoCatalog {
    func page(of card: PhotoCard, exposure: Exposure? = nil) async throws -> PhotoPage {
        let known = try await metadata(of: card.id)
        var metadata = known?.metadata ?? PhotoMetadata()
        metadata.exposure = exposure
        let marks = try await marks(of: [card.content].compactMap(\.self)).values.first ?? []
        return PhotoPage(
            card: card, metadata: metadata, marks: PhotoMarks(marks), companions: known?.companions ?? [],
            isThere: FileSystem.isFile(card.path), colors: try await result(.colors, of: card))
    }
}
