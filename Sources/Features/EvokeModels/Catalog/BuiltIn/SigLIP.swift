extension ModelCatalogue {
    static let siglip = CatalogueModel(
        name: "siglip-base", title: "SigLIP base, patch 16, 224 pixels (Google)",
        purpose: "Everyday photos; better than CLIP at telling similar things apart", languages: english,
        licence: "Apache-2.0", dimensions: 768, bytes: 816_000_000,
        speed: "about a quarter of clip-vit-b-32 (estimated from its patch count)",
        page: page("Xenova/siglip-base-patch16-224"), address: hub("Xenova/siglip-base-patch16-224"), files: hubFiles)

    static let siglip2 = CatalogueModel(
        name: "siglip2-base", title: "SigLIP 2 base, patch 16, 224 pixels (Google)",
        purpose: "Everyday photos in many languages", languages: many, licence: "Apache-2.0", dimensions: 768,
        bytes: 1_537_000_000,
        speed: "about a quarter of clip-vit-b-32 (estimated from its patch count)",
        page: page("onnx-community/siglip2-base-patch16-224-ONNX"),
        address: hub("onnx-community/siglip2-base-patch16-224-ONNX"), files: hubFiles)

    static let siglip2Immich = CatalogueModel(
        name: "siglip2-base-32-immich", title: "SigLIP 2 base, patch 32, 256 pixels (Google), Immich export",
        purpose: "Everyday photos in many languages; fast", languages: many, licence: "Apache-2.0", dimensions: 768,
        bytes: 1_542_000_000,
        speed: "three quarters of clip-vit-b-32, one photo at a time (estimated from its patch count)",
        page: page("immich-app/ViT-B-32-SigLIP2-256__webli"),
        address: hub("immich-app/ViT-B-32-SigLIP2-256__webli"), files: immichFiles)

    /// Google publishes its weights only for PyTorch.
    static let medsiglip = CatalogueModel(
        name: "medsiglip-448", title: "MedSigLIP, 448 pixels (Google)",
        purpose: "Medical images (X-rays, skin, eyes, tissue); for research and development, not for diagnosis",
        languages: english, licence: "Health AI Developer Foundations; gated: you must accept its terms",
        isGated: true, dimensions: 1_152, bytes: 3_515_000_000,
        speed: "about a hundredth of clip-vit-b-32 (estimated from its size)",
        page: page("google/medsiglip-448"), address: nil, files: hubFiles)
}
