/// How long the parts of a model took to load; nil for parts not needed so far.
public struct LoadTimes: Sendable {
    /// Finding it, and choosing a safe precision.
    public let model: Duration
    /// The text encoder, with its tokenizer.
    public let text: Duration?
    /// The tokenizer, which loads at the same time as the text encoder's graph.
    public let tokenizer: Duration?
    /// The image encoder.
    public let image: Duration?
    /// The time in which anything was being loaded. The encoders can load at the same time, so it may be less than the
    /// sum.
    public let total: Duration

    init(
        model: Range<ContinuousClock.Instant>, text: Range<ContinuousClock.Instant>?, tokenizer: Duration?,
        image: Range<ContinuousClock.Instant>?
    ) {
        self.model = model.upperBound - model.lowerBound
        self.text = text.map { $0.upperBound - $0.lowerBound }
        self.tokenizer = tokenizer
        self.image = image.map { $0.upperBound - $0.lowerBound }
        var (total, end) = (Duration.zero, model.lowerBound)
        for time in [model, text, image].compactMap({ $0 }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            total += max(.zero, time.upperBound - max(end, time.lowerBound))
            end = max(end, time.upperBound)
        }
        self.total = total
    }
}
