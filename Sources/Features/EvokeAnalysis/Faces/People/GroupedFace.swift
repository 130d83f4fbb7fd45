package import EvokeValues

/// A face in a library.
package typealias FaceNumber = Int64
/// A person in a library, whom the owner sees, names, and links to.
package typealias PersonNumber = Int64
/// A group of faces that look alike.
package typealias GroupNumber = Int64

/// A face as input for grouping.
package struct GroupedFace: Hashable, Sendable {
    package let number: FaceNumber
    package let photo: PhotoID
    package let vector: FaceVector
    package let quality: FaceQuality
    /// When the photo was taken, as `TakenDate.localSeconds`; nil if unknown.
    package let time: Int64?

    package init(
        number: FaceNumber, photo: PhotoID, vector: FaceVector, quality: FaceQuality, time: Int64?
    ) {
        (self.number, self.photo, self.vector, self.quality, self.time) = (number, photo, vector, quality, time)
    }
}

/// How well a picture shows a face.
package struct FaceQuality: Hashable, Sendable {
    /// Why a face may be mistaken, so that it doesn't start a group.
    package enum Flaw: String, Hashable, Sendable {
        case small, blurred, turned
    }

    /// The shorter side of its box, in pixels of the photo.
    package let side: Int
    /// As `Face.sharpness`.
    package let sharpness: Double
    /// As `Face.turn`; nil if not measured.
    package let turn: Double?

    /// Below this, test faces that were reduced and blurred no longer resemble themselves
    /// (`docs/decisions/0038-people.md`).
    private static let leastSide = 28
    private static let leastSharpness = 0.25
    private static let mostTurn = 0.6

    package init(side: Int, sharpness: Double, turn: Double? = nil) {
        (self.side, self.sharpness, self.turn) = (side, sharpness, turn)
    }

    package init(_ face: Face) {
        self.init(side: min(face.box.width, face.box.height), sharpness: face.sharpness, turn: face.turn)
    }

    /// How much detail is visible. Detail beyond what the recognizer sees doesn't count.
    package var detail: Double { Double(min(side, 100)) * sharpness }

    /// Nil for a clear face.
    package var flaw: Flaw? {
        if side < Self.leastSide { return .small }
        if sharpness < Self.leastSharpness { return .blurred }
        return turn ?? 0 > Self.mostTurn ? .turned : nil
    }
}
