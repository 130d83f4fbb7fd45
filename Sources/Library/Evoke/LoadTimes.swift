/// How long the parts of a model took to load; nil for what was not needed yet.
public struct LoadTimes: Sendable {
    /// Finding it, and which precision is safe.
    public let model: Duration
    /// The text side, its tokenizer included.
    public let text: Duration?
    /// Of the text side, read while its graph is.
    public let tokenizer: Duration?
    /// The image side.
    public let image: Duration?
    /// How long something was being loaded. The sides load at the same time where both are needed at once, so that it is
    /// less than the sum.
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
