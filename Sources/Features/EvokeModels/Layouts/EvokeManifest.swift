import EvokePorts
import EvokeSystem
package import EvokeValues

/// Evoke's own layout: a folder with an `evoke.json`.
struct EvokeManifest {
    static let fileName = "evoke.json"

    private let folder: DiskPath
    private let manifest: Configuration

    static func read(in folder: DiskPath) throws(EvokeError) -> ModelDescription {
        try EvokeManifest(folder: folder, manifest: Configuration(folder.appending(fileName))).description()
    }

    private func description() throws(EvokeError) -> ModelDescription {
        guard try manifest["format"].required(manifest["format"].integer(in: 0...1_000)) == 1 else {
            throw manifest["format"].failure("is not 1, the only format that this version of Evoke reads")
        }
        let image = manifest["image"]
        let text = manifest["text"]
        let towers = try TowerPair(
            image: part(image["graph"]), text: part(text["graph"]), imageOutput: image["output"].text(),
            textOutput: text["output"].text())
        let dimensions = manifest["dimensions"]
        let width = try dimensions.required(dimensions.integer(in: 1...65_536))
        guard towers.dimensions == nil || towers.dimensions == width else {
            throw dimensions.failure("is \(width), but the graphs return \(towers.dimensions ?? 0) numbers")
        }
        return ModelDescription(
            name: try word("name"), version: try word("version"), summary: try word("summary"),
            license: try word("licence"), sources: try sources(), layout: .evoke, variant: nil, folder: folder,
            dimensions: width, image: try towers.imageSide(try input(image), from: manifest.file, "image.width"),
            text: try towers.textSide(
                tokenizer: try part(text["tokenizer"]),
                context: try text["max_tokens"].required(text["max_tokens"].integer(in: 3...65_536)),
                padding: try padding(text["padding"]),
                cleaning: try text["cleaning"].choice(
                    ["none": .none, "folded": .folded, "lowercase": .lowercase, "canonical": .canonical],
                    default: "none"),
                prefix: try text["prefix"].text() ?? "", ending: try text["ending"].text()),
            scoring: try scoring(manifest["scoring"]),
            labels: manifest["labels"].isThere ? try part(manifest["labels"]) : nil,
            papers: [manifest.file] + ["LICENSES.md"].map(folder.appending).filter(FileSystem.isFile))
    }

    private func word(_ key: String) throws(EvokeError) -> String {
        try manifest[key].required(manifest[key].text())
    }

    private func part(_ key: Configuration) throws(EvokeError) -> DiskPath {
        let name = try key.required(key.text())
        guard !name.isEmpty, name != ".", name != "..", !name.contains("/") else {
            throw key.failure("must name a file in the same folder, not '\(name)'")
        }
        let path = folder.appending(name)
        guard FileSystem.isFile(path) else { throw key.failure("refers to '\(name)', which is missing") }
        return path
    }

    private func input(_ image: Configuration) throws(EvokeError) -> ImageInput {
        let width = try image["width"].required(image["width"].integer(in: 1...4_096))
        let height = try image["height"].required(image["height"].integer(in: 1...4_096))
        let _: Bool = try image["layout"].choice(["nchw": true], default: "nchw")
        let shortest = try image["shortest_side"].integer(in: max(width, height)...8_192) ?? max(width, height)
        return ImageInput(
            size: PixelSize(width: width, height: height),
            fit: try image["resize"].choice(["shortest": .shortest(shortest), "squash": .squash, "pad": .pad(255)]),
            kernel: try image["kernel"].choice(["bilinear": .bilinear, "bicubic": .bicubic]),
            mean: try image["mean"].required(image["mean"].color()),
            std: try image["std"].required(image["std"].divisor()))
    }

    /// "none", or the padding token.
    private func padding(_ key: Configuration) throws(EvokeError) -> ModelDescription.TextSide.Padding {
        let token = try key.text() ?? "none"
        return token == "none" ? .none : .token(token)
    }

    private func scoring(_ key: Configuration) throws(EvokeError) -> LabelScoring {
        let isSigmoid: Bool = try key["kind"].choice(["softmax": false, "sigmoid": true])
        let scale = Float(try key["scale"].required(key["scale"].number()))
        guard scale > 0 else { throw key["scale"].failure("is not above 0") }
        return isSigmoid
            ? .sigmoid(scale: scale, bias: Float(try key["bias"].required(key["bias"].number())))
            : .softmax(scale: scale)
    }

    private func sources() throws(EvokeError) -> [ModelDescription.Source] {
        var sources: [ModelDescription.Source] = []
        for source in try manifest["sources"].list() ?? [] {
            func word(_ key: String) throws(EvokeError) -> String { try source[key].required(source[key].text()) }
            sources.append(
                ModelDescription.Source(
                    name: try word("name"), version: try word("version"), license: try word("licence"),
                    holds: try word("holds")))
        }
        return sources
    }
}

extension EvokeError {
    package static func invalidModel(
        _ file: DiskPath, _ reason: String, remedy: String = .mendTheFile
    ) -> EvokeError {
        EvokeError(
            .modelInvalid, doing: "load the model", subject: file.display, reason: reason, remedy: remedy)
    }
}

extension String {
    static let mendTheFile = "Download the model again, or fix that file."
}
