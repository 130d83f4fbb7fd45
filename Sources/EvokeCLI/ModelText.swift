import Evoke
import PhotoCore

extension ModelCard {
    /// For people: what it is called, and what it is.
    var facts: [(String, String)] {
        var facts = [
            ("Name", name), ("Folder", folder.display),
            ("Layout", layout + (variant.map { ", variant \($0)" } ?? "")),
            ("Summary", summary), ("Licence", licence), ("Size", Amount.ofBytes(bytes)),
            ("Dimensions", "\(dimensions)"),
            ("Photos", "\(image.size.width) × \(image.size.height), \(fit), \(image.kernel.rawValue)"),
            ("Mean, std", "\(list(image.mean)); \(list(image.std))"),
            ("Texts", (contextIsFixed ? "always " : "up to ") + "\(context) tokens"),
            ("Scores", score),
        ]
        if hasLabels { facts.append(("Labels", "its own, used where none are given")) }
        for file in files {
            facts.append((file == files.first ? "Files" : "", relative(file)))
        }
        return facts.filter { !$0.1.isEmpty }
    }

    private var fit: String {
        switch image.fit {
        case .shortest(let side): "shortest side to \(side), middle cut out"
        case .squash: "squashed"
        case .pad: "fitted in, padded"
        }
    }

    fileprivate var score: String {
        switch scoring {
        case .softmax(let scale): "softmax of \(scale) × cosine"
        case .sigmoid(let scale, let bias): "sigmoid of \(scale) × cosine \(bias < 0 ? "−" : "+") \(abs(bias))"
        }
    }

    fileprivate func relative(_ file: FilePath) -> String {
        FilePath(bytes: file.bytes.dropFirst(folder.bytes.count + 1)).display
    }

    private func list(_ colour: [Float]) -> String { colour.map(\.description).joined(separator: ", ") }
}

/// The contract of `models list --json` and `models show --json`.
struct ModelJSON: Encodable {
    let name: String
    let folder: String
    let layout: String?
    let variant: String?
    let summary: String?
    let licence: String?
    let dimensions: Int?
    let bytes: Int64?
    let image: Image?
    let text: Text?
    let scoring: Scoring?
    let files: [String]?
    let error: String?

    struct Image: Encodable {
        let width, height: Int
        let fit, kernel: String
        let mean, std: [Float]
    }

    struct Text: Encodable {
        let tokens: Int
        let isFixed: Bool
    }

    struct Scoring: Encodable {
        let kind: String
        let scale: Float
        let bias: Float?
    }

    init(folder: FilePath, _ model: Result<ModelCard, EvokeError>) {
        let card = try? model.get()
        name = card?.name ?? String(decoding: folder.name, as: UTF8.self)
        self.folder = JSONText.path(folder)
        layout = card?.layout
        variant = card?.variant
        summary = card?.summary
        licence = card?.licence
        dimensions = card?.dimensions
        bytes = card?.bytes
        image = card.map { Image($0.image) }
        text = card.map { Text(tokens: $0.context, isFixed: $0.contextIsFixed) }
        scoring = card.map { Scoring($0.scoring) }
        files = card.map { card in card.files.map(card.relative) }
        if case .failure(let failure) = model { error = "\(failure)" } else { error = nil }
    }
}

extension ModelJSON.Image {
    fileprivate init(_ input: ImageInput) {
        width = input.size.width
        height = input.size.height
        fit =
            switch input.fit {
            case .shortest: "shortest"
            case .squash: "squash"
            case .pad: "pad"
            }
        kernel = input.kernel.rawValue
        mean = input.mean
        std = input.std
    }
}

extension ModelJSON.Scoring {
    fileprivate init(_ scoring: LabelScoring) {
        switch scoring {
        case .softmax(let scale):
            kind = "softmax"
            self.scale = scale
            bias = nil
        case .sigmoid(let scale, let bias):
            kind = "sigmoid"
            self.scale = scale
            self.bias = bias
        }
    }
}
