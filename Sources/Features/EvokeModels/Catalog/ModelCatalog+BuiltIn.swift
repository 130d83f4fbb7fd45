import EvokePorts
import EvokeValues

extension ModelCatalog {
    /// Evoke's built-in catalog. A digest is recorded only if several independent projects have recorded the same one
    /// for that version of the file; the others come from the hub.
    package static let builtIn = ModelCatalog(
        name: "evoke",
        models: [clip, clipImmich, clipRclip, mobileClipS0, mobileClipS2, mobileClip2S0, mobileClip2S2]
            + [siglip, siglip2, siglip2Immich, medsiglip, sface, auraface])

    static func hub(_ repository: String, _ revision: String = "main") -> String {
        "https://huggingface.co/\(repository)/resolve/\(revision)"
    }

    static func page(_ repository: String) -> String { "https://huggingface.co/\(repository)" }

    /// The files of a hub export, with full-precision graphs.
    static let hubFiles: [CatalogModel.File] =
        [
            "config.json", "preprocessor_config.json", "tokenizer.json", "tokenizer_config.json",
            "onnx/vision_model.onnx", "onnx/text_model.onnx",
        ].map { .init($0) }

    static let immichFiles: [CatalogModel.File] =
        [
            "config.json", "visual/preprocess_cfg.json", "visual/model.onnx", "textual/tokenizer.json",
            "textual/tokenizer_config.json", "textual/model.onnx",
        ].map { .init($0) }

    static let appleLicense = "Apple, research only (apple-amlr)"
    static let english = "English"
    static let many = "about 100"
}

extension ModelCatalog {
    static let clip = CatalogModel(
        name: "clip-vit-b-32", title: "CLIP ViT-B/32 (OpenAI)",
        purpose: "Everyday photos; fast, well known, and the usual baseline",
        languages: english, license: "MIT", dimensions: 512, bytes: 608_000_000,
        speed: "50 photos a second (measured on two server cores, bfloat16)",
        page: page("Xenova/clip-vit-base-patch32"), address: hub("Xenova/clip-vit-base-patch32"), files: hubFiles)

    static let clipImmich = CatalogModel(
        name: "clip-vit-b-32-immich", title: "CLIP ViT-B/32 (OpenAI), Immich export",
        purpose: "The same model; Evoke and Immich then find the same photos", languages: english, license: "MIT",
        dimensions: 512, bytes: 608_000_000, speed: "same as clip-vit-b-32, one photo at a time",
        page: page("immich-app/ViT-B-32__openai"), address: hub("immich-app/ViT-B-32__openai"), files: immichFiles)

    static let clipRclip = CatalogModel(
        name: "clip-vit-b-32-256-rclip", title: "CLIP ViT-B/32 at 256 pixels (DataComp), rclip export",
        purpose: "Everyday photos; better trained than OpenAI's, and about as fast", languages: english,
        license: "MIT", dimensions: 512, bytes: 607_000_000,
        speed: "three quarters of clip-vit-b-32 (estimated from its patch count)",
        page: page("yurijmikhalevich/rclip-models"), address: hub("yurijmikhalevich/rclip-models"),
        files: [
            .init("visual.onnx", from: "ViT-B-32-256-datacomp_s34b_b86k/visual.onnx"),
            .init("textual.onnx", from: "ViT-B-32-256-datacomp_s34b_b86k/textual.onnx"),
            .init("tokenizer/bpe_simple_vocab_16e6.txt.gz"),
        ])
}

extension ModelCatalog {
    static let mobileClipS0 = CatalogModel(
        name: "mobileclip-s0", title: "MobileCLIP-S0 (Apple)",
        purpose: "Everyday photos on small machines; the fastest and smallest model here", languages: english,
        license: appleLicense, dimensions: 512, bytes: 218_000_000, speed: "same as mobileclip2-s0",
        page: page("Xenova/mobileclip_s0"), address: hub("Xenova/mobileclip_s0"), files: hubFiles)

    static let mobileClipS2 = CatalogModel(
        name: "mobileclip-s2", title: "MobileCLIP-S2 (Apple)",
        purpose: "Everyday photos; better than S0 and half as fast", languages: english, license: appleLicense,
        dimensions: 512, bytes: 399_000_000, speed: "about half of mobileclip2-s0 (publisher's figures)",
        page: page("Xenova/mobileclip_s2"), address: hub("Xenova/mobileclip_s2"), files: hubFiles)

    static let mobileClip2S0 = CatalogModel(
        name: "mobileclip2-s0", title: "MobileCLIP2-S0 (Apple)",
        purpose: "Everyday photos on small machines; as fast as MobileCLIP-S0, and better", languages: english,
        license: appleLicense, dimensions: 512, bytes: 302_000_000,
        speed: "100 photos a second (measured on two server cores, bfloat16)",
        page: page("plhery/mobileclip2-onnx"), address: secondEdition,
        files: paperwork + [
            .init(
                "onnx/vision_model.onnx", from: "onnx/s0/vision_model.onnx",
                sha256: "13d20ebfa8a8f63890eb2727fe4dc63009ff970f43e0f7d9d2ed999659f70c8a"),
            .init("onnx/text_model.onnx", from: "onnx/s0/text_model.onnx"),
        ])

    static let mobileClip2S2 = CatalogModel(
        name: "mobileclip2-s2", title: "MobileCLIP2-S2 (Apple)",
        purpose: "Everyday photos; better than S0 and half as fast", languages: english, license: appleLicense,
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
    ].map { CatalogModel.File($0, from: hub("Xenova/mobileclip_s2") + "/" + $0) }
}

extension ModelCatalog {
    static let siglip = CatalogModel(
        name: "siglip-base", title: "SigLIP base, patch 16, 224 pixels (Google)",
        purpose: "Everyday photos; better than CLIP at telling similar things apart", languages: english,
        license: "Apache-2.0", dimensions: 768, bytes: 816_000_000,
        speed: "about a quarter of clip-vit-b-32 (estimated from its patch count)",
        page: page("Xenova/siglip-base-patch16-224"), address: hub("Xenova/siglip-base-patch16-224"), files: hubFiles)

    static let siglip2 = CatalogModel(
        name: "siglip2-base", title: "SigLIP 2 base, patch 16, 224 pixels (Google)",
        purpose: "Everyday photos in many languages", languages: many, license: "Apache-2.0", dimensions: 768,
        bytes: 1_537_000_000,
        speed: "about a quarter of clip-vit-b-32 (estimated from its patch count)",
        page: page("onnx-community/siglip2-base-patch16-224-ONNX"),
        address: hub("onnx-community/siglip2-base-patch16-224-ONNX"), files: hubFiles)

    static let siglip2Immich = CatalogModel(
        name: "siglip2-base-32-immich", title: "SigLIP 2 base, patch 32, 256 pixels (Google), Immich export",
        purpose: "Everyday photos in many languages; fast", languages: many, license: "Apache-2.0", dimensions: 768,
        bytes: 1_542_000_000,
        speed: "three quarters of clip-vit-b-32, one photo at a time (estimated from its patch count)",
        page: page("immich-app/ViT-B-32-SigLIP2-256__webli"),
        address: hub("immich-app/ViT-B-32-SigLIP2-256__webli"), files: immichFiles)

    /// Google publishes its weights only for PyTorch.
    static let medsiglip = CatalogModel(
        name: "medsiglip-448", title: "MedSigLIP, 448 pixels (Google)",
        purpose: "Medical images (X-rays, skin, eyes, tissue); for research and development, not for diagnosis",
        languages: english, license: "Health AI Developer Foundations; gated: you must accept its terms",
        isGated: true, dimensions: 1_152, bytes: 3_515_000_000,
        speed: "about a hundredth of clip-vit-b-32 (estimated from its size)",
        page: page("google/medsiglip-448"), address: nil, files: hubFiles)
}

/// Face recognition graphs to use instead of dlib's network. Neither was measured here: 'pair' is the distance that
/// others use, and the other two distances have the same ratio to it as dlib's.
extension ModelCatalog {
    static let sface = CatalogModel(
        name: "sface", title: "SFace (Zhong and others), OpenCV export",
        purpose: "Face recognition, instead of dlib's network; its training data is not published",
        languages: "", license: "Apache-2.0", bytes: 38_696_353, speed: "not measured",
        page: page("opencv/face_recognition_sface"), address: hub("opencv/face_recognition_sface"),
        files: [
            .init(
                "face_recognition_sface_2021dec.onnx", size: 38_696_353,
                sha256: "0ba9fbfa01b5270c96627c4ef784da859931e02f04419c829e83484087c34e79")
        ],
        graph: recognizer("face_recognition_sface_2021dec.onnx", range: [0, 255], pair: 1.128, output: "fc1", 128))

    static let auraface = CatalogModel(
        name: "auraface", title: "AuraFace (fal)",
        purpose: "Face recognition, instead of dlib's network; ten times as large",
        languages: "", license: "Apache-2.0", bytes: 260_694_151, speed: "not measured",
        page: page("fal/AuraFace-v1"),
        address: hub("fal/AuraFace-v1", "af6d057c9b0ec4071d4c49c80e3539258798b609"),
        files: [
            .init(
                "glintr100.onnx", size: 260_694_151,
                sha256: "a7933ea5330113b01c9b60351d8f4c33003f145d8470ac5f0e52ee2effe25c60")
        ],
        graph: recognizer("glintr100.onnx", range: [-1, 1], pair: 1.05, output: "1333", 512))

    private static func recognizer(
        _ file: String, range: [Float], pair: Double, output: String, _ dimensions: Int
    ) -> GraphDescription {
        var picture = GraphDescription.Picture()
        picture.range = range
        return GraphDescription(
            file: file, picture: picture,
            face: .init(
                .arcface, isUnit: true,
                distances: FaceDistances(group: 0.95 * pair, pair: pair, doubt: 1.14 * pair)),
            inputs: [.init("data", .float32, shape: [nil, 3, 112, 112])],
            outputs: [.init(output, .float32, shape: [nil, dimensions])])
    }
}
