import EvokeValues

extension QueryField {
    /// Words only, without anything that the full-text index lacks.
    static let text = QueryField(
        "text", "With these words in the picture, in this order.", ["gate 12", "exit"], .text,
        read: { value, _ throws(ValueProblem) in
            guard !TextTerm.all(in: value).isEmpty else {
                throw ValueProblem("text: takes words", "Write them as in text:exit or text:\"gate 12\".")
            }
            return .part(.test(.pictureText(value)))
        }, write: { if case .test(.pictureText(let text)) = $0 { text } else { nil } })
}
