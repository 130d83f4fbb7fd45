import EvokePorts

/// A person in the photos of a library.
public struct PersonAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["number": .digits]

    /// Digits.
    public let number: String
    /// Nil if unnamed.
    public let name: String?
    /// The query that finds photos of them; nil without a name.
    public let query: String?
    /// The number of photos that show them, and of their faces, which copies of a photo share. Nil in references to a
    /// person.
    public let photos, faces: Int?
    /// True if they are hidden from the people, otherwise nil.
    package let hidden: Bool?
    /// The years of their first and last photos; nil if no photo has a date.
    package let first, last: String?
    /// Their clearest face; nil if no photo of them can be shown.
    public let face: FaceReference?

    package init(
        number: String, name: String?, query: String?, photos: Int? = nil, faces: Int? = nil, hidden: Bool? = nil,
        first: String? = nil, last: String? = nil, face: FaceReference?
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
public struct FaceReference: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["photo": .photo, "face": .integer(Limits.faceNumbers)]

    /// The photo's number.
    public let photo: Int64
    /// The face's number in it, from 1, largest first.
    public let face: Int

    /// Any numbers: the server reports a face that does not exist.
    public init(photo: Int64, face: Int) {
        self.photo = photo
        self.face = face
    }
}

/// A face that may be a person's.
package struct FaceSuggestion: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["reason": reasons]
    package static let never = ["path", "path_base64"]
    fileprivate static let reasons = Schema.choice(["small", "blurred", "turned", "nearer"])

    /// The photo's path; only from the command, not from servers.
    package let path: String?
    /// The path's bytes, if not UTF-8.
    package let pathBase64: String?
    /// The photo's number.
    package let photo: Int64
    /// The face's number in it, from 1, largest first.
    package let face: Int
    /// Who it may be.
    package let person: PersonAnswer
    /// Why Evoke is not sure: the face is `small`, `blurred` or `turned`, or was grouped with somebody else, but is
    /// `nearer` to this person.
    package let reason: String

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

/// Two people who may be the same.
package struct MergeSuggestion: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["reason": .choice(["alike", "perhaps"])]

    /// The one who is known better.
    package let person: PersonAnswer
    /// The one who may be the same.
    package let other: PersonAnswer
    /// `alike`, as faces of one person are; `perhaps`, as faces of one person sometimes are, and of two people seldom.
    package let reason: String
    /// How many faces an answer settles.
    package let settles: Int
    /// At most four of each, clearest first.
    package let faces, others: [FaceReference]

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

/// The people of a library, from a server. If people are off, only the first two are present.
public struct PeopleAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["state": .choice(of: PeopleRequest.State.self)]

    /// `on` or `off`.
    package let state: String
    /// Whether the server's machine can find faces.
    package let canFind: Bool
    /// Photos that were searched for faces; absent without a face finder.
    package let searched: Int?
    /// Photos that can be shown.
    package let photos: Int?
    /// How many people there are; `people` is a page of them.
    public let total: Int?
    /// Those with most photos first.
    public let people: [PersonAnswer]?
    /// At most 24, best guesses first.
    package let suggestions: [FaceSuggestion]?
    /// At most 12, best guesses first.
    package let questions: [MergeSuggestion]?
    /// Whether there is an edit to undo.
    package let undo: Bool?

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

/// A person with all of their faces: everything in ``PersonAnswer``, and more.
package struct PersonPageAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["number": .digits]

    /// How many photos of them were taken in a year.
    package struct Year: Codable, Hashable, Sendable {
        /// Absent for photos without a date.
        package let year: String?
        /// At least 1.
        package let photos: Int

        package init(year: String?, photos: Int) { (self.year, self.photos) = (year, photos) }
    }

    /// A face of theirs.
    package struct Shown: Codable, Hashable, Sendable {
        /// As in ``FaceReference``.
        package let photo: Int64, face: Int
        /// The day on which it was taken, as far as known.
        package let date: String?

        package init(photo: Int64, face: Int, date: String?) {
            (self.photo, self.face, self.date) = (photo, face, date)
        }
    }

    /// As in ``PersonAnswer``.
    package let number: String, name, query: String?, photos, faces: Int?, hidden: Bool?, first, last: String?
    /// As in ``PersonAnswer``.
    package let face: FaceReference?
    /// Newest first, with those without a date at the end.
    package let years: [Year]
    /// Newest first.
    package let shown: [Shown]
    /// Faces that may be theirs.
    package let suggestions: [FaceSuggestion]

    package init(_ person: PersonAnswer, years: [Year], shown: [Shown], suggestions: [FaceSuggestion]) {
        (number, name, query) = (person.number, person.name, person.query)
        (photos, faces) = (person.photos, person.faces)
        (hidden, first, last, face) = (person.hidden, person.first, person.last, person.face)
        (self.years, self.shown, self.suggestions) = (years, shown, suggestions)
    }
}

/// The faces in a photo of a library.
public struct PhotoFacesAnswer: Codable, Hashable, Sendable, Described {
    package static let always = ["faces.suggestion.reason"]
    package static let never = ["faces.person.reason"]

    /// Who it is, or may be.
    public struct Who: Codable, Hashable, Sendable, Described {
        package static let kinds: [String: Schema] = ["number": .digits, "reason": FaceSuggestion.reasons]

        /// Digits.
        public let number: String
        /// Nil if unnamed.
        public let name: String?
        /// For a suggestion, as in ``FaceSuggestion/reason``.
        package let reason: String?

        package init(number: String, name: String?, reason: String? = nil) {
            (self.number, self.name, self.reason) = (number, name, reason)
        }
    }

    /// A face.
    public struct Face: Codable, Hashable, Sendable {
        /// From 1, largest first.
        public let face: Int
        /// Left, top, width and height, in pixels of the upright photo.
        public let box: [Int]
        /// The probability that it is a face, from 0 to 1.
        package let confidence: Double
        /// How detailed it is, from 0 to 1.
        package let sharpness: Double
        /// The person; absent if unknown.
        public let person: Who?
        /// Who it may be.
        package let suggestion: Who?
        /// True if it is ignored, otherwise absent.
        package let hidden: Bool?

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

    /// Whether it was searched for faces, and people are on. If not, there are no faces here, whoever is in it.
    package let isSearched: Bool
    /// The size of the upright photo; nil if it was not searched.
    package let width, height: Int?
    /// Largest first.
    public let faces: [Face]

    package init(isSearched: Bool, width: Int?, height: Int?, faces: [Face]) {
        (self.isSearched, self.width, self.height, self.faces) = (isSearched, width, height, faces)
    }
}

/// Turns people on or off.
package struct PeopleRequest: Codable, Sendable {
    package enum State: String, Codable, CaseIterable, Sendable { case on, off }

    package let state: State
}

/// An edit of a person: one of both.
package struct PersonRequest: Codable, Sendable, Described {
    package static let kinds: [String: Schema] = ["name": .name]

    package var name: String?
    package var hidden: Bool?
}

/// An edit of a face: one of these.
package struct FaceRequest: Codable, Sendable, Described {
    package static let kinds: [String: Schema] = ["name": .name, "person": .digits, "not": .digits]

    package var name, person, not: String?
    package var hidden: Bool?
}

/// Whether two people are the same.
package struct PeopleReply: Codable, Sendable, Described {
    package static let kinds: [String: Schema] = ["person": .digits, "other": .digits]

    package let person, other: String
    package let same: Bool
}

/// An edit of some of a person's faces: they are another person's, or only not theirs.
package struct PersonFacesRequest: Codable, Sendable, Described {
    package static let kinds: [String: Schema] = [
        "faces": .list(of: .of(FaceReference.self), Limits.movedFaces), "name": .name,
    ]

    package let faces: [FaceReference]
    package let name: String?
    package let not: Bool?
}

/// Whether something was undone.
package struct PeopleUndoAnswer: Codable, Hashable, Sendable {
    /// False if there was nothing.
    package let undone: Bool

    package init(undone: Bool) { self.undone = undone }
}
