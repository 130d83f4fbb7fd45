extension ModelCatalogue {
    static let mobileClipS0 = CatalogueModel(
        name: "mobileclip-s0", title: "MobileCLIP-S0 (Apple)",
        purpose: "Everyday photos on small machines; the fastest and smallest model here", languages: english,
        licence: appleLicence, dimensions: 512, bytes: 218_000_000, speed: "same as mobileclip2-s0",
        page: page("Xenova/mobileclip_s0"), address: hub("Xenova/mobileclip_s0"), files: hubFiles)

    static let mobileClipS2 = CatalogueModel(
        name: "mobileclip-s2", title: "MobileCLIP-S2 (Apple)",
        purpose: "Everyday photos; better than S0 and half as fast", languages: english, licence: appleLicence,
        dimensions: 512, bytes: 399_000_000, speed: "about half of mobileclip2-s0 (publisher's figures)",
        page: page("Xenova/mobileclip_s2"), address: hub("Xenova/mobileclip_s2"), files: hubFiles)

    static let mobileClip2S0 = CatalogueModel(
        name: "mobileclip2-s0", title: "MobileCLIP2-S0 (Apple)",
        purpose: "Everyday photos on small machines; as fast as MobileCLIP-S0, and better", languages: english,
        licence: appleLicence, dimensions: 512, bytes: 302_000_000,
        speed: "100 photos a second (measured on two server cores, bfloat16)",
        page: page("plhery/mobileclip2-onnx"), address: secondEdition,
        files: paperwork + [
            .init(
                "onnx/vision_model.onnx", from: "onnx/s0/vision_model.onnx",
                sha256: "13d20ebfa8a8f63890eb2727fe4dc63009ff970f43e0f7d9d2ed999659f70c8a"),
            .init("onnx/text_model.onnx", from: "onnx/s0/text_model.onnx"),
        ])

    static let mobileClip2S2 = CatalogueModel(
        name: "mobileclip2-s2", title: "MobileCLIP2-S2 (Apple)",
        purpose: "Everyday photos; better than S0 and half as fast", languages: english, licence: appleLicence,
        dimensions: 512, bytes: 399_000_000, speed: "about half of mobileclip2-s0 (publisher's figures)",
        page: page("plhery/mobileclip2-onnx"), address: secondEdition,
        files: paperwork + [
            .init(
                "onnx/vision_model.onnx", from: "onnx/s2/vision_model.onnx", size: 143_044_797,
                sha256: "a841f72c5a5085748bbe271a1d5718aba877822a15cba865bdbd0d37036b849e"),
            .init(
                "onnx/text_model.onnx", from: "onnx/s2/text_model.onnx", size: 254_053_669,
                sha256: "622f10372bca71b5017f2efc5f8c2886610a2592b636de8984d717f03213f031"),
        ])

    private static let secondEdition = hub(
        "plhery/mobileclip2-onnx", "ba95759a5bdbaca53e9111e2550a76ec09c8fd9e")

    /// That export's own configuration describes only the image encoder and pads texts with the end token, unlike the
    /// training. The first MobileCLIP's files fit, because preprocessing and tokens are the same.
    private static let paperwork = [
        "config.json", "preprocessor_config.json", "tokenizer.json", "tokenizer_config.json",
    ].map { CatalogueModel.File($0, from: hub("Xenova/mobileclip_s2") + "/" + $0) }
}
