package import EvokeValues

/// Of a face in a library.
package typealias FaceNumber = Int64
/// Of a person in a library: what the owner sees, names and links to.
package typealias PersonNumber = Int64
/// Of a group of faces that look alike.
package typealias GroupNumber = Int64

/// A face as grouping takes it.
package struct GroupedFace: Hashable, Sendable {
    package let number: FaceNumber
    package let photo: PhotoID
    package let vector: FaceVector
    package let quality: FaceQuality
    /// When the photo was taken, as `TakenDate.localSeconds`; nil where nobody knows.
    package let time: Int64?

    package init(
        number: FaceNumber, photo: PhotoID, vector: FaceVector, quality: FaceQuality, time: Int64?
    ) {
        (self.number, self.photo, self.vector, self.quality, self.time) = (number, photo, vector, quality, time)
    }
}

/// How well a picture shows a face.
package struct FaceQuality: Hashable, Sendable {
    /// Why a face can be mistaken, so that it begins no group.
    package enum Flaw: String, Hashable, Sendable {
        case small, blurred, turned
    }

    /// Of its box, the shorter one, in pixels of the photo.
    package let side: Int
    /// As `Face.sharpness`.
    package let sharpness: Double
    /// As `Face.turn`; nil where nobody measured it.
    package let turn: Double?

    /// Below, test faces scaled down and blurred are no longer near themselves (`docs/decisions/0038-people.md`).
    private static let leastSide = 28
    private static let leastSharpness = 0.25
    private static let mostTurn = 0.6

    package init(side: Int, sharpness: Double, turn: Double? = nil) {
        (self.side, self.sharpness, self.turn) = (side, sharpness, turn)
    }

    package init(_ face: Face) {
        self.init(side: min(face.box.width, face.box.height), sharpness: face.sharpness, turn: face.turn)
    }

    /// How much can be seen of it. What a large face has more than the recogniser sees does not count.
    package var detail: Double { Double(min(side, 100)) * sharpness }

    /// Nil for a clear face.
    package var flaw: Flaw? {
        if side < Self.leastSide { return .small }
        if sharpness < Self.leastSharpness { return .blurred }
        return turn ?? 0 > Self.mostTurn ? .turned : nil
    }
}
