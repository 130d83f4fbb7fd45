import FoundationEssentials
import PhotoCore

/// Evoke's own layout: a folder with an `evoke.json`.
struct EvokeManifest: Decodable {
    static let fileName = "evoke.json"

    struct Source: Decodable {
        let name, version, licence, holds: String
    }

    struct Image: Decodable {
        let graph, input, output, layout, resize, kernel: String
        let width, height: Int
        let mean, std: [Float]
    }

    struct Text: Decodable {
        let graph, input, output, tokenizer, prefix, padding: String
        let maximumTokens: Int

        enum CodingKeys: String, CodingKey {
            case graph, input, output, tokenizer, prefix, padding
            case maximumTokens = "max_tokens"
        }
    }

    struct Scoring: Decodable {
        let kind: String
    }

    let format: Int
    let name, version, summary, licence: String
    let sources: [Source]
    let dimensions: Int
    let image: Image
    let text: Text
    let scoring: Scoring
    let labels: String?

    static func read(in folder: FilePath) throws(EvokeError) -> ModelDescription {
        let file = folder.appending(fileName)
        let bytes = try FileSystem.read(file)
        do {
            return try JSONDecoder().decode(EvokeManifest.self, from: Data(bytes)).description(in: folder)
        } catch let error as EvokeError {
            throw error
        } catch {
            throw .invalidModel(file, JSONComplaint.describe(error))
        }
    }

    private func description(in folder: FilePath) throws -> ModelDescription {
        let file = folder.appending(Self.fileName)
        func demand(_ isRight: Bool, _ complaint: @autoclosure () -> String) throws(EvokeError) {
            if !isRight { throw .invalidModel(file, complaint()) }
        }
        func part(_ name: String, _ key: String) throws(EvokeError) -> FilePath {
            let isPlain = !name.isEmpty && name != "." && name != ".." && !name.contains("/")
            try demand(isPlain, "'\(key)' must name a file in the same folder, not '\(name)'")
            let path = folder.appending(name)
            try demand(FileSystem.isFile(path), "'\(key)' names '\(name)', which is not there")
            return path
        }
        func choice<Value: RawRepresentable & CaseIterable>(
            _ value: String, _ key: String, _: Value.Type
        ) throws(EvokeError) -> Value where Value.RawValue == String {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            guard let choice = Value(rawValue: value) else {
                throw .invalidModel(file, "'\(key)' is '\(value)'; this version of Evoke knows \(known)")
            }
            return choice
        }

        try demand(format == 1, "'format' is \(format); this version of Evoke reads format 1")
        try demand(!name.isEmpty, "'name' is empty")
        try demand((1...65_536).contains(dimensions), "'dimensions' is \(dimensions)")
        try demand((1...4_096).contains(image.width), "'image.width' is \(image.width)")
        try demand((1...4_096).contains(image.height), "'image.height' is \(image.height)")
        try demand(image.layout == "nchw", "'image.layout' is '\(image.layout)'; this version of Evoke knows nchw")
        try demand(image.mean.count == 3, "'image.mean' needs three numbers")
        try demand(image.std.count == 3 && !image.std.contains(0), "'image.std' needs three numbers that are not 0")
        try demand(text.maximumTokens > 2, "'text.max_tokens' is \(text.maximumTokens)")
        try demand(text.padding == "none", "'text.padding' is '\(text.padding)'; this version of Evoke knows none")
        try demand(scoring.kind == "cosine", "'scoring.kind' is '\(scoring.kind)'; this version of Evoke knows cosine")

        let fits: [String: ImageInput.Fit] = [
            "shortest": .shortest(max(image.width, image.height)), "squash": .squash, "pad": .pad(255),
        ]
        guard let fit = fits[image.resize] else {
            throw EvokeError.invalidModel(
                file, "'image.resize' is '\(image.resize)'; this version of Evoke knows shortest, squash and pad")
        }
        let input = ImageInput(
            size: PixelSize(width: image.width, height: image.height),
            fit: fit,
            kernel: try choice(image.kernel, "image.kernel", ImageInput.Kernel.self),
            mean: image.mean, std: image.std)
        return ModelDescription(
            name: name, version: version, summary: summary, licence: licence,
            sources: sources.map {
                ModelDescription.Source(name: $0.name, version: $0.version, licence: $0.licence, holds: $0.holds)
            },
            folder: folder, dimensions: dimensions,
            image: ModelDescription.ImageSide(
                graph: try part(image.graph, "image.graph"), inputName: image.input, outputName: image.output,
                input: input),
            text: ModelDescription.TextSide(
                graph: try part(text.graph, "text.graph"), inputName: text.input, outputName: text.output,
                tokenizer: try part(text.tokenizer, "text.tokenizer"), prefix: text.prefix,
                maximumTokens: text.maximumTokens),
            labels: try labels.map { try part($0, "labels") })
    }
}

extension EvokeError {
    static func invalidModel(_ file: FilePath, _ reason: String) -> EvokeError {
        EvokeError(
            .modelInvalid, doing: "load the model", subject: file.display, reason: reason,
            remedy: "Get the model again, or mend that file.")
    }
}
