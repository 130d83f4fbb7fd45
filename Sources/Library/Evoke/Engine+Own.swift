public import EvokeValues
import EvokeWorkers

extension Engine {
    private static let dimensions = 1...16_384
    private static let longestFingerprint = 128

    /// An engine with a program's own encoders and, if given, its own decoder.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for an invalid `model` or an invalid input of the image encoder.
    ///
    /// - Parameters:
    ///   - model: identifies what the encoders make. Its fingerprint must change whenever the vectors would. It becomes
    ///     part of a file's name: up to 128 letters, digits, '-' and '_'.
    ///   - decoder: nil for Evoke's own, which reads every pixel.
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
                remedy: "Use a fingerprint of up to \(Self.longestFingerprint) letters and digits, and 1 to "
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
