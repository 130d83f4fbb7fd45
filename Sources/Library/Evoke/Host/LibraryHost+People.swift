import EvokeAnalysis
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension LibraryHost {
    /// Whether faces can be found on this machine.
    public nonisolated var canFindFaces: Bool { places.faceFinder != nil }

    /// Nil where people are off.
    public func people() async throws -> PeopleOverview? {
        guard try await reading({ try await $0.keepsPeople() }) else { return nil }
        let (known, questions) = try await askedPeople()
        let (figures, summary, canUndo) = try await reading { [places] in
            let summary = try await $0.summary()
            return (try await places.people(in: $0, of: summary), summary, try await $0.canUndoPeopleChange())
        }
        return PeopleOverview(
            searched: figures?.searched, photos: summary.photos, people: known.album.people.filter(\.isSomebody),
            openQuestions: PeopleSuggestions(suggestions: known.suggestions, questions: questions), canUndo: canUndo)
    }

    /// Who is seen in the photos; nil where people are off.
    func seenAlbum() async throws -> ShownAlbum? {
        try await reading { try await $0.keepsPeople() } ? try await knownPeople().album : nil
    }

    /// Somebody with all of their faces.
    ///
    /// Throws `EvokeError` of the kind `notFound` where the library has no such person.
    public func page(of person: PersonID) async throws -> PersonPage {
        let known = try await knownPeople()
        guard let page = known.album.page(of: person, known.suggestions) else {
            throw EvokeError(
                .notFound, doing: "show somebody", subject: "",
                reason: "nobody in the library has the number \(person.value)", remedy: "List the people again.")
        }
        return page
    }

    /// The faces in a photo; nil where people are off, or nobody has looked for faces in it yet.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no photo of that number that can be shown.
    public func faces(of photo: PhotoID) async throws -> PhotoFacesPage? {
        let card = try await card(of: photo)
        let (isOn, found) = try await reading { catalog in
            (
                try await catalog.keepsPeople(),
                try await catalog.faces(of: [card.content].compactMap(\.self)).values.first
            )
        }
        guard isOn, let found else { return nil }
        let known = try await knownPeople()
        return known.album.page(of: photo, known.suggestions) ?? PhotoFacesPage(size: found.faces.size, faces: [])
    }

    /// Notes what the owner says of somebody, and gives who stays.
    ///
    /// Throws as ``PhotoLibrary/say(_:_:upgrading:)`` does.
    @discardableResult
    public func say(_ word: PersonEdit) async throws -> PersonID {
        let stays = Locked(PersonID(0))
        try await follow()
        let state = try await state()
        let known = seenPeople?.state == state ? seenPeople?.album.album : nil
        try await changePeople { catalog in
            let person = try await catalog.say(word, knowing: known)
            stays.withLock { $0 = person }
        }
        return stays.withLock { $0 }
    }

    /// Notes what the owner says of a face, by its number in the photo, from 1.
    ///
    /// Throws as ``PhotoLibrary/say(_:ofFace:in:_:upgrading:)`` does.
    public func say(_ word: FaceEdit, of face: ShownFace) async throws {
        let path = try await card(of: face.photo).path
        try await changePeople { try await $0.say(word, ofFace: face.face, in: path) }
    }

    /// Takes back what was said last; false where there is nothing.
    public func undoPeopleChange() async throws -> Bool {
        defer { news.changed() }
        return try await changing { try await PhotoLibrary.undoPeopleChange(places) }
    }

    /// As ``PhotoLibrary/keepPeople(_:_:upgrading:)``; faces are looked for from now on.
    public func keepPeople(_ isWanted: Bool) async throws {
        try await changePeople { try await $0.keepPeople(isWanted) }
        if isWanted { try await lookFurther() }
    }

    /// As ``PhotoLibrary/forgetPeople(_:upgrading:)``.
    public func forgetPeople() async throws {
        seenPeople = nil
        try await changing { try await PhotoLibrary.forgetPeople(places) }
        news.changed()
    }

    private func changePeople(_ body: @Sendable (any PhotoCatalog) async throws -> Void) async throws {
        try await changing { try await places.besideWriters(upgrading: { _ in }, body) }
        news.changed()
    }

    /// So many suggestions and questions are worked out.
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

    /// With what to ask the owner, which no page of a photo waits for.
    private func askedPeople() async throws -> (SeenPeople, [AskedPeople]) {
        let seen = try await knownPeople()
        if let questions = seen.questions { return (seen, questions) }
        let questions = await executor.run { seen.album.questions(of: seen.grouping, atMost: Self.mostOpenQuestions) }
        if seenPeople?.state == seen.state { seenPeople?.questions = questions }
        return (seen, questions)
    }
}

/// Who is seen in the photos of a library, and whose faces may be, in a state of it.
struct SeenPeople: Sendable {
    let state: CatalogState
    let album: ShownAlbum
    let grouping: PeopleGrouping
    let suggestions: [SuggestedFace]
    /// Nil before somebody asks for them: in a large library, they take longest.
    var questions: [AskedPeople]?
}
