import EvokeValues

/// Face recognition graphs to use instead of dlib's network. Neither was measured here: 'pair' is the distance that
/// others use, and the other two distances have the same ratio to it as dlib's.
extension ModelCatalogue {
    static let sface = CatalogueModel(
        name: "sface", title: "SFace (Zhong and others), OpenCV export",
        purpose: "Face recognition, instead of dlib's network; its training data is not published",
        languages: "", licence: "Apache-2.0", bytes: 38_696_353, speed: "not measured",
        page: page("opencv/face_recognition_sface"), address: hub("opencv/face_recognition_sface"),
        files: [
            .init(
                "face_recognition_sface_2021dec.onnx", size: 38_696_353,
                sha256: "0ba9fbfa01b5270c96627c4ef784da859931e02f04419c829e83484087c34e79")
        ],
        graph: recognizer("face_recognition_sface_2021dec.onnx", range: [0, 255], pair: 1.128, output: "fc1", 128))

    static let auraface = CatalogueModel(
        name: "auraface", title: "AuraFace (fal)",
        purpose: "Face recognition, instead of dlib's network; ten times as large",
        languages: "", licence: "Apache-2.0", bytes: 260_694_151, speed: "not measured",
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
