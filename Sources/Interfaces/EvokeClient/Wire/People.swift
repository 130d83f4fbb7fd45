/// Somebody who is seen in the photos of a library.
public struct PersonAnswer: Codable, Hashable, Sendable {
    /// Digits.
    public let number: String
    /// Nil where nobody has given one.
    public let name: String?
    /// What finds photos of them, in the language of queries; nil where they have no name.
    public let query: String?
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
        number: String, name: String?, query: String?, photos: Int? = nil, faces: Int? = nil, hidden: Bool? = nil,
        first: String? = nil,
        last: String? = nil, face: FaceReference?
    ) {
        self.number = number
        self.name = name
        self.query = query
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

    /// Any numbers: a server says where there is no such face.
    public init(photo: Int64, face: Int) {
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
public struct MergeSuggestion: Codable, Hashable, Sendable {
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

/// The people of a library, as a server lists them. All but the first two are absent where people are off.
public struct PeopleAnswer: Codable, Hashable, Sendable {
    /// `on` or `off`.
    public let state: String
    /// Whether something on the server's machine finds faces.
    public let canFind: Bool
    /// Photos in which faces were looked for; absent where nothing finds any.
    public let searched: Int?
    /// Photos that can be shown.
    public let photos: Int?
    /// How many people there are, of whom `people` is a page.
    public let total: Int?
    /// The largest first.
    public let people: [PersonAnswer]?
    /// At most 24, the best first.
    public let suggestions: [FaceSuggestion]?
    /// At most 12, the best first.
    public let questions: [MergeSuggestion]?
    /// Whether a word can be taken back.
    public let undo: Bool?

    package init(
        state: String, canFind: Bool, searched: Int? = nil, photos: Int? = nil, total: Int? = nil,
        people: [PersonAnswer]? = nil, suggestions: [FaceSuggestion]? = nil, questions: [MergeSuggestion]? = nil,
        undo: Bool? = nil
    ) {
        self.state = state
        self.canFind = canFind
        self.searched = searched
        self.photos = photos
        self.total = total
        self.people = people
        self.suggestions = suggestions
        self.questions = questions
        self.undo = undo
    }
}

/// Somebody with all of their faces. It has what ``PersonAnswer`` has, and more.
public struct PersonPageAnswer: Codable, Hashable, Sendable {
    /// How many photos of them were taken in a year.
    public struct Year: Codable, Hashable, Sendable {
        /// Absent for those without a date.
        public let year: String?
        /// At least 1.
        public let photos: Int

        package init(year: String?, photos: Int) { (self.year, self.photos) = (year, photos) }
    }

    /// A face of theirs.
    public struct Shown: Codable, Hashable, Sendable {
        /// As in ``FaceReference``.
        public let photo: Int64, face: Int
        /// The day on which it was taken, as far as it is known.
        public let date: String?

        package init(photo: Int64, face: Int, date: String?) {
            (self.photo, self.face, self.date) = (photo, face, date)
        }
    }

    /// As in ``PersonAnswer``.
    public let number: String, name, query: String?, photos, faces: Int?, hidden: Bool?, first, last: String?
    /// As in ``PersonAnswer``.
    public let face: FaceReference?
    /// The last first, and those without a date at the end.
    public let years: [Year]
    /// The last taken first.
    public let shown: [Shown]
    /// Faces that may be theirs.
    public let suggestions: [FaceSuggestion]

    package init(_ person: PersonAnswer, years: [Year], shown: [Shown], suggestions: [FaceSuggestion]) {
        (number, name, query) = (person.number, person.name, person.query)
        (photos, faces) = (person.photos, person.faces)
        (hidden, first, last, face) = (person.hidden, person.first, person.last, person.face)
        (self.years, self.shown, self.suggestions) = (years, shown, suggestions)
    }
}

/// The faces in a photo of a library.
public struct PhotoFacesAnswer: Codable, Hashable, Sendable {
    /// Who somebody is, or may be.
    public struct Who: Codable, Hashable, Sendable {
        /// Digits.
        public let number: String
        /// Nil where nobody has given one.
        public let name: String?
        /// Of a suggestion, as in ``FaceSuggestion/reason``.
        public let reason: String?

        package init(number: String, name: String?, reason: String? = nil) {
            (self.number, self.name, self.reason) = (number, name, reason)
        }
    }

    /// A face.
    public struct Face: Codable, Hashable, Sendable {
        /// From 1, the largest first.
        public let face: Int
        /// Left, top, width and height, in pixels of the upright photo.
        public let box: [Int]
        /// That it is a face, from 0 to 1.
        public let confidence: Double
        /// How much detail of it the photo shows, from 0 to 1.
        public let sharpness: Double
        /// Whose it is; absent for nobody's.
        public let person: Who?
        /// Whose it may be.
        public let suggestion: Who?
        /// True where it is of no interest, or else absent.
        public let hidden: Bool?

        package init(
            face: Int, box: [Int], confidence: Double, sharpness: Double, person: Who?, suggestion: Who?, hidden: Bool?
        ) {
            self.face = face
            self.box = box
            self.confidence = confidence
            self.sharpness = sharpness
            self.person = person
            self.suggestion = suggestion
            self.hidden = hidden
        }
    }

    /// Whether somebody has looked for faces in it, and people are on. Else there are none, whoever is in it.
    public let isSearched: Bool
    /// Of the upright photo; nil where it was not searched.
    public let width, height: Int?
    /// The largest first.
    public let faces: [Face]

    package init(isSearched: Bool, width: Int?, height: Int?, faces: [Face]) {
        (self.isSearched, self.width, self.height, self.faces) = (isSearched, width, height, faces)
    }
}

/// Whether people are to be known.
package struct PeopleRequest: Codable, Sendable {
    package let state: String

    package init(state: String) { self.state = state }
}

/// What is said of somebody: one of both.
package struct PersonRequest: Codable, Sendable {
    package let name: String?
    package let hidden: Bool?

    package init(name: String? = nil, hidden: Bool? = nil) { (self.name, self.hidden) = (name, hidden) }
}

/// What is said of a face: one of these.
package struct FaceRequest: Codable, Sendable {
    package let name: String?
    package let person: String?
    package let not: String?
    package let hidden: Bool?

    package init(name: String? = nil, person: String? = nil, not: String? = nil, hidden: Bool? = nil) {
        (self.name, self.person, self.not, self.hidden) = (name, person, not, hidden)
    }
}

/// Whether two are one.
package struct PeopleReply: Codable, Sendable {
    package let person: String
    package let other: String
    package let same: Bool

    package init(person: String, other: String, same: Bool) {
        (self.person, self.other, self.same) = (person, other, same)
    }
}

/// What becomes of some faces of somebody: they are those of another, or only not theirs.
package struct PersonFacesRequest: Codable, Sendable {
    package let faces: [FaceReference]
    package let name: String?
    package let not: Bool?

    package init(faces: [FaceReference], name: String?, not: Bool?) {
        (self.faces, self.name, self.not) = (faces, name, not)
    }
}

/// Whether something was taken back.
public struct PeopleUndoAnswer: Codable, Hashable, Sendable {
    /// False where there was nothing.
    public let undone: Bool

    package init(undone: Bool) { self.undone = undone }
}
