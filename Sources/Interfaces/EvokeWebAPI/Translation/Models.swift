package import Evoke
package import EvokeClient
package import EvokeValues

extension ModelsAnswer {
    package init(_ collection: ModelCollection, inUse: InUse? = nil) {
        self.init(
            inUse: inUse,
            models: collection.list().map { ModelJSON($0.name, folder: $0.folder, $0.model) }
                + collection.graphs().map { ModelJSON($0.name, folder: $0.folder, $0.graph) })
    }
}

extension ModelJSON {
    package init(_ name: String, folder: FilePath, _ model: Result<ModelCard, EvokeError>) {
        // The error is reported separately.
        let card = try? model.get()
        self.init(
            name: name, folder: JSONText.path(folder), kind: "pair", layout: card?.layout, variant: card?.variant,
            summary: card?.summary, licence: card?.licence, dimensions: card?.dimensions, bytes: card?.bytes,
            image: card.map { Image($0.image) },
            text: card.map { Text(tokens: $0.context, isFixed: $0.contextIsFixed) },
            scoring: card.map { Scoring($0.scoring) }, scoringIsSet: card.map { $0.defaults.scoring != nil },
            hasLabels: card.map { $0.hasLabels || $0.defaults.labels != nil },
            files: card.map { card in card.files.map(card.relative) }, encrypted: card?.isEncrypted,
            error: model.problem)
    }

    package init(
        _ name: String, folder: FilePath, _ graph: Result<GraphCard, EvokeError>, variant: String? = nil
    ) {
        // The same.
        let card = try? graph.get()
        self.init(
            name: name, folder: JSONText.path(folder), kind: card?.description.kind ?? "graph", variant: variant,
            summary: card?.summary,
            licence: card?.licence, bytes: card?.bytes, classes: card?.labelCount,
            inputs: card?.description.inputs.map { .init($0) }, outputs: card?.description.outputs.map { .init($0) },
            files: card.map { card in card.files.map(card.relative) }, error: graph.problem)
    }
}

extension GraphDescription {
    /// Its kind among the models.
    var kind: String { face == nil ? "graph" : "recognizer" }
}

extension Result where Failure == EvokeError {
    fileprivate var problem: ProblemAnswer? {
        if case .failure(let error) = self { Problem(error).answer } else { nil }
    }
}

extension ModelJSON.Image {
    fileprivate init(_ input: ImageInput) {
        let fit =
            switch input.fit {
            case .shortest: "shortest"
            case .squash: "squash"
            case .pad: "pad"
            }
        self.init(
            width: input.size.width, height: input.size.height, fit: fit, kernel: input.kernel.rawValue,
            mean: input.mean, std: input.std)
    }
}

extension ModelJSON.Scoring {
    fileprivate init(_ scoring: LabelScoring) {
        switch scoring {
        case .softmax(let scale): self.init(kind: "softmax", scale: scale)
        case .sigmoid(let scale, let bias): self.init(kind: "sigmoid", scale: scale, bias: bias)
        }
    }
}

extension ModelCard {
    package func relative(_ file: FilePath) -> String {
        FilePath(bytes: file.bytes.dropFirst(folder.bytes.count + 1)).display
    }
}

extension GraphCard {
    package func relative(_ file: FilePath) -> String {
        FilePath(bytes: file.bytes.dropFirst(folder.bytes.count + 1)).display
    }
}
