public import EvokeValues

/// The people of a library, as a page shows them.
public struct PeopleOverview: Sendable {
    /// Photos in which faces were looked for; nil where nothing on this machine finds any.
    public let searched: Int?
    /// Photos that can be shown.
    public let photos: Int
    /// Those who have a name, and those who are seen in two photos or more, the largest first.
    public let people: [LibraryPerson]
    /// What Evoke is not sure of.
    public let openQuestions: PeopleSuggestions
    /// Whether a word of the owner's can be taken back.
    public let canUndo: Bool
}

/// Somebody, as a page shows them.
public struct PersonPage: Sendable {
    /// A face of theirs.
    public struct Face: Hashable, Sendable {
        /// Which.
        public let face: ShownFace
        /// When the photo was taken; nil where nobody knows.
        public let taken: TakenDate?
    }

    /// Who.
    public let person: LibraryPerson
    /// All of their faces, the last taken first, those without a date at the end.
    public let shown: [Face]
    /// Faces that may be theirs, the best first.
    public let suggestions: [SuggestedFace]
}

/// The faces in a photo, as a page shows them.
public struct PhotoFacesPage: Sendable {
    /// A face in it.
    public struct Entry: Sendable {
        /// As it was found.
        public let face: Face
        /// Whose it is; nil for nobody's yet.
        public let person: LibraryPerson?
        /// Whose it may be.
        public let suggestion: SuggestedFace?
        /// Whether it is of no interest.
        public let isHidden: Bool
    }

    /// Of the upright photo, in whose pixels boxes are.
    public let size: PixelSize
    /// The largest first.
    public let faces: [Entry]
}

extension ShownAlbum {
    func page(of person: PersonID, _ suggestions: [SuggestedFace]) -> PersonPage? {
        guard let known = people.first(where: { $0.id == person }) else { return nil }
        let shown = album.entries.filter { $0.isOf(person) }.compactMap { entry in
            photos[entry.content]?.first.map {
                PersonPage.Face(face: ShownFace(photo: $0.photo, face: entry.number + 1), taken: entry.taken)
            }
        }.sorted { one, other in
            let (first, second) = (one.taken?.localSeconds ?? .min, other.taken?.localSeconds ?? .min)
            return first == second ? one.face.photo < other.face.photo : first > second
        }
        return PersonPage(
            person: known, shown: shown, suggestions: suggestions.filter { $0.person.id == person })
    }

    /// Nil where nobody has found a face in that photo.
    func page(of photo: PhotoID, _ suggestions: [SuggestedFace]) -> PhotoFacesPage? {
        guard let content = album.contents[photo], let size = album.sizes[content] else { return nil }
        let faces = album.entries.filter { $0.content == content }.map { entry in
            PhotoFacesPage.Entry(
                face: entry.face, person: people.first { entry.isOf($0.id) },
                suggestion: suggestions.first { suggestion in
                    album.contents[suggestion.face.photo] == content && suggestion.face.face == entry.number + 1
                }, isHidden: entry.word.isHidden)
        }
        return PhotoFacesPage(size: size, faces: faces)
    }
}
