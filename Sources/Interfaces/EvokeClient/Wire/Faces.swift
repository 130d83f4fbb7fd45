package import EvokeValues

/// The faces in a photo.
public struct FacesAnswer: Codable, Hashable, Sendable {
    /// A face.
    public struct Face: Codable, Hashable, Sendable {
        /// Left, top, width and height, in pixels of the upright photo.
        public let box: [Int]
        /// That it is a face, from 0 to 1.
        public let confidence: Double
        /// How much detail of it the photo shows, from 0 to 1.
        public let sharpness: Double
        /// What tells it from others: the nearer two are, by the straight line between them, the likelier they are one
        /// person's. Only vectors of one recogniser can be compared.
        public let vector: [Float]
        /// Whose it is, as the library knows them that has the photo; nil where it knows no name.
        public let person: String?

        package init(_ face: EvokeValues.Face, of person: String?) {
            box = [face.box.x, face.box.y, face.box.width, face.box.height]
            confidence = (face.confidence * 1_000).rounded() / 1_000
            sharpness = (face.sharpness * 1_000).rounded() / 1_000
            vector = face.vector.numbers
            self.person = person
        }

        /// `person` is there also where it is null.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(box, forKey: .box)
            try container.encode(confidence, forKey: .confidence)
            try container.encode(sharpness, forKey: .sharpness)
            try container.encode(vector, forKey: .vector)
            try container.encode(person, forKey: .person)
        }
    }

    /// The file as it was named.
    public let path: String
    /// Its bytes, where they are no UTF-8.
    public let pathBase64: String?
    /// The largest first.
    public let faces: [Face]

    /// - Parameter name: who has a face, where that is known.
    package init(_ faces: PictureFaces, of photo: FilePath, name: (EvokeValues.Face) -> String?) {
        path = JSONText.path(photo)
        pathBase64 = JSONText.base64(photo)
        self.faces = faces.faces.map { Face($0, of: name($0)) }
    }
}
