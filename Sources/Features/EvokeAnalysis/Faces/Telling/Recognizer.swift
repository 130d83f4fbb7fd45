import EvokeModels
import EvokeValues

/// Recognizes faces: a graph and its publisher's description.
struct Recognizer: Sendable {
    private static let mostDimensions = 4_096

    private let form: RecognizerForm
    private let stage: ShapedStage
    private let file: FilePath

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

    /// The vector of a face.
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

    private static func failure(_ file: FilePath, _ reason: String) -> EvokeError {
        EvokeError(
            .modelInvalid, doing: "recognize faces with the graph", subject: file.display, reason: reason,
            remedies: [.advice("Ask its publisher to fix it; see docs/guide/080_models.md."), .listModels])
    }
}
