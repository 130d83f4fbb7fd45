import EvokeAnalysis
import EvokeModels
import EvokePorts
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// The people in the photos.
    public var people: People { People(library: self) }

    /// The people in a library's photos, if its owner wants them to be found. All changes can be made while another
    /// program indexes the library, except for ``forget()``.
    public struct People: Sendable {
        let library: PhotoLibrary
    }
}

extension PhotoLibrary.People {
    package var canFindFaces: Bool { library.configuration.faceFinder != nil }

    /// Turns people on or off, from the next indexing run on; in a library that is followed, faces are found at once.
    /// Existing data stays.
    public func keep(_ isWanted: Bool) async throws {
        try await library.changing { try await $0.keepPeople(isWanted) }
        if isWanted, library.isFollowed { try await library.indexing.runLaterPasses() }
    }

    /// Chooses the graph in the model store that tells faces in the library apart. The next indexing run finds all
    /// faces again; the owner's edits stay.
    ///
    /// Throws `EvokeError`: of the kind `modelMissing` if there is no such graph, `wrongUsage` for a path and for a
    /// model that is not a single graph, and `modelInvalid` for one that cannot tell faces apart.
    package func tellApart(by recognizer: String) async throws {
        guard !ModelStore.isPath(recognizer) else {
            throw EvokeError(
                .wrongUsage, doing: "choose the face recognizer", subject: recognizer,
                reason: "it is a path, which may hold another graph later or on another machine",
                remedies: [.advice("Add it to the model store, and give its name there.")])
        }
        try await PhotoFaceFinder.tryOut(recognizer, library.configuration)
        try await library.changing { try await $0.chooseFaceRecognizer(recognizer) }
    }

    /// Deletes everything known about people: faces, names and edits. For a library in a folder, nothing of it stays
    /// behind in any file. In a database, rows are deleted; what the server keeps of them is up to the server.
    ///
    /// Throws `EvokeError` of the kind `libraryBusy` while another program writes to the library.
    public func forget() async throws {
        library.kept.memory.people.forget()
        library.kept.memory.questions.forget()
        try await library.changing(alone: true) { try await $0.forgetPeople() }
    }

    /// The people, with what Evoke is not sure of; nil if people are off.
    package func overview() async throws -> PeopleOverview? {
        guard try await library.reading({ try await $0.keepsPeople() }) else { return nil }
        let seen = try await seen()
        let questions = try await library.kept.memory.questions.value(at: seen.state) {
            await library.kept.viewer.executor.run {
                seen.album.questions(of: seen.grouping, atMost: Self.mostOpenQuestions)
            }
        }
        let (figures, summary, canUndo) = try await library.reading { [configuration = library.configuration] in
            let summary = try await $0.summary()
            return (try await configuration.people(in: $0, of: summary), summary, try await $0.canUndoPeopleChange())
        }
        return PeopleOverview(
            searched: figures?.searched, photos: summary.photos, people: seen.album.people.filter(\.isSomebody),
            openQuestions: PeopleSuggestions(suggestions: seen.suggestions, questions: questions), canUndo: canUndo)
    }

    /// A person with all of their faces.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such person.
    package func page(of person: PersonID) async throws -> PersonPage {
        let seen = try await seen()
        guard let page = seen.album.page(of: person, seen.suggestions) else {
            throw EvokeError(
                .notFound, doing: "show the person", subject: "",
                reason: "the library has no person \(person.value)", remedy: "List the people again.")
        }
        return page
    }

    /// The faces in a photo; nil if people are off or it has not been searched for faces.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such photo that can be shown.
    package func faces(of photo: PhotoID) async throws -> PhotoFacesPage? {
        let card = try await library.card(of: photo)
        let found = try await library.reading { try await $0.keepsPeople() ? $0.result(.faces, of: card) : nil }
        guard let found else { return nil }
        let seen = try await seen()
        return seen.album.page(of: photo, seen.suggestions) ?? PhotoFacesPage(size: found.faces.size, faces: [])
    }

    /// The people in the photos; nil if people are off.
    func album() async throws -> ShownAlbum? {
        try await library.reading { try await $0.keepsPeople() } ? try await seen().album : nil
    }

    private static let mostOpenQuestions = 1_000

    private func seen() async throws -> SeenPeople {
        let state = try await library.kept.state()
        return try await library.kept.memory.people.value(at: state) {
            let album = try await library.reading { try await $0.shownAlbum() }
            return try await library.kept.viewer.executor.run { () throws(EvokeError) in
                let grouping = try album.album.grouping()
                return SeenPeople(
                    state: state, album: album, grouping: grouping,
                    suggestions: album.suggestions(of: grouping, atMost: Self.mostOpenQuestions))
            }
        }
    }

    /// People with a name or with two photos or more, those with most photos first.
    public func list() async throws -> [LibraryPerson] {
        try await library.catalog.shownAlbum().people.filter(\.isSomebody)
    }

    /// What Evoke is not sure of: faces that may be a person's, and people who may be the same.
    ///
    /// - Parameter count: the most of either.
    package func suggestions(atMost count: Int) async throws -> PeopleSuggestions {
        let catalog = try await library.catalog
        var openQuestions = try await catalog.shownAlbum().openQuestions(atMost: count)
        let faces = openQuestions.suggestions.map(\.face) + openQuestions.questions.flatMap { $0.faces + $0.others }
        openQuestions.paths = try await catalog.cards(of: Array(Set(faces.map(\.photo)))).mapValues(\.path)
        return openQuestions
    }

    /// Stores an edit of a person, and regroups faces accordingly. Returns the person who remains.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for an invalid edit and if people are off, and of the kind
    /// `notFound` if there is no such person.
    @discardableResult
    public func apply(_ edit: PersonEdit) async throws -> PersonID {
        let state = try await library.kept.state()
        let known = library.kept.memory.people.known(at: state)?.album.album
        return try await library.changing { try await $0.apply(edit, knowing: known) }
    }

    /// The faces in those of the photos that are in the library and have been searched for faces; empty if people are
    /// off.
    package func knownFaces(in photos: [DiskPath]) async throws -> [DiskPath: [KnownFace]] {
        let catalog = try await library.catalog
        var known: [DiskPath: [KnownFace]] = [:]
        if try await catalog.keepsPeople() {
            let (placed, people) = (try await catalog.placedPeople(), try await catalog.people())
            for photo in photos {
                known[photo] = try await catalog.foundFaces(in: photo, placed, people)?.known
            }
        }
        return known
    }

    /// Stores an edit of a face in a photo of the library, and in all copies of that photo.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for an invalid edit and if people are off, and of the kind
    /// `notFound` if the photo is not in the library or has not been searched for faces.
    ///
    /// - Parameter face: its number, from 1, largest first; nil for the only one.
    package func apply(_ edit: FaceEdit, ofFace face: Int?, in photo: DiskPath) async throws {
        try await library.changing { try await $0.apply(edit, ofFace: face, in: photo) }
    }

    /// Stores an edit of a face, in all copies of its photo.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for an invalid edit and if people are off, and of the kind
    /// `notFound` if there is no such face.
    public func apply(_ edit: FaceEdit, of face: ShownFace) async throws {
        try await apply(edit, ofFace: face.face, in: library.card(of: face.photo).path)
    }

    /// Undoes the last edit that was not undone. False if there is none.
    public func undo() async throws -> Bool {
        try await library.changing { catalog in
            guard try await catalog.undoPeopleChange() != nil else { return false }
            try await catalog.placeFaces()
            return true
        }
    }
}

/// The people and suggestions in a library, for one state of it.
struct SeenPeople: Sendable {
    let state: CatalogState
    let album: ShownAlbum
    let grouping: PeopleGrouping
    let suggestions: [SuggestedFace]
}

extension PhotoCatalog {
    func apply(_ edit: FaceEdit, ofFace face: Int?, in photo: DiskPath) async throws {
        guard try await keepsPeople() else { throw EvokeError.peopleAreOff }
        let faces = try await faces(in: photo)
        let count = faces.found.faces.faces.count
        guard let number = face ?? (count == 1 ? 1 : nil), (1...max(1, count)).contains(number), count > 0 else {
            throw SpokenFaces.refused(
                "the photo has \(count == 1 ? "one face" : "\(count) faces")",
                count == 0 ? "Choose another photo." : "Choose one from 1 to \(count); 1 is the largest.")
        }
        try await record(faces.change(edit, of: number - 1))
        try await placeFaces()
    }

    func faces(in photo: DiskPath) async throws -> SpokenFaces {
        if let faces = try await foundFaces(in: photo, placedPeople(), people()) { return faces }
        for path in PhotoLibrary.candidates(for: photo) where try await self.photo(at: path) != nil {
            throw EvokeError(
                .notFound, doing: "find the faces of the photo", subject: photo.display,
                reason: "it has not been searched for faces yet",
                remedies: [.turnPeopleOn, .reindex])
        }
        throw EvokeError(
            .notFound, doing: "find the faces of the photo", subject: photo.display,
            reason: "it is not in the library", remedies: [.advice("Check the spelling."), .showLibrary])
    }

    /// Nil if the photo is not in the library or has not been searched for faces.
    func foundFaces(
        in photo: DiskPath, _ placed: PlacedPeople, _ people: [Person]
    ) async throws -> SpokenFaces? {
        for path in PhotoLibrary.candidates(for: photo) {
            guard let id = try await self.photo(at: path) else { continue }
            guard let content = try await cards(of: [id])[id]?.content,
                let found = try await results(.faces, of: [content])[content]
            else { return nil }
            return SpokenFaces(
                found, in: content, words: try await ownerDecisions(of: content), people: people,
                placed: placed.faces[content])
        }
        return nil
    }
}
