import EvokeQuery
import EvokeValues

extension PhotoLibrary {
    /// The lines of text in a photo's picture, in pieces. The words by which it matches a query are marked: words
    /// required in pictures, and plain words if all of them are written on the photo, including misread ones.
    func lines(of text: PictureText, in photo: PhotoID, marking query: Query) async throws -> [[SearchReason.Piece]] {
        var (phrases, plain) = ([[TextTerm]](), [TextQuery]())
        for way in try SearchRequest(query: query, top: 1).alternatives(in: places) {
            phrases += way.condition?.pictureTexts.map { TextTerm.all(in: $0) } ?? []
            guard way.isInWordsAlone, let words = try way.words.flatMap(places.written) else { continue }
            let found = try await catalog.photos(with: words)
            if found.any.contains(photo) { plain.append(words.misread(as: found.misreadings)) }
        }
        return text.marking { written in
            let terms = TextTerm.all(in: written)
            return phrases.flatMap { terms.places(of: $0) }
                + plain.flatMap { $0.places(in: written, isRead: true).map(\.range) }
        }
    }
}

extension PhotoCondition {
    /// Words required in pictures.
    fileprivate var pictureTexts: [String] {
        switch self {
        case .test(.pictureText(let words)): [words]
        case .test, .not: []
        case .all(let parts), .any(let parts): parts.flatMap(\.pictureTexts)
        }
    }
}
