public import EvokeValues

/// The people of a library, as a page shows them.
public struct PeopleOverview: Sendable {
    /// Photos that were searched for faces; nil without a finder on this machine.
    public let searched: Int?
    /// Photos that can be shown.
    public let photos: Int
    /// People with a name or with two photos or more, those with most photos first.
    public let people: [LibraryPerson]
    /// What Evoke is not sure of.
    public let openQuestions: PeopleSuggestions
    /// Whether there is an edit to undo.
    public let canUndo: Bool
}

/// A person, as a page shows them.
public struct PersonPage: Sendable {
    /// A face of theirs.
    public struct Face: Hashable, Sendable {
        /// The face.
        public let face: ShownFace
        /// When the photo was taken; nil if unknown.
        public let taken: TakenDate?
    }

    /// The person.
    public let person: LibraryPerson
    /// All of their faces, newest first, those without a date at the end.
    public let shown: [Face]
    /// Faces that may be theirs, best guesses first.
    public let suggestions: [SuggestedFace]
}

/// The faces in a photo, as a page shows them.
public struct PhotoFacesPage: Sendable {
    /// A face in it.
    public struct Entry: Sendable {
        /// As it was found.
        public let face: Face
        /// The person; nil if unknown.
        public let person: LibraryPerson?
        /// Who it may be.
        public let suggestion: SuggestedFace?
        /// Whether it is ignored.
        public let isHidden: Bool
    }

    /// The pixel size of the upright photo, which boxes refer to.
    public let size: PixelSize
    /// Largest first.
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

    /// Nil if no face was found in that photo.
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
