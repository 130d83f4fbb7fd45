public import EvokeTokenizers
public import EvokeValues

/// All that is needed to use a model, whatever the layout of its directory.
public struct ModelDescription: Sendable, Hashable {
    public struct Source: Sendable, Hashable {
        public let name: String
        public let version: String
        public let licence: String
        public let holds: String
    }

    /// A graph, its output, and the files beside it that hold its weights.
    public struct Graph: Sendable, Hashable {
        public let file: FilePath
        public let weights: [FilePath]
        public let output: String
        public let outputType: ElementType
        /// Whether it computes with rounded numbers, or with weights that are.
        let isQuantized: Bool
    }

    public struct ImageSide: Sendable, Hashable {
        public let graph: Graph
        public let inputName: String
        public let inputType: ElementType
        /// Whether the graph takes several photos at once.
        public let takesBatches: Bool
        public let input: ImageInput
    }

    /// One of the text graph's inputs.
    public struct TokenInput: Sendable, Hashable {
        public enum Role: String, Sendable {
            /// The tokens themselves.
            case ids
            /// 1 for each token of the text, 0 for padding.
            case mask
            /// 1 for each token, padding too, for models that were trained without a mask.
            case ones
            case positions, zeros
        }

        public let name: String
        public let type: ElementType
        public let role: Role
    }

    public struct TextSide: Sendable, Hashable {
        public enum Padding: Sendable, Hashable {
            /// The text's own tokens, and no more.
            case none
            /// Up to the context's length, with this token.
            case token(String)
            case id(Int32)
        }

        public let graph: Graph
        public let inputs: [TokenInput]
        /// Whether the graph takes several texts at once.
        public let takesBatches: Bool
        public let tokenizer: FilePath
        /// What is done to the text before the tokenizer sees it.
        public let cleaning: TextCleaning
        /// What is put in front of each text.
        public let prefix: String
        /// The token that has to stand at the end, where the tokenizer does not see to it itself.
        public let ending: String?
        /// How many tokens the model takes at most.
        public let context: Int
        /// Whether the graph takes that many and no fewer.
        public let isFixed: Bool
        public let padding: Padding
    }

    public internal(set) var name: String
    public let version: String
    public let summary: String
    public let licence: String
    public let sources: [Source]
    public let layout: ModelLayout
    /// Which precision of the published files, where there are several.
    public let variant: String?
    public let folder: FilePath
    public let dimensions: Int
    public let image: ImageSide
    public let text: TextSide
    public let scoring: LabelScoring
    /// The labels that came with the model, one a line.
    public let labels: FilePath?
    /// What else the model's directory needs to be read again: configurations, licences.
    public let papers: [FilePath]

    /// Keeps the files of an encrypted model there.
    var unsealed: UnsealedModel?

    /// Whether the model's files are encrypted where they lie. Then nothing that is made of them is kept: compiled graphs
    /// hold the weights, and compiled tokenizers the vocabulary.
    public var isEncrypted: Bool { unsealed != nil }

    /// Where the model lies; of an encrypted one, `folder` is where its files can be read.
    public var place: FilePath { unsealed?.place ?? folder }

    /// Every file that the model consists of.
    public var files: [FilePath] {
        [image.graph.file] + image.graph.weights + [text.graph.file] + text.graph.weights + [text.tokenizer] + papers
            + (labels.map { [$0] } ?? [])
    }
}
