/// Somebody who is seen in the photos of a library.
public struct PersonAnswer: Codable, Hashable, Sendable {
    /// Digits.
    public let number: String
    /// Nil where nobody has given one.
    public let name: String?
    /// How many photos show them, and how many faces of theirs there are; copies have a face together. Nil where a person
    /// is only referred to.
    public let photos, faces: Int?
    /// True where they are not to be seen among the people, or else nil.
    public let hidden: Bool?
    /// The first and the last year in which photos of them were taken; nil where no photo has a date.
    public let first, last: String?
    /// The face that shows most of them; nil where no photo that can be shown has one.
    public let face: FaceReference?

    package init(
        number: String, name: String?, photos: Int? = nil, faces: Int? = nil, hidden: Bool? = nil, first: String? = nil,
        last: String? = nil, face: FaceReference?
    ) {
        self.number = number
        self.name = name
        self.photos = photos
        self.faces = faces
        self.hidden = hidden
        self.first = first
        self.last = last
        self.face = face
    }
}

/// A face in a photo of a library.
public struct FaceReference: Codable, Hashable, Sendable {
    /// The photo's number.
    public let photo: Int64
    /// The face's number in it, from 1, the largest first.
    public let face: Int

    package init(photo: Int64, face: Int) {
        self.photo = photo
        self.face = face
    }
}

/// A face that may be somebody's.
public struct FaceSuggestion: Codable, Hashable, Sendable {
    /// The photo's path. The command says this; a server does not.
    public let path: String?
    /// Its bytes, where they are no UTF-8.
    public let pathBase64: String?
    /// The photo's number.
    public let photo: Int64
    /// The face's number in it, from 1, the largest first.
    public let face: Int
    /// Whose it may be.
    public let person: PersonAnswer
    /// Why it is not theirs without asking: it is `small`, `blurred` or `turned`, or it is with somebody else, and `nearer`
    /// to these.
    public let reason: String

    package init(
        path: String?, pathBase64: String?, photo: Int64, face: Int, person: PersonAnswer, reason: String
    ) {
        self.path = path
        self.pathBase64 = pathBase64
        self.photo = photo
        self.face = face
        self.person = person
        self.reason = reason
    }
}

/// Whether two are the same person.
public struct PersonQuestion: Codable, Hashable, Sendable {
    /// The one who is known better.
    public let person: PersonAnswer
    /// The one who may be the same.
    public let other: PersonAnswer
    /// `alike`, as faces of one person are; `perhaps`, as those of one person are sometimes, and those of two seldom.
    public let reason: String
    /// So many faces are sure of their place by an answer.
    public let settles: Int
    /// At most four of each, those that show most first.
    public let faces, others: [FaceReference]

    package init(
        person: PersonAnswer, other: PersonAnswer, reason: String, settles: Int, faces: [FaceReference],
        others: [FaceReference]
    ) {
        self.person = person
        self.other = other
        self.reason = reason
        self.settles = settles
        self.faces = faces
        self.others = others
    }
}
