package import EvokeValues

/// All that is needed to use a model, whatever the layout of its directory.
package struct ModelDescription: Sendable, Hashable {
    package struct Source: Sendable, Hashable {
        package let name: String
        package let version: String
        package let licence: String
        package let holds: String
    }

    /// A graph, its output, and the files beside it that hold its weights.
    package struct Graph: Sendable, Hashable {
        package let file: FilePath
        package let weights: [FilePath]
        package let output: String
        package let outputType: ElementType
        /// Whether it computes with rounded numbers, or with weights that are.
        let isQuantized: Bool
        /// Whether it rounds what it computes by ranges that were learnt beforehand.
        package let isCalibrated: Bool
    }

    package struct ImageSide: Sendable, Hashable {
        package let graph: Graph
        package let inputName: String
        package let inputType: ElementType
        /// Whether the graph takes several photos at once.
        package let takesBatches: Bool
        package let input: ImageInput
    }

    /// One of the text graph's inputs.
    package struct TokenInput: Sendable, Hashable {
        package enum Role: String, Sendable {
            /// The tokens themselves.
            case ids
            /// 1 for each token of the text, 0 for padding.
            case mask
            /// 1 for each token, padding too, for models that were trained without a mask.
            case ones
            case positions, zeros
        }

        package let name: String
        package let type: ElementType
        package let role: Role
    }

    package struct TextSide: Sendable, Hashable {
        package enum Padding: Sendable, Hashable {
            /// The text's own tokens, and no more.
            case none
            /// Up to the context's length, with this token.
            case token(String)
            case id(Int32)
        }

        package let graph: Graph
        package let inputs: [TokenInput]
        /// Whether the graph takes several texts at once.
        package let takesBatches: Bool
        package let tokenizer: FilePath
        /// What is done to the text before the tokenizer sees it.
        package let cleaning: TextCleaning
        /// What is put in front of each text.
        package let prefix: String
        /// The token that has to stand at the end, where the tokenizer does not see to it itself.
        package let ending: String?
        /// How many tokens the model takes at most.
        package let context: Int
        /// Whether the graph takes that many and no fewer, or is given no fewer, as one that is computed for one shape.
        package let isFixed: Bool
        package let padding: Padding
    }

    package internal(set) var name: String
    package let version: String
    package let summary: String
    package let licence: String
    package let sources: [Source]
    package let layout: ModelLayout
    /// Which precision of the published files, where there are several.
    package let variant: String?
    package let folder: FilePath
    package let dimensions: Int
    package let image: ImageSide
    package let text: TextSide
    package let scoring: LabelScoring
    /// The labels that came with the model, one a line.
    package let labels: FilePath?
    /// What else the model's directory needs to be read again: configurations, licences.
    package let papers: [FilePath]

    /// Keeps the files of an encrypted model there.
    var unsealed: UnsealedModel?

    /// Whether the model's files are encrypted where they lie. Then nothing that is made of them is kept: compiled graphs
    /// hold the weights, and compiled tokenizers the vocabulary.
    package var isEncrypted: Bool { unsealed != nil }

    /// Where the model lies; of an encrypted one, `folder` is where its files can be read.
    package var place: FilePath { unsealed?.place ?? folder }

    /// Every file that the model consists of.
    package var files: [FilePath] {
        [image.graph.file] + image.graph.weights + [text.graph.file] + text.graph.weights + [text.tokenizer] + papers
            + (labels.map { [$0] } ?? [])
    }
}
