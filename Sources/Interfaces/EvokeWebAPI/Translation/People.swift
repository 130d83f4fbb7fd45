package import Evoke
package import EvokeValues
package import EvokeWire

extension PersonAnswer {
    package init(_ person: LibraryPerson) {
        self.init(
            number: String(person.id.value), name: person.name, photos: person.photos, faces: person.faces,
            hidden: person.isHidden ? true : nil, first: person.years.map { String($0.lowerBound) },
            last: person.years.map { String($0.upperBound) }, face: person.face.map(FaceReference.init))
    }

    /// Where they are referred to.
    fileprivate init(brief person: LibraryPerson) {
        self.init(number: String(person.id.value), name: person.name, face: person.face.map(FaceReference.init))
    }
}

extension FaceReference {
    package init(_ face: ShownFace) { self.init(photo: face.photo.value, face: face.face) }
}

extension FaceSuggestion {
    package init(_ suggestion: SuggestedFace, in photo: FilePath? = nil) {
        self.init(
            path: photo.map(JSONText.path), pathBase64: photo.flatMap(JSONText.base64),
            photo: suggestion.face.photo.value, face: suggestion.face.face,
            person: PersonAnswer(brief: suggestion.person),
            reason: suggestion.reason.rawValue)
    }
}

extension PersonQuestion {
    package init(_ asked: AskedPeople) {
        self.init(
            person: PersonAnswer(asked.person), other: PersonAnswer(asked.other), reason: asked.reason.rawValue,
            settles: asked.settles, faces: asked.faces.map(FaceReference.init),
            others: asked.others.map(FaceReference.init))
    }
}
