extension ModelCatalogue {
    static let clip = CatalogueModel(
        name: "clip-vit-b-32", title: "CLIP ViT-B/32 (OpenAI)",
        purpose: "Everyday photos; fast, well known, and the usual baseline",
        languages: english, licence: "MIT", dimensions: 512, bytes: 608_000_000,
        speed: "50 photos a second (measured on two server cores, bfloat16)",
        page: page("Xenova/clip-vit-base-patch32"), address: hub("Xenova/clip-vit-base-patch32"), files: hubFiles)

    static let clipImmich = CatalogueModel(
        name: "clip-vit-b-32-immich", title: "CLIP ViT-B/32 (OpenAI), Immich export",
        purpose: "The same model; Evoke and Immich then find the same photos", languages: english, licence: "MIT",
        dimensions: 512, bytes: 608_000_000, speed: "same as clip-vit-b-32, one photo at a time",
        page: page("immich-app/ViT-B-32__openai"), address: hub("immich-app/ViT-B-32__openai"), files: immichFiles)

    static let clipRclip = CatalogueModel(
        name: "clip-vit-b-32-256-rclip", title: "CLIP ViT-B/32 at 256 pixels (DataComp), rclip export",
        purpose: "Everyday photos; better trained than OpenAI's, and about as fast", languages: english,
        licence: "MIT", dimensions: 512, bytes: 607_000_000,
        speed: "three quarters of clip-vit-b-32 (estimated from its patch count)",
        page: page("yurijmikhalevich/rclip-models"), address: hub("yurijmikhalevich/rclip-models"),
        files: [
            .init("visual.onnx", from: "ViT-B-32-256-datacomp_s34b_b86k/visual.onnx"),
            .init("textual.onnx", from: "ViT-B-32-256-datacomp_s34b_b86k/textual.onnx"),
            .init("tokenizer/bpe_simple_vocab_16e6.txt.gz"),
        ])
}
