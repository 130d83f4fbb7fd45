package import Evoke
package import EvokeClient
package import EvokeValues

extension PictureLabelsAnswer {
    /// The best `top` labels.
    package init(
        _ classification: Classification, top: Int, by model: ModelID, of input: FilePath? = nil,
        timings: [(part: String, time: Duration)]? = nil
    ) {
        self.init(
            input: input,
            results: classification.scores.prefix(top).map {
                .init(label: $0.label, score: $0.score, cosine: $0.cosine)
            },
            model: model.name, fits: classification.fits,
            timings: timings?.map { .init(part: $0.part, ms: JSONText.milliseconds($0.time)) })
    }
}
