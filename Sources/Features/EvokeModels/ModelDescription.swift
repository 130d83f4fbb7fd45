package import EvokePorts
package import EvokeValues

/// Everything needed to use a model, whatever the layout of its folder.
package struct ModelDescription: Sendable, Hashable {
    package struct Source: Sendable, Hashable {
        package let name: String
        package let version: String
        package let license: String
        package let holds: String
    }

    /// A graph, its output, and its external weight files.
    package struct Graph: Sendable, Hashable {
        package let file: DiskPath
        package let weights: [DiskPath]
        package let output: String
        package let outputType: ElementType
        /// Whether it computes with quantized values or has quantized weights.
        let isQuantized: Bool
        /// Whether it quantizes activations with ranges learned beforehand.
        package let isCalibrated: Bool
    }

    package struct ImageSide: Sendable, Hashable {
        package let graph: Graph
        package let inputName: String
        package let inputType: ElementType
        package let takesBatches: Bool
        package let input: ImageInput
    }

    /// An input of the text graph.
    package struct TokenInput: Sendable, Hashable {
        package enum Role: String, Sendable {
            /// The tokens themselves.
            case ids
            /// 1 for each token of the text, 0 for padding.
            case mask
            /// 1 for every token including padding, for models trained without a mask.
            case ones
            case positions, zeros
        }

        package let name: String
        package let type: ElementType
        package let role: Role
    }

    package struct TextSide: Sendable, Hashable {
        package enum Padding: Sendable, Hashable {
            /// No padding.
            case none
            /// Padded to the context's length with this token.
            case token(String)
            case id(Int32)
        }

        package let graph: Graph
        package let inputs: [TokenInput]
        package let takesBatches: Bool
        package let tokenizer: DiskPath
        /// Preprocessing before the tokenizer.
        package let cleaning: TextCleaning
        /// Prepended to each text.
        package let prefix: String
        /// The token that must be at the end, if the tokenizer doesn't add it.
        package let ending: String?
        /// The maximum number of tokens.
        package let context: Int
        /// Whether the graph always gets `context` tokens, because it takes no fewer or is compiled for one shape.
        package let isFixed: Bool
        package let padding: Padding
    }

    package internal(set) var name: String
    package let version: String
    package let summary: String
    package let license: String
    package let sources: [Source]
    package let layout: ModelLayout
    /// The precision of the published files, if there are several.
    package let variant: String?
    package let folder: DiskPath
    package let dimensions: Int
    package let image: ImageSide
    package let text: TextSide
    package let scoring: LabelScoring
    /// The labels that came with the model, one per line.
    package let labels: DiskPath?
    /// Other files needed to read the model's folder again: configurations, licenses.
    package let papers: [DiskPath]

    /// Keeps the decrypted files of an encrypted model.
    var unsealed: UnsealedModel?

    /// Whether the model's files are encrypted on disk. If so, nothing made from them is cached: compiled graphs
    /// contain the weights, and compiled tokenizers the vocabulary.
    package var isEncrypted: Bool { unsealed != nil }

    /// The model's folder on disk; for an encrypted model, `folder` is where its decrypted files are.
    package var place: DiskPath { unsealed?.place ?? folder }

    package var files: [DiskPath] {
        [image.graph.file] + image.graph.weights + [text.graph.file] + text.graph.weights + [text.tokenizer] + papers
            + (labels.map { [$0] } ?? [])
    }
}
