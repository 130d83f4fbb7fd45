package import EvokeValues

/// Where a person is in a photo according to its metadata (the regions of the Metadata Working Group), in fractions of
/// the stored picture, before it is turned upright.
public struct FaceRegion: Hashable, Sendable {
    /// As in the metadata.
    public let name: String
    /// The center, from the left, from 0 to 1.
    public let x: Double
    /// The center, from the top, from 0 to 1.
    public let y: Double
    /// More than 0, at most 1.
    public let width: Double
    /// More than 0, at most 1.
    public let height: Double

    /// Nil if a number is out of range or the name is empty.
    public init?(name: String, x: Double, y: Double, width: Double, height: Double) {
        let range = 0.0...1.0
        guard !name.isEmpty, [x, y, width, height].allSatisfy(range.contains), width > 0, height > 0 else { return nil }
        (self.name, self.x, self.y) = (name, x, y)
        (self.width, self.height) = (width, height)
    }

    /// For a box in an upright picture; nil if the box is outside of it.
    ///
    /// - Parameter orientation: the EXIF orientation of the stored picture.
    package init?(name: String, _ box: Face.Box, in upright: PixelSize, orientation: Int?) {
        let (across, down) = (Double(upright.width), Double(upright.height))
        let middle = (
            x: (Double(box.x) + Double(box.width) / 2) / across, y: (Double(box.y) + Double(box.height) / 2) / down
        )
        let turn = Turn(orientation)
        let (x, y) = turn.stored(middle.x, middle.y)
        let size = (Double(box.width) / across, Double(box.height) / down)
        let (width, height) = turn.swapsSides ? (size.1, size.0) : size
        self.init(name: name, x: x, y: y, width: width, height: height)
    }

    /// Whether both are the same face.
    package func meets(_ other: FaceRegion) -> Bool {
        func both(_ middles: (Double, Double), _ lengths: (Double, Double)) -> Double {
            let ends = min(middles.0 + lengths.0 / 2, middles.1 + lengths.1 / 2)
            return max(0, ends - max(middles.0 - lengths.0 / 2, middles.1 - lengths.1 / 2))
        }
        let shared = both((x, other.x), (width, other.width)) * both((y, other.y), (height, other.height))
        return shared >= Face.Box.leastOverlap * (width * height + other.width * other.height - shared)
    }

    /// The box in the upright picture, clipped to it; nil if nothing is left.
    package func box(in upright: PixelSize, orientation: Int?) -> Face.Box? {
        let turn = Turn(orientation)
        let (x, y) = turn.upright(self.x, self.y)
        let (width, height) = turn.swapsSides ? (self.height, self.width) : (self.width, self.height)
        func pixels(_ middle: Double, _ length: Double, of count: Int) -> Range<Int>? {
            let from = max(0, Int(nearest: (middle - length / 2) * Double(count)))
            let to = min(count, Int(nearest: (middle + length / 2) * Double(count)))
            return from < to ? from..<to : nil
        }
        guard let across = pixels(x, width, of: upright.width), let down = pixels(y, height, of: upright.height) else {
            return nil
        }
        return Face.Box(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
    }
}

/// How a stored picture is turned upright.
private struct Turn {
    /// The EXIF orientation, 1 to 8.
    private let number: Int

    init(_ orientation: Int?) { number = orientation ?? 1 }

    var swapsSides: Bool { (5...8).contains(number) }

    /// From the stored picture to the upright one.
    func upright(_ x: Double, _ y: Double) -> (Double, Double) {
        switch number {
        case 2: (1 - x, y)
        case 3: (1 - x, 1 - y)
        case 4: (x, 1 - y)
        case 5: (y, x)
        case 6: (1 - y, x)
        case 7: (1 - y, 1 - x)
        case 8: (y, 1 - x)
        default: (x, y)
        }
    }

    /// From the upright picture to the stored one. All but the quarter turns are their own inverse.
    func stored(_ x: Double, _ y: Double) -> (Double, Double) {
        switch number {
        case 6: (y, 1 - x)
        case 8: (1 - y, x)
        default: upright(x, y)
        }
    }
}

/// The people in a photo according to its metadata, next to what a library knows about the same content.
package struct MetadataFaces: Sendable {
    package let content: ContentDigest
    /// With their names, in the upright picture.
    package let named: [(name: String, box: Face.Box)]
    /// Where faces were found; empty if nobody has looked.
    package let found: [Face.Box]

    package init(content: ContentDigest, named: [(name: String, box: Face.Box)], found: [Face.Box]) {
        (self.content, self.named, self.found) = (content, named, found)
    }
}

extension PeopleChange {
    /// Takes over who is in a photo, unless the owner decided otherwise. Returns how many faces get a name this way,
    /// and for how many the owner's decision differs and prevails.
    ///
    /// - Parameters:
    ///   - people: the known people; new ones are added.
    ///   - words: all decisions about faces in this content; new ones are added.
    package mutating func take(
        _ faces: MetadataFaces, people: inout [String: Person], words: inout [FaceSpot: OwnerDecision]
    ) -> (named: Int, differing: Int) {
        var (named, differing) = (0, 0)
        for (name, box) in faces.named {
            let known = people[name.folded]
            let place =
                words.keys.first { $0.box.isOfSameFace(as: box) }
                ?? FaceSpot(
                    faces.content, faces.found.filter(box.isOfSameFace).max { $0.overlap(box) < $1.overlap(box) } ?? box
                )
            var word = words[place] ?? OwnerDecision()
            if let known, word.person == known.id { continue }
            // Two faces in one photo are two people.
            let isTaken = known.map { known in words.values.contains { $0.person == known.id } } ?? false
            guard word.person == nil, !word.isHidden, known.map({ !word.refused.contains($0.id) }) ?? true, !isTaken
            else {
                differing += 1
                continue
            }
            let person = known ?? Person(.new(), name: name)
            word.person = person.id
            (people[name.folded], self.people[person.id]) = (person, person)
            (words[place], self.words[place]) = (word, word)
            named += 1
        }
        return (named, differing)
    }
}
