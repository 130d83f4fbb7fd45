import Evoke
import EvokeValues
import EvokeWire

extension Routes {
    static let people = [
        Route(
            .photoFaces, summary: "The faces in a photo, and whose they are",
            isPersonal: true, answer: .json(.named("Faces")), problems: [404],
            handle: { call in try await call.faces(in: call.photo()) }),
        Route(
            .sayOfFace, summary: "Say whose face it is in a photo, or whose not, or that it is of no interest",
            isPersonal: true, bodies: [.json(.object([.may("name", name), .may("not", name), .may("hidden", .flag)]))],
            answer: .json(.named("Faces")), problems: [404, 507],
            handle: { call in
                let photo = try call.photo()
                guard let face = Int(call.pieces[1]), face > 0, call.pieces[1].utf8.first != UInt8(ascii: "+") else {
                    throw Problem.wrongUsage("faces have numbers from 1 on")
                }
                let word = try FaceWord(call.json(FaceSaying.self))
                try await call.service.host.say(word, ofFace: face, in: photo)
                return try await call.faces(in: photo)
            }),
        Route(
            .undoPeople, summary: "Take back what was said last of a face, or of somebody",
            isPersonal: true, answer: .json(.object([.must("undone", .flag)])), problems: [507],
            handle: { call in
                try .json(UndonePeopleAnswer(undone: await call.service.host.undoPeopleChange()))
            }),
    ]

    private static let name = Schema.text(most: SavedSearch.longestName, least: 1)
}

extension Call {
    fileprivate func faces(in photo: PhotoID) async throws -> Response {
        try .json(PhotoFacesAnswer(await service.host.faces(in: photo)))
    }
}
