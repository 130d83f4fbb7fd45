import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let people = [
        Route(API.people) { call in
            let (page, name) = (try call.page(), try call.text("name"))
            guard name?.isEmpty != true else { throw Problem.wrongUsage("'name' is empty") }
            return try await call.people(page, withHidden: call.flag("hidden"), called: name)
        },
        Route(API.setPeople) { call, body in
            try await call.service.library.people.keep(body.state == .on)
            return try await call.people()
        },
        Route(API.forgetPeople) { call in
            try await call.service.library.people.forget()
            return try await call.people()
        },
        Route(API.person) { call in try await PersonPageAnswer(call.service.library.people.page(of: call.person())) },
        Route(API.changePerson) { call, body in
            let person = try call.person()
            let edit: PersonEdit =
                switch (body.name, body.hidden) {
                case (let name?, nil): .named(person, name)
                case (nil, let isHidden?): .hidden(person, isHidden)
                default: throw Problem.wrongUsage("either 'name' or 'hidden' is required")
                }
            let stays = try await call.service.library.people.apply(edit)
            return try await PersonAnswer(call.service.library.people.page(of: stays).person)
        },
        Route(API.movePersonFaces) { call, body in
            let person = try call.person()
            guard Limits.movedFaces.contains(body.faces.count) else {
                throw Problem.wrongUsage("'faces' must have 1 to \(Limits.movedFaces.upperBound) items")
            }
            let faces = try body.faces.map { face in
                ShownFace(
                    photo: try Check.photo(face.photo, "photo"),
                    face: try Check.integer(face.face, "face", Limits.faceNumbers))
            }
            switch (body.name, body.not) {
            case (let name?, nil): try await call.service.library.people.apply(.moved(faces, person, name))
            case (nil, true): try await call.service.library.people.apply(.notTheirs(faces, person))
            default: throw Problem.wrongUsage("either 'name' or 'not' is required, and 'not' must be true")
            }
            return try await call.people()
        },
        Route(API.answerPeople) { call, reply in
            let (one, other) = (try Check.person(reply.person, "person"), try Check.person(reply.other, "other"))
            try await call.service.library.people.apply(reply.same ? .same(one, other) : .different(one, other))
            return try await call.people()
        },
        Route(API.undoPeople) { call in
            try await PeopleUndoAnswer(undone: call.service.library.people.undo())
        },
        Route(API.photoFaces) { call in try await call.faces(of: call.photo()) },
        Route(API.changeFace) { call, body in
            let (face, people) = (try call.face(), call.service.library.people)
            switch (body.name, body.person, body.not, body.hidden) {
            case (let name?, nil, nil, nil): try await people.apply(.named(name), of: face)
            case (nil, let person?, nil, nil): try await people.apply(.theirs(face, Check.person(person, "person")))
            case (nil, nil, let person?, nil): try await people.apply(.notTheirs([face], Check.person(person, "not")))
            case (nil, nil, nil, let isHidden?): try await people.apply(isHidden ? .hidden : .shown, of: face)
            default: throw Problem.wrongUsage("one of 'name', 'person', 'not' and 'hidden' is required")
            }
            return try await call.faces(of: face.photo)
        },
        Route(raw: API.faceCrop) { call in
            let face = try call.face()
            let card = try await call.service.library.card(of: face.photo)
            // Not kept without asking: another finder may number faces differently.
            return try await call.kept("\(card.stamp.version)-face\(face.face)", type: "image/jpeg") {
                try await call.service.library.people.crop(ofFace: face.face, in: card)
            }
        },
    ]
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

    /// Without more, the first page.
    fileprivate func people(
        _ page: (top: Int, offset: Int) = (Limits.usualTop, 0), withHidden: Bool = false, called name: String? = nil
    ) async throws -> PeopleAnswer {
        let people = service.library.people
        return try await PeopleAnswer(
            people.overview(), canFind: people.canFindFaces, withHidden: withHidden, called: name, top: page.top,
            offset: page.offset)
    }

    fileprivate func faces(of photo: PhotoID) async throws -> PhotoFacesAnswer {
        try await PhotoFacesAnswer(service.library.people.faces(of: photo))
    }
}
