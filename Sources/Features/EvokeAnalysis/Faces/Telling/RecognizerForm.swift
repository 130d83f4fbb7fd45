import EvokeModels
import EvokeValues

/// The form in which a recognizer takes a face, and the form of its vectors.
struct RecognizerForm: Hashable {
    let face: GraphDescription.Face
    /// Of the square input.
    let side: Int
    /// Three planes, one per color channel, instead of interleaved.
    private let isPlanar: Bool
    private let isBlueFirst: Bool
    /// For red, green, and blue: a level from 0 to 255 is multiplied by the factor, then the offset is added.
    private let factors, offsets: [Float]

    private static let sides = 16...1_024

    /// - Throws: `Unfit` with the reason if it doesn't take faces.
    init(_ description: GraphDescription) throws(Unfit) {
        guard let face = description.face, let input = description.inputs.first else {
            throw Unfit(reason: "it is not a face recognition graph: its description has no 'face'")
        }
        guard input.type == .float32, input.shape.count == 4, input.shape[0] ?? 1 == 1 else {
            throw Unfit(reason: "its input '\(input.name)' is not a picture in 32-bit floats")
        }
        let picture = description.picture
        isPlanar = picture?.layout.map { $0 == .nchw } ?? (input.shape[1] == 3)
        let (height, width, colours) =
            isPlanar
            ? (input.shape[2], input.shape[3], input.shape[1]) : (input.shape[1], input.shape[2], input.shape[3])
        guard colours == 3, let side = width, height == side, Self.sides.contains(side) else {
            throw Unfit(
                reason: "its input '\(input.name)' is not a square with three channels and a side of "
                    + "\(Self.sides.lowerBound) to \(Self.sides.upperBound) pixels")
        }
        (self.face, self.side) = (face, side)
        isBlueFirst = picture?.channels == .bgr
        if let mean = picture?.mean, let std = picture?.std {
            factors = std.map { 1 / (255 * $0) }
            offsets = zip(mean, std).map { -$0 / $1 }
        } else {
            let range = picture?.range ?? [0, 1]
            factors = Array(repeating: (range[1] - range[0]) / 255, count: 3)
            offsets = Array(repeating: range[0], count: 3)
        }
    }

    var shape: [Int] { isPlanar ? [1, 3, side, side] : [1, side, side, 3] }

    /// A face in the form it takes.
    func numbers(of chip: FaceChip) -> [Float] {
        let count = side * side
        return [Float](unsafeUninitializedCapacity: 3 * count) { numbers, filled in
            for place in 0..<3 {
                let colour = isBlueFirst ? 2 - place : place
                for pixel in 0..<count {
                    let target = isPlanar ? place * count + pixel : 3 * pixel + place
                    numbers[target] = factors[colour] * chip.numbers[3 * pixel + colour] + offsets[colour]
                }
            }
            filled = 3 * count
        }
    }

    /// Its output as a comparable vector. NaN if it has no direction.
    func vector(of answer: [Float]) -> [Float] {
        guard face.isUnit else { return answer }
        let length = answer.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
        return answer.map { Float(Double($0) / length) }
    }

    /// All of it as text, for digests.
    var text: String {
        "\(face.alignment.rawValue) \(side) \(face.isUnit) \(isPlanar) \(isBlueFirst) \(factors) \(offsets) "
            + face.distances.text
    }

    /// Why a graph doesn't take faces.
    struct Unfit: Error {
        let reason: String
    }
}
