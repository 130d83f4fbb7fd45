/// The faces in a photo of the library, and whose they are.
public struct PhotoFacesAnswer: Codable, Hashable, Sendable {
    /// Somebody who has a name.
    public struct Person: Codable, Hashable, Sendable {
        /// A number, written out: it may be larger than numbers in JSON are for every reader.
        public let number: String
        /// As their owner gave it: show it as text, and never as markup.
        public let name: String

        package init(number: String, name: String) { (self.number, self.name) = (number, name) }
    }

    /// A face.
    public struct Face: Codable, Hashable, Sendable {
        /// Its number in this photo, from 1.
        public let face: Int
        /// Left, top, width and height, in pixels of the upright photo.
        public let box: [Int]
        /// That it is a face, from 0 to 1.
        public let confidence: Double
        /// How much detail of it the photo shows, from 0 to 1.
        public let sharpness: Double
        /// Whose it is; nil where nobody has said so.
        public let person: Person?
        /// Whether the owner said that it is of no interest.
        public let hidden: Bool

        package init(
            face: Int, box: [Int], confidence: Double, sharpness: Double, person: Person?, hidden: Bool
        ) {
            (self.face, self.box, self.person, self.hidden) = (face, box, person, hidden)
            self.confidence = (confidence * 1_000).rounded() / 1_000
            self.sharpness = (sharpness * 1_000).rounded() / 1_000
        }
    }

    /// Whether somebody has looked for faces in it, and people are on. Else there are no faces, whoever is in it.
    public let isSearched: Bool
    /// The largest first.
    public let faces: [Face]
    /// Of the upright photo; nil where it was not searched.
    public let width, height: Int?

    package init(isSearched: Bool, faces: [Face] = [], width: Int? = nil, height: Int? = nil) {
        (self.isSearched, self.faces, self.width, self.height) = (isSearched, faces, width, height)
    }
}

/// What somebody says of a face: one of these.
public struct FaceSaying: Codable, Hashable, Sendable {
    /// Whose it is.
    public let name: String?
    /// Whose it is not.
    public let not: String?
    /// True: it is of no interest.
    public let hidden: Bool?

    package init(name: String? = nil, not: String? = nil, hidden: Bool? = nil) {
        (self.name, self.not, self.hidden) = (name, not, hidden)
    }
}

/// Whether something was left to be undone.
public struct UndonePeopleAnswer: Codable, Hashable, Sendable {
    /// Whether it was.
    public let undone: Bool

    package init(undone: Bool) { self.undone = undone }
}
