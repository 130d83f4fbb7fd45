package import Evoke
package import PhotoCore

/// The contract of `models list --json` and `models show --json`, and of the server's list.
package struct ModelJSON: Encodable {
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
    /// Whether the scoring is as somebody set it.
    let scoringIsSet: Bool?
    /// Whether photos can be sorted without naming labels.
    let hasLabels: Bool?
    let files: [String]?
    /// Whether its files are encrypted where they lie.
    let encrypted: Bool?
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

    package init(_ name: String, folder: FilePath, _ model: Result<ModelCard, EvokeError>) {
        let card = try? model.get()
        self.name = name
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
        scoringIsSet = card.map { $0.defaults.scoring != nil }
        hasLabels = card.map { $0.hasLabels || $0.defaults.labels != nil }
        files = card.map { card in card.files.map(card.relative) }
        encrypted = card?.isEncrypted
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

extension ModelCard {
    package func relative(_ file: FilePath) -> String {
        FilePath(bytes: file.bytes.dropFirst(folder.bytes.count + 1)).display
    }
}
