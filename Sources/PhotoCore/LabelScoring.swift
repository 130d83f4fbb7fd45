/// How a family of models turns cosines between a photo and labels into scores.
public enum LabelScoring: Hashable, Sendable {
    /// The labels share out 1 among them.
    case softmax(scale: Float)
    /// Each label has a probability of its own.
    case sigmoid(scale: Float, bias: Float)
}
