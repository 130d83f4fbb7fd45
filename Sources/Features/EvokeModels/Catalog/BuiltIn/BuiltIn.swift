extension ModelCatalogue {
    /// Evoke's built-in catalog. A digest is recorded only if several independent projects have recorded the same one
    /// for that version of the file; the others come from the hub.
    public static let builtIn = ModelCatalogue(
        name: "evoke",
        models: [clip, clipImmich, clipRclip, mobileClipS0, mobileClipS2, mobileClip2S0, mobileClip2S2]
            + [siglip, siglip2, siglip2Immich, medsiglip, sface, auraface])

    static func hub(_ repository: String, _ revision: String = "main") -> String {
        "https://huggingface.co/\(repository)/resolve/\(revision)"
    }

    static func page(_ repository: String) -> String { "https://huggingface.co/\(repository)" }

    /// The files of a hub export, with full-precision graphs.
    static let hubFiles: [CatalogueModel.File] =
        [
            "config.json", "preprocessor_config.json", "tokenizer.json", "tokenizer_config.json",
            "onnx/vision_model.onnx", "onnx/text_model.onnx",
        ].map { .init($0) }

    static let immichFiles: [CatalogueModel.File] =
        [
            "config.json", "visual/preprocess_cfg.json", "visual/model.onnx", "textual/tokenizer.json",
            "textual/tokenizer_config.json", "textual/model.onnx",
        ].map { .init($0) }

    static let appleLicence = "Apple, research only (apple-amlr)"
    static let english = "English"
    static let many = "about 100"
}
