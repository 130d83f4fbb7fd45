/// Who is in photos. Only the server's own user and those who know the token learn of it.
extension EvokeClient {
    /// The faces in a photo, and whose they are.
    public func faces(in id: Int64) async throws -> PhotoFacesAnswer {
        try await json(Call(.photoFaces, "look at the faces in the photo", ["\(id)"]))
    }

    /// Says that a face in a photo is somebody's, by its number from 1; whoever is called so already is meant.
    public func name(face: Int, in id: Int64, _ name: String) async throws -> PhotoFacesAnswer {
        try await say(FaceSaying(name: name), ofFace: face, in: id)
    }

    /// Says that a face in a photo is not somebody's, whatever it looks like.
    public func refuse(face: Int, in id: Int64, _ name: String) async throws -> PhotoFacesAnswer {
        try await say(FaceSaying(not: name), ofFace: face, in: id)
    }

    /// Says that a face in a photo is of no interest.
    public func hide(face: Int, in id: Int64) async throws -> PhotoFacesAnswer {
        try await say(FaceSaying(hidden: true), ofFace: face, in: id)
    }

    private func say(_ saying: FaceSaying, ofFace face: Int, in id: Int64) async throws -> PhotoFacesAnswer {
        try await json(Call(.sayOfFace, "note whose face it is", ["\(id)", "\(face)"], json: saying))
    }

    /// Takes back what was said last of a face, or of somebody. False where nothing is left of that.
    public func undoPeopleChange() async throws -> Bool {
        let answer: UndonePeopleAnswer = try await json(Call(.undoPeople, "take back what was said of people"))
        return answer.undone
    }
}
