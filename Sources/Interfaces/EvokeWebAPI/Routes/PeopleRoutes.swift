import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let people = [
        Route(
            .people, summary: "People in the photos, those with most photos first, and open questions",
            parameters: [
                .init(name: "hidden", schema: .flag, summary: "Include hidden people (default: false)"),
                .init(name: "name", schema: name, summary: "Only people with this name"), top, offset,
            ],
            answer: .json(.named("People")), handle: { call in try await call.people() }),
        Route(
            .setPeople, summary: "Turn face recognition on or off",
            bodies: [.json(.object([.must("state", .choice(["on", "off"]))]))], answer: .json(.named("People")),
            handle: { call in
                let state = try call.json(PeopleRequest.self).state
                guard ["on", "off"].contains(state) else { throw Problem.wrongUsage("'state' must be 'on' or 'off'") }
                try await call.service.host.keepPeople(state == "on")
                return try await call.people()
            }),
        Route(
            .forgetPeople, summary: "Delete all data about people, and turn face recognition off",
            answer: .json(.named("People")),
            handle: { call in
                try await call.service.host.forgetPeople()
                return try await call.people()
            }),
        Route(
            .person, summary: "A person with all of their faces",
            answer: .json(.named("PersonPage")), problems: [404],
            handle: { call in try await .json(PersonPageAnswer(call.service.host.page(of: call.person()))) }),
        Route(
            .changePerson, summary: "Name, hide or show a person",
            bodies: [.json(.object([.may("name", name), .may("hidden", .flag)]))],
            answer: .json(.named("Person")), problems: [404],
            handle: { call in
                let (person, body) = (try call.person(), try call.json(PersonRequest.self))
                let edit: PersonEdit =
                    switch (body.name, body.hidden) {
                    case (let name?, nil): .named(person, name)
                    case (nil, let isHidden?): .hidden(person, isHidden)
                    default: throw Problem.wrongUsage("either 'name' or 'hidden' is required")
                    }
                let stays = try await call.service.host.apply(edit)
                return try await .json(PersonAnswer(call.service.host.page(of: stays).person))
            }),
        Route(
            .movePersonFaces, summary: "Remove faces from a person, or move them to another",
            bodies: [
                .json(
                    .object([
                        .must(
                            "faces",
                            .list(of: .object([.must("photo", .photo), .must("face", face)]), Limits.movedFaces)),
                        .may("name", name), .may("not", .flag),
                    ]))
            ],
            answer: .json(.named("People")), problems: [404],
            handle: { call in
                let (person, body) = (try call.person(), try call.json(PersonFacesRequest.self))
                guard Limits.movedFaces.contains(body.faces.count) else {
                    throw Problem.wrongUsage("'faces' must have 1 to \(Limits.movedFaces.upperBound) items")
                }
                let faces = try body.faces.map { face in
                    ShownFace(
                        photo: try Check.photo(face.photo, "photo"),
                        face: try Check.integer(face.face, "face", Limits.faceNumbers))
                }
                switch (body.name, body.not) {
                case (let name?, nil): try await call.service.host.apply(.moved(faces, person, name))
                case (nil, true): try await call.service.host.apply(.notTheirs(faces, person))
                default: throw Problem.wrongUsage("either 'name' or 'not' is required, and 'not' must be true")
                }
                return try await call.people()
            }),
        Route(
            .answerPeople, summary: "Say whether two people are the same person",
            bodies: [
                .json(.object([.must("person", digits), .must("other", digits), .must("same", .flag)]))
            ],
            answer: .json(.named("People")), problems: [404],
            handle: { call in
                let reply = try call.json(PeopleReply.self)
                let (one, other) = (try Check.person(reply.person, "person"), try Check.person(reply.other, "other"))
                try await call.service.host.apply(reply.same ? .same(one, other) : .different(one, other))
                return try await call.people()
            }),
        Route(
            .undoPeople, summary: "Undo the last change to people or faces",
            answer: .json(.object([.must("undone", .flag)])),
            handle: { call in
                try await .json(PeopleUndoAnswer(undone: call.service.host.undoPeopleChange()))
            }),
        Route(
            .photoFaces, summary: "The faces in a photo, the largest first",
            answer: .json(.named("PhotoFaces")), problems: [404],
            handle: { call in try await call.faces(of: call.photo()) }),
        Route(
            .changeFace, summary: "Say whose face it is, whose it is not, or hide it",
            bodies: [
                .json(
                    .object([.may("name", name), .may("person", digits), .may("not", digits), .may("hidden", .flag)]))
            ],
            answer: .json(.named("PhotoFaces")), problems: [404],
            handle: { call in
                let (face, body, host) = (try call.face(), try call.json(FaceRequest.self), call.service.host)
                switch (body.name, body.person, body.not, body.hidden) {
                case (let name?, nil, nil, nil): try await host.apply(.named(name), of: face)
                case (nil, let person?, nil, nil):
                    try await host.apply(.theirs(face, Check.person(person, "person")))
                case (nil, nil, let person?, nil): try await host.apply(.notTheirs([face], Check.person(person, "not")))
                case (nil, nil, nil, let isHidden?): try await host.apply(isHidden ? .hidden : .shown, of: face)
                default: throw Problem.wrongUsage("one of 'name', 'person', 'not' and 'hidden' is required")
                }
                return try await call.faces(of: face.photo)
            }),
        Route(
            .faceCrop, summary: "A face with its surroundings, as a small square",
            answer: .bytes("image/jpeg"), problems: [404, 422],
            handle: { call in
                let face = try call.face()
                let card = try await call.service.host.card(of: face.photo)
                let headers = [
                    ("Content-Type", "image/jpeg"), ("ETag", "\"\(card.stamp.version)-face\(face.face)\""),
                    // Another finder may number faces differently.
                    ("Cache-Control", "private, no-cache"),
                ]
                if ETags.match(call.request.headers["if-none-match"], headers[1].1) {
                    return Response(status: 304, headers: headers)
                }
                let jpeg = try await call.service.host.crop(ofFace: face.face, in: card)
                return Response(headers: headers, body: .bytes(jpeg))
            }),
    ]

    private static let name = Schema.text(most: SavedSearch.longestName, least: 1)
    private static let digits = Schema.text(pattern: "^[1-9][0-9]{0,18}$")
    private static let face = Schema.integer(Limits.faceNumbers)
}

extension Check {
    static func person(_ digits: String, _ name: String) throws(Problem) -> PersonID {
        guard let number = Int64(digits), number > 0, digits.utf8.first != UInt8(ascii: "+") else {
            throw .wrongUsage("'\(name)' is not a person's number")
        }
        return PersonID(number)
    }
}

extension Call {
    fileprivate func person() throws(Problem) -> PersonID { PersonID(try number(0, "People")) }

    fileprivate func face() throws(Problem) -> ShownFace {
        ShownFace(photo: try photo(), face: Int(try number(1, "Faces")))
    }

    fileprivate func people() async throws -> Response {
        let host = service.host
        // After a change, the first page is returned.
        let isList = route.operation == .people
        let page = isList ? try page() : (top: Limits.usualTop, offset: 0)
        let withHidden = isList ? try flag("hidden") : false
        let name = isList ? try text("name") : nil
        guard name?.isEmpty != true else { throw Problem.wrongUsage("'name' is empty") }
        return try .json(
            PeopleAnswer(
                await host.people(), canFind: host.canFindFaces, withHidden: withHidden,
                called: name, top: page.top, offset: page.offset))
    }

    fileprivate func faces(of photo: PhotoID) async throws -> Response {
        try .json(PhotoFacesAnswer(await service.host.faces(of: photo)))
    }
}
