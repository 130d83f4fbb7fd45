/// Who is in photos. Persons are told by their numbers (``PersonAnswer/number``), and faces by a photo and their number there.
extension EvokeClient {
    /// Who is seen, the largest first, and what is not sure.
    ///
    /// - Parameter name: only who is called so, in any case and with any accents.
    public func people(
        top: Int = 50, offset: Int = 0, includingHidden: Bool = false, called name: String? = nil
    ) async throws -> PeopleAnswer {
        let more = (includingHidden ? [("hidden", "true")] : []) + (name.map { [("name", $0)] } ?? [])
        return try await json(
            Call(.people, "list the people", query: [("top", "\(top)"), ("offset", "\(offset)")] + more))
    }

    /// Has the library know who is in its photos, or find no more faces.
    @discardableResult
    public func keepPeople(_ isWanted: Bool) async throws -> PeopleAnswer {
        try await json(
            Call(.setPeople, "turn people on or off", json: PeopleRequest(state: isWanted ? "on" : "off")))
    }

    /// Deletes all that is known of people, and turns them off.
    @discardableResult
    public func forgetPeople() async throws -> PeopleAnswer { try await json(Call(.forgetPeople, "forget people")) }

    /// Somebody with all of their faces.
    public func person(_ number: String) async throws -> PersonPageAnswer {
        try await json(Call(.person, "show somebody", [number]))
    }

    /// Gives somebody a name. One that another has is refused: ``answer(_:isSameAs:_:)`` says that both are one.
    @discardableResult
    public func name(person number: String, _ name: String) async throws -> PersonAnswer {
        try await json(Call(.changePerson, "name somebody", [number], json: PersonRequest(name: name)))
    }

    /// Takes somebody out of the list of people, or puts them back.
    @discardableResult
    public func hide(person number: String, _ isHidden: Bool = true) async throws -> PersonAnswer {
        try await json(Call(.changePerson, "hide somebody", [number], json: PersonRequest(hidden: isHidden)))
    }

    /// Takes faces away from somebody, and gives them to whom is called so; without a name, they are only not theirs.
    @discardableResult
    public func move(
        _ faces: [FaceReference], from number: String, to name: String? = nil
    ) async throws -> PeopleAnswer {
        let wish = PersonFacesRequest(faces: faces, name: name, not: name == nil ? true : nil)
        return try await json(Call(.movePersonFaces, "take faces away from somebody", [number], json: wish))
    }

    /// Says whether two are the same person.
    @discardableResult
    public func answer(_ person: String, isSameAs other: String, _ same: Bool = true) async throws -> PeopleAnswer {
        try await json(
            Call(
                .answerPeople, "say whether two are one", json: PeopleReply(person: person, other: other, same: same)))
    }

    /// Takes back what was said last of people and faces. False where there is nothing.
    @discardableResult
    public func undoPeople() async throws -> Bool {
        let answer: PeopleUndoAnswer = try await json(Call(.undoPeople, "take back what was said"))
        return answer.undone
    }

    /// The faces in a photo, the largest first.
    public func faces(of photo: Int64) async throws -> PhotoFacesAnswer {
        try await json(Call(.photoFaces, "show the faces", ["\(photo)"]))
    }

    /// The face with some of what is round it, as a small JPEG.
    public func crop(of face: FaceReference) async throws -> [UInt8] {
        try await bytes(Call(.faceCrop, "show a face", ["\(face.photo)", "\(face.face)"]), limit: Self.largestAnswer)
    }

    /// Says whose a face is, by a name that somebody has already, or somebody new.
    @discardableResult
    public func name(face: FaceReference, _ name: String) async throws -> PhotoFacesAnswer {
        try await say(FaceRequest(name: name), of: face)
    }

    /// Says that a face is somebody's, or is not.
    @discardableResult
    public func say(_ face: FaceReference, is person: String, _ isTheirs: Bool = true) async throws -> PhotoFacesAnswer
    {
        try await say(isTheirs ? FaceRequest(person: person) : FaceRequest(not: person), of: face)
    }

    /// Says that a face is of no interest: a stranger's, or no face at all.
    @discardableResult
    public func hide(face: FaceReference, _ isHidden: Bool = true) async throws -> PhotoFacesAnswer {
        try await say(FaceRequest(hidden: isHidden), of: face)
    }

    private func say(_ wish: FaceRequest, of face: FaceReference) async throws -> PhotoFacesAnswer {
        try await json(Call(.changeFace, "say whose a face is", ["\(face.photo)", "\(face.face)"], json: wish))
    }
}
