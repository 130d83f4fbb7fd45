import EvokeValues

/// What models of one `model_type` have in common.
struct HubFamily {
    let name: String
    /// Trained with the sigmoid loss: SigLIP, whose vectors are not projected.
    var isSigmoid = false
    /// The context length in tokens, if no file gives it.
    let context: Int
    /// The kind that transformers uses if no file gives it.
    var tokenizer: HubTokenizer.Kind?
    /// The length of vectors, if no file gives it.
    var width: Int?

    init(_ configuration: Configuration) throws(EvokeError) {
        self = try configuration["model_type"].choice([
            "clip": HubFamily(name: "clip", context: 77, tokenizer: .clip, width: 512),
            "mobileclip": HubFamily(name: "mobileclip", context: 77),
            "mobileclip2": HubFamily(name: "mobileclip2", context: 77),
            "chinese_clip": HubFamily(name: "chinese_clip", context: 52, tokenizer: .bert, width: 512),
            "siglip": HubFamily(name: "siglip", isSigmoid: true, context: 64),
            "siglip2": HubFamily(name: "siglip2", isSigmoid: true, context: 64),
        ])
    }

    private init(
        name: String, isSigmoid: Bool = false, context: Int, tokenizer: HubTokenizer.Kind? = nil, width: Int? = nil
    ) {
        (self.name, self.isSigmoid, self.context) = (name, isSigmoid, context)
        (self.tokenizer, self.width) = (tokenizer, width)
    }
}
