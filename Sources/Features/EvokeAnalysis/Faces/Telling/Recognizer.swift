import EvokeModels
import EvokePorts
import EvokeValues

/// Recognizes faces: a graph and its publisher's description.
struct Recognizer: Sendable {
    private static let mostDimensions = 4_096

    private let form: RecognizerForm
    private let stage: ShapedStage
    private let file: DiskPath

    init(
        _ model: GraphModel, on runtime: any GraphRuntime, in folder: GraphFolder, streams: Int
    ) throws(EvokeError) {
        file = model.file
        do {
            form = try RecognizerForm(model.description)
        } catch {
            throw Self.failure(file, error.reason)
        }
        // A digest only covers the graph's own file.
        guard try model.files().count == 2 else {
            throw Self.failure(file, "its weights are in another file")
        }
        stage = ShapedStage(file, on: runtime, in: folder, streams: streams)
    }

    var distances: FaceDistances { form.face.distances }

    /// Identifies the graph and how it takes faces.
    func digests() throws(EvokeError) -> [String] { [try stage.digest(), form.text] }

    func vector(of points: FacePoints, in pyramid: Pyramid, fingerprint: String) throws -> FaceVector {
        let chip = FaceChip(points, of: pyramid, form.face.alignment, side: form.side)
        return try vector(of: form.numbers(of: chip), fingerprint: fingerprint)
    }

    /// Throws if it doesn't make a vector of a face.
    func answerOnce() throws {
        let ramp = (0..<3 * form.side * form.side).map { Float($0 % form.side) / Float(form.side) }
        _ = try vector(of: ramp, fingerprint: "")
    }

    private func vector(of numbers: [Float], fingerprint: String) throws -> FaceVector {
        let answers = try stage.run(numbers, shape: form.shape)
        guard let answer = answers.first, answer.shape.count == 2, answer.shape[0] == 1,
            (1...Self.mostDimensions).contains(answer.shape[1])
        else {
            throw Self.failure(file, "it returned \(answers.map(\.shape)) instead of one vector")
        }
        guard let vector = FaceVector(form.vector(of: answer.floats), fingerprint: fingerprint) else {
            throw Self.failure(file, "its vector of a face contains values that are not numbers")
        }
        return vector
    }

    private static func failure(_ file: DiskPath, _ reason: String) -> EvokeError {
        EvokeError(
            .modelInvalid, doing: "recognize faces with the graph", subject: file.display, reason: reason,
            remedies: [.advice("Ask its publisher to fix it; see docs/guide/080_models.md."), .listModels])
    }
}

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
        let (height, width, colors) =
            isPlanar
            ? (input.shape[2], input.shape[3], input.shape[1]) : (input.shape[1], input.shape[2], input.shape[3])
        guard colors == 3, let side = width, height == side, Self.sides.contains(side) else {
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
                let color = isBlueFirst ? 2 - place : place
                for pixel in 0..<count {
                    let target = isPlanar ? place * count + pixel : 3 * pixel + place
                    numbers[target] = factors[color] * chip.numbers[3 * pixel + color] + offsets[color]
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
