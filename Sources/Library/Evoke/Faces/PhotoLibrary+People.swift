import EvokeModels
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Has the library know who is in its photos, from the next run of indexing on, or finds no more faces. What was kept
    /// stays as it is. Another program may index the library meanwhile. `upgrading` hears of a library that an older Evoke
    /// left.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func keepPeople(
        _ isWanted: Bool, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await places.besideWriters(upgrading: upgrading) { try await $0.keepPeople(isWanted) }
    }

    /// Has faces in the library told apart by that graph on the shelf from now on. The next run of indexing finds all of them
    /// anew; what the owner has said of them stays.
    ///
    /// Throws `EvokeError`: of the kind `modelMissing` where there is no such graph, `wrongUsage` for a path and for what is no
    /// graph by itself, `modelInvalid` for one that does not tell faces apart, and `notFound` where there is no library.
    public static func tellFacesApart(
        by recognizer: String, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        guard !ModelStore.isPath(recognizer) else {
            throw EvokeError(
                .wrongUsage, doing: "choose what tells faces apart", subject: recognizer,
                reason: "it is a path, which may be another graph's tomorrow, and on another machine",
                remedies: [.advice("Put it on the shelf of models, and give its name there.")])
        }
        try await PhotoFaceFinder.tryOut(recognizer, places)
        try await places.besideWriters(upgrading: upgrading) { try await $0.chooseFaceRecognizer(recognizer) }
    }

    /// Deletes all that is known of people: faces, names, and what the owner said of them. No file of a library in a folder
    /// has anything of it afterwards. In a database, rows are deleted; what its server keeps of them is the server's.
    ///
    /// Throws `EvokeError` of the kind `libraryBusy` while another program writes to the library, and of the kind
    /// `notFound` where there is none.
    public static func forgetPeople(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        // Opened for reading first: that makes no library where there is none.
        try await places.catalog.open(.read, upgrading: upgrading).close()
        let lock = try await places.lock()
        defer { withExtendedLifetime(lock) {} }
        let catalog = try await places.catalog.open(.write, upgrading: upgrading)
        try await catalog.forgetPeople()
        try await catalog.close()
    }

    /// Those who have a name in the library, and those who are seen in two photos or more, the largest first.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func people(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> [LibraryPerson] {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let people = try await catalog.shownAlbum().people.filter(\.isSomebody)
        try await catalog.close()
        return people
    }

    /// What Evoke is not sure of: faces that may be somebody's, and whether two are one.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    ///
    /// - Parameter count: so many of both at most.
    public static func peopleSuggestions(
        atMost count: Int, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PeopleSuggestions {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        var openQuestions = try await catalog.shownAlbum().openQuestions(atMost: count)
        let faces = openQuestions.suggestions.map(\.face) + openQuestions.questions.flatMap { $0.faces + $0.others }
        openQuestions.paths = try await catalog.cards(of: Array(Set(faces.map(\.photo)))).mapValues(\.path)
        try await catalog.close()
        return openQuestions
    }

    /// Notes what the owner says of somebody, and what follows from it for others.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for what cannot be said and where people are off, and of the kind
    /// `notFound` where the library has no such person.
    public static func say(
        _ word: PersonEdit, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await places.besideWriters(upgrading: upgrading) { try await $0.say(word) }
    }

    /// The faces in a photo of the library, the largest first, with what the owner said of them.
    ///
    /// Throws `EvokeError` of the kind `notFound` where the library has no such photo, or nobody has looked for faces in it.
    public static func faces(
        in photo: FilePath, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> [KnownFace] {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let faces = try await catalog.faces(in: photo)
        try await catalog.close()
        return faces.known
    }

    /// The faces in those of the photos that the library has, and in which somebody has looked for faces; none where there
    /// is no library, or people are off.
    public static func knownFaces(
        in photos: [FilePath], _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> [FilePath: [KnownFace]] {
        guard await places.catalog.isThere() == true else { return [:] }
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        var known: [FilePath: [KnownFace]] = [:]
        if try await catalog.keepsPeople() {
            let (placed, people) = (try await catalog.placedPeople(), try await catalog.people())
            for photo in photos {
                known[photo] = try await catalog.foundFaces(in: photo, placed, people)?.known
            }
        }
        try await catalog.close()
        return known
    }

    /// Notes what the owner says of a face in a photo of the library, and of all copies of that photo.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for what cannot be said and where people are off, and of the kind
    /// `notFound` where the library has no such photo, or nobody has looked for faces in it.
    ///
    /// - Parameter face: its number, from 1, in the order of ``faces(in:_:upgrading:)``; nil for the only one.
    public static func say(
        _ word: FaceEdit, ofFace face: Int?, in photo: FilePath, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await places.besideWriters(upgrading: upgrading) { try await $0.say(word, ofFace: face, in: photo) }
    }

    /// Undoes the last word of the owner's that was not undone. False where there is none.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func undoPeopleChange(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> Bool {
        let isUndone = Locked(false)
        try await places.besideWriters(upgrading: upgrading) { catalog in
            let undone = try await catalog.undoPeopleChange()
            if undone != nil { try await catalog.placeFaces() }
            isUndone.withLock { $0 = undone != nil }
        }
        return isUndone.withLock { $0 }
    }
}

extension PhotoCatalog {
    /// Notes it, and what follows from it.
    func say(_ word: FaceEdit, ofFace face: Int?, in photo: FilePath) async throws {
        guard try await keepsPeople() else { throw EvokeError.peopleAreOff }
        let faces = try await faces(in: photo)
        let count = faces.found.faces.faces.count
        guard let number = face ?? (count == 1 ? 1 : nil), (1...max(1, count)).contains(number), count > 0 else {
            throw SpokenFaces.refused(
                "the photo has \(count == 1 ? "one face" : "\(count) faces")",
                count == 0 ? "Choose another photo." : "Say which one, from 1 to \(count), the largest first.")
        }
        try await record(faces.change(word, of: number - 1))
        try await placeFaces()
    }

    /// The faces in the photo at a path.
    func faces(in photo: FilePath) async throws -> SpokenFaces {
        if let faces = try await foundFaces(in: photo, placedPeople(), people()) { return faces }
        for path in PhotoLibrary.candidates(for: photo) where try await self.photo(at: path) != nil {
            throw EvokeError(
                .notFound, doing: "find the faces of the photo", subject: photo.display,
                reason: "nobody has looked for faces in it yet",
                remedies: [.turnPeopleOn, .reindex])
        }
        throw EvokeError(
            .notFound, doing: "find the faces of the photo", subject: photo.display,
            reason: "the library has no such photo", remedies: [.advice("Check the spelling."), .showLibrary])
    }

    /// Nil where the library has no such photo, or nobody has looked for faces in it.
    func foundFaces(
        in photo: FilePath, _ placed: PlacedPeople, _ people: [Person]
    ) async throws -> SpokenFaces? {
        for path in PhotoLibrary.candidates(for: photo) {
            guard let id = try await self.photo(at: path) else { continue }
            guard let content = try await cards(of: [id])[id]?.content,
                let found = try await faces(of: [content])[content]
            else { return nil }
            return SpokenFaces(
                found, in: content, words: try await ownerDecisions(of: content), people: people,
                placed: placed.faces[content])
        }
        return nil
    }
}
