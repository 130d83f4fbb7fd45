/// People in photos. A person has a number (``PersonAnswer/number``), and a face is identified by a photo and its
/// number there.
extension EvokeClient {
    /// The people, those with most photos first, and open questions.
    ///
    /// - Parameter name: only people of this name, ignoring case and accents.
    public func people(
        top: Int = 50, offset: Int = 0, includingHidden: Bool = false, called name: String? = nil
    ) async throws -> PeopleAnswer {
        try await ask(API.people, query: ["top": top, "offset": offset, "hidden": includingHidden, "name": name])
    }

    /// Turns people on or off.
    @discardableResult
    public func keepPeople(_ isWanted: Bool) async throws -> PeopleAnswer {
        try await ask(API.setPeople, json: PeopleRequest(state: isWanted ? .on : .off))
    }

    /// Deletes everything known about people, and turns them off.
    @discardableResult
    public func forgetPeople() async throws -> PeopleAnswer { try await ask(API.forgetPeople) }

    /// A person with all of their faces.
    package func person(_ number: String) async throws -> PersonPageAnswer {
        try await ask(API.person, number)
    }

    /// Names a person. The name of another person is refused.
    @discardableResult
    public func name(person number: String, _ name: String) async throws -> PersonAnswer {
        try await ask(API.changePerson, number, json: PersonRequest(name: name))
    }

    /// Hides a person from the list of people, or shows them again.
    @discardableResult
    public func hide(person number: String, _ isHidden: Bool = true) async throws -> PersonAnswer {
        try await ask(API.changePerson, number, json: PersonRequest(hidden: isHidden))
    }

    /// Moves a person's faces to the person of that name; without a name, they are only marked as not theirs.
    @discardableResult
    package func move(
        _ faces: [FaceReference], from number: String, to name: String? = nil
    ) async throws -> PeopleAnswer {
        let body = PersonFacesRequest(faces: faces, name: name, not: name == nil ? true : nil)
        return try await ask(API.movePersonFaces, number, json: body)
    }

    /// Says whether two people are the same.
    @discardableResult
    package func answer(_ person: String, isSameAs other: String, _ same: Bool = true) async throws -> PeopleAnswer {
        try await ask(API.answerPeople, json: PeopleReply(person: person, other: other, same: same))
    }

    /// Undoes the last change to people and faces. False if there is none.
    @discardableResult
    public func undoPeople() async throws -> Bool {
        try await ask(API.undoPeople).undone
    }

    /// The faces in a photo, largest first.
    public func faces(of photo: Int64) async throws -> PhotoFacesAnswer {
        try await ask(API.photoFaces, photo)
    }

    /// A face with its surroundings, as a small JPEG.
    public func crop(of face: FaceReference) async throws -> [UInt8] {
        try await bytes(API.faceCrop, face.photo, face.face)
    }

    /// Names a face, by an existing or a new name.
    @discardableResult
    public func name(face: FaceReference, _ name: String) async throws -> PhotoFacesAnswer {
        try await apply(FaceRequest(name: name), of: face)
    }

    /// Assigns a face to a person, or records that it is not theirs.
    @discardableResult
    public func assign(_ face: FaceReference, to person: String, _ isTheirs: Bool = true) async throws
        -> PhotoFacesAnswer
    {
        try await apply(isTheirs ? FaceRequest(person: person) : FaceRequest(not: person), of: face)
    }

    /// Ignores a face: a stranger's, or not a face.
    @discardableResult
    public func hide(face: FaceReference, _ isHidden: Bool = true) async throws -> PhotoFacesAnswer {
        try await apply(FaceRequest(hidden: isHidden), of: face)
    }

    private func apply(_ body: FaceRequest, of face: FaceReference) async throws -> PhotoFacesAnswer {
        try await ask(API.changeFace, face.photo, face.face, json: body)
    }
}
