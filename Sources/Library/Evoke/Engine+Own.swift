public import EvokeValues
import EvokeWorkers

extension Engine {
    private static let dimensions = 1...16_384
    private static let longestFingerprint = 128

    /// An engine of encoders that a program brings along, and of a decoder of its own if it has one.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for a `model` or an input of the image side that cannot be.
    ///
    /// - Parameters:
    ///   - model: names what the encoders make. Its fingerprint is another whenever they would make other vectors, and
    ///     part of a file's name: up to 128 letters, digits, '-' and '_'.
    ///   - decoder: nil for Evoke's own, with every pixel taken in.
    ///   - scoring: how cosines become the scores of labels.
    public init(
        model: ModelID, image: any ImageEncoding, text: any TextEncoding, decoder: (any ImageDecoding)? = nil,
        scoring: LabelScoring = .softmax(scale: 100), places: LibraryConfiguration
    ) throws(EvokeError) {
        let isName = model.fingerprint.utf8.allSatisfy {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        }
        guard isName, 1...Self.longestFingerprint ~= model.fingerprint.utf8.count,
            Self.dimensions.contains(model.dimensions)
        else {
            throw EvokeError(
                .wrongUsage, doing: "use encoders as the model", subject: FilePath(model.name).display,
                reason:
                    "its fingerprint is '\(FilePath(model.fingerprint).display)' with \(model.dimensions) dimensions",
                remedy: "Give up to \(Self.longestFingerprint) letters and digits, and from 1 to "
                    + "\(Self.dimensions.upperBound) dimensions.")
        }
        try image.input.check()
        let now = ContinuousClock.now
        self.init(
            choice: ModelChoice(model.name), modelID: model, sides: .own(image, text), precision: .full,
            decoder: decoder, scoring: scoring, executor: BlockingExecutor(width: 2 * Self.cores), places: places,
            opening: now..<now)
    }
}
