import Evoke
import EvokeValues
import EvokeWire

extension PhotoFacesAnswer {
    /// - Parameter found: nil where nobody has looked.
    init(_ found: KnownFaces?) {
        self.init(
            isSearched: found != nil,
            faces: found?.faces.enumerated().map { index, known in
                let (face, person) = (known.face, known.person)
                return Face(
                    face: index + 1, box: [face.box.x, face.box.y, face.box.width, face.box.height],
                    confidence: face.confidence, sharpness: face.sharpness,
                    person: person.map { Person(number: "\($0.id.value)", name: $0.name) }, hidden: known.isHidden)
            } ?? [], width: found?.size.width, height: found?.size.height)
    }
}

extension FaceWord {
    init(_ saying: FaceSaying) throws(Problem) {
        switch (saying.name, saying.not, saying.hidden) {
        case (let name?, nil, nil): self = .named(name)
        case (nil, let name?, nil): self = .not(name)
        case (nil, nil, true): self = .hidden
        default: throw .wrongUsage("one of 'name', 'not' and 'hidden' is wanted, and 'hidden' can only be true")
        }
    }
}
