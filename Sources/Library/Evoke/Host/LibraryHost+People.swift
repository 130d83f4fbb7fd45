import EvokeAnalysis
import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension LibraryHost {
    /// Whether this machine can find faces.
    public nonisolated var canFindFaces: Bool { configuration.faceFinder != nil }

    /// Nil if people are off.
    public func people() async throws -> PeopleOverview? {
        guard try await reading({ try await $0.keepsPeople() }) else { return nil }
        let (known, questions) = try await askedPeople()
        let (figures, summary, canUndo) = try await reading { [configuration] in
            let summary = try await $0.summary()
            return (try await configuration.people(in: $0, of: summary), summary, try await $0.canUndoPeopleChange())
        }
        return PeopleOverview(
            searched: figures?.searched, photos: summary.photos, people: known.album.people.filter(\.isSomebody),
            openQuestions: PeopleSuggestions(suggestions: known.suggestions, questions: questions), canUndo: canUndo)
    }

    /// The people in the photos; nil if people are off.
    func seenAlbum() async throws -> ShownAlbum? {
        try await reading { try await $0.keepsPeople() } ? try await knownPeople().album : nil
    }

    /// A person with all of their faces.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such person.
    public func page(of person: PersonID) async throws -> PersonPage {
        let known = try await knownPeople()
        guard let page = known.album.page(of: person, known.suggestions) else {
            throw EvokeError(
                .notFound, doing: "show the person", subject: "",
                reason: "the library has no person \(person.value)", remedy: "List the people again.")
        }
        return page
    }

    /// The faces in a photo; nil if people are off or it has not been searched for faces.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such photo that can be shown.
    public func faces(of photo: PhotoID) async throws -> PhotoFacesPage? {
        let card = try await card(of: photo)
        let (isOn, found) = try await reading { catalog in
            (
                try await catalog.keepsPeople(),
                try await catalog.result(.faces, of: card)
            )
        }
        guard isOn, let found else { return nil }
        let known = try await knownPeople()
        return known.album.page(of: photo, known.suggestions) ?? PhotoFacesPage(size: found.faces.size, faces: [])
    }

    /// Stores an edit of a person, and returns the person who remains.
    ///
    /// Throws as ``PhotoLibrary/People/apply(_:)`` does.
    @discardableResult
    public func apply(_ edit: PersonEdit) async throws -> PersonID {
        try await follow()
        let state = try await state()
        let known = seenPeople?.state == state ? seenPeople?.album.album : nil
        return try await changePeople { try await $0.apply(edit, knowing: known) }
    }

    /// Stores an edit of a face, by its number in the photo, from 1.
    ///
    /// Throws as ``PhotoLibrary/People/apply(_:ofFace:in:)`` does.
    public func apply(_ edit: FaceEdit, of face: ShownFace) async throws {
        let path = try await card(of: face.photo).path
        try await changePeople { try await $0.apply(edit, ofFace: face.face, in: path) }
    }

    /// Undoes the last edit; false if there is none.
    public func undoPeopleChange() async throws -> Bool {
        defer { news.changed() }
        return try await changing { try await $0.people.undo() }
    }

    /// As ``PhotoLibrary/People/keep(_:)``; starts finding faces at once.
    public func keepPeople(_ isWanted: Bool) async throws {
        try await changePeople { try await $0.keepPeople(isWanted) }
        if isWanted { try await runLaterPasses() }
    }

    /// As ``PhotoLibrary/People/forget()``.
    public func forgetPeople() async throws {
        seenPeople = nil
        try await changing { try await $0.people.forget() }
        news.changed()
    }

    private func changePeople<Result: Sendable>(
        _ body: @Sendable (any PhotoCatalog) async throws -> Result
    ) async throws -> Result {
        let result = try await changing { try await $0.changing(body) }
        news.changed()
        return result
    }

    /// The most suggestions and questions to compute.
    private static let mostOpenQuestions = 1_000

    private func knownPeople() async throws -> SeenPeople {
        try await follow()
        let state = try await state()
        if let seenPeople, seenPeople.state == state { return seenPeople }
        let album = try await reading { try await $0.shownAlbum() }
        let seen = try await executor.run { () throws(EvokeError) in
            let grouping = try album.album.grouping()
            return SeenPeople(
                state: state, album: album, grouping: grouping,
                suggestions: album.suggestions(of: grouping, atMost: Self.mostOpenQuestions))
        }
        seenPeople = seen
        return seen
    }

    /// Also computes the questions for the owner, which the page of a photo does not need.
    private func askedPeople() async throws -> (SeenPeople, [AskedPeople]) {
        let seen = try await knownPeople()
        if let questions = seen.questions { return (seen, questions) }
        let questions = await executor.run { seen.album.questions(of: seen.grouping, atMost: Self.mostOpenQuestions) }
        if seenPeople?.state == seen.state { seenPeople?.questions = questions }
        return (seen, questions)
    }
}

/// The people and suggestions in a library, for one state of it.
struct SeenPeople: Sendable {
    let state: CatalogState
    let album: ShownAlbum
    let grouping: PeopleGrouping
    let suggestions: [SuggestedFace]
    /// Nil until requested: in a large library, they take longest.
    var questions: [AskedPeople]?
}
