package import EvokePorts
package import EvokeValues

/// The text in a photo.
package struct TextAnswer: Codable, Hashable, Sendable {
    /// A line of text.
    package struct Line: Codable, Hashable, Sendable {
        /// Without control characters.
        package let text: String
        /// From 0 to 1.
        package let confidence: Double
        /// Four corners, x before y in pixels of the upright photo: starting where the text begins, along its upper
        /// edge.
        package let box: [[Int]]

        package init(_ line: TextLine) {
            text = line.text
            confidence = (line.confidence * 1_000).rounded() / 1_000
            box = line.box.corners.map { [$0.x, $0.y] }
        }
    }

    /// The file as given.
    package let path: String
    /// The path's bytes, if not UTF-8.
    package let pathBase64: String?
    /// In reading order.
    package let lines: [Line]

    package init(_ text: PictureText, of photo: DiskPath) {
        path = JSONText.path(photo)
        pathBase64 = JSONText.base64(photo)
        lines = text.lines.map(Line.init)
    }
}

/// A language that text can be read in.
package struct LanguageAnswer: Codable, Hashable, Sendable {
    /// Tesseract's code.
    package let code: String
    /// In English.
    package let name: String

    package init(code: String, name: String) {
        self.code = code
        self.name = name
    }
}

/// The faces in a photo.
package struct FacesAnswer: Codable, Hashable, Sendable {
    /// A face.
    package struct Face: Codable, Hashable, Sendable {
        /// Left, top, width and height, in pixels of the upright photo.
        package let box: [Int]
        /// The probability that it is a face, from 0 to 1.
        package let confidence: Double
        /// How detailed it is, from 0 to 1.
        package let sharpness: Double
        /// Identifies the person: the smaller the Euclidean distance between two vectors, the more likely they are of
        /// the same person. Comparable only within one recognizer.
        package let vector: [Float]
        /// The person's name in the photo's library; nil if unknown.
        package let person: String?

        package init(_ face: EvokePorts.Face, of person: String?) {
            box = [face.box.x, face.box.y, face.box.width, face.box.height]
            confidence = (face.confidence * 1_000).rounded() / 1_000
            sharpness = (face.sharpness * 1_000).rounded() / 1_000
            vector = face.vector.numbers
            self.person = person
        }

        /// `person` is encoded even if it is null.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(box, forKey: .box)
            try container.encode(confidence, forKey: .confidence)
            try container.encode(sharpness, forKey: .sharpness)
            try container.encode(vector, forKey: .vector)
            try container.encode(person, forKey: .person)
        }
    }

    /// The file as given.
    package let path: String
    /// The path's bytes, if not UTF-8.
    package let pathBase64: String?
    /// Largest first.
    package let faces: [Face]

    /// - Parameter name: the name of the person, if known.
    package init(_ faces: PictureFaces, of photo: DiskPath, name: (EvokePorts.Face) -> String?) {
        path = JSONText.path(photo)
        pathBase64 = JSONText.base64(photo)
        self.faces = faces.faces.map { Face($0, of: name($0)) }
    }
}
